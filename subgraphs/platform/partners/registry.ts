import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LandfallError } from '../errors.ts';
import { createAddressRanges } from '../http/address-ranges.ts';
import { createOutbound, type Outbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { reloadFolder } from './folder-reload.ts';
import { duplicateCredentialsOf } from './inbound-auth/duplicate-credentials.ts';
import { type CallerIndex, type CallerIndexParts, createCallerIndex } from './inbound-auth/identify-caller.ts';
import { createKeySets } from './inbound-auth/jwks.ts';
import { type ParsedPartner, type Partner, parsePartner } from './partner.ts';
import { type FileIssue, issueLine } from './yaml-issues.ts';

/** The partners this deployment knows, as their files say now. */
export interface PartnerRegistry extends AsyncDisposable {
  /** All of them, by id. A partner taken from here stays as it is, whatever becomes of its file. */
  partners(): readonly Partner[];
  find(id: string): Partner | undefined;
  /** Who calls, by the partners' files of this moment; undefined if that is nobody. */
  readonly identify: CallerIndex;
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Reads the folder now, and secrets with it. @returns what is wrong; a faulty file's last good version stays */
  reload(): Promise<readonly FileIssue[]>;
}

export interface PartnerRegistryOptions {
  /** Folder with one `*.yaml` or `*.yml` per partner; sub-folders are not looked into. */
  readonly dir: string;
  /** Whether a missing folder is a fault at the start. @default false, so that it is an empty one */
  readonly isDirRequired?: boolean;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Addresses and ranges of the TLS proxies whose word on client certificates is believed. @default none */
  readonly trustedProxies?: readonly string[];
  /** How keys of token issuers are fetched; the registry opens and closes one of its own unless given. */
  readonly outbound?: Outbound;
  readonly clock?: Clock;
}

/**
 * Loads the partners and follows their files while running. A new version of a file that is faulty is logged and the
 * one before stays in force.
 *
 * @throws {LandfallError} CONFIG_INVALID at the start, listing every fault of every file, or that a required folder is
 *   missing
 */
export async function openPartnerRegistry(options: PartnerRegistryOptions): Promise<PartnerRegistry> {
  const dir = resolve(options.dir);
  const log = options.logger.child({ partnersDir: dir });
  const first = settle(await readFiles(dir, options.env, options), new Map());
  if (first.faults.length > 0) {
    const lines = first.faults.map(issueLine).join('\n  ');
    throw new LandfallError('CONFIG_INVALID', `The partners in ${dir} have ${first.faults.length} fault(s):\n  ${lines}`);
  }
  const outbound = options.outbound ?? createOutbound({ logger: options.logger });
  const clock = options.clock ?? systemClock;
  const callerParts = {
    // Kept over changes of files, so that a change costs no fetch.
    keySets: createKeySets({ outbound, logger: log, clock }),
    trustedProxies: createAddressRanges(options.trustedProxies ?? []),
    logger: log,
    clock,
  };
  let held = first.held;
  warnOfInlineSecrets(held, new Map(), log);
  let snapshot = createSnapshot(held, callerParts);
  const listeners = new Set<() => void>();

  const reload = async (): Promise<readonly FileIssue[]> => {
    const next = settle(await readFiles(dir, options.env), held);
    if (next.faults.length > 0)
      log.error({ faults: next.faults.map(issueLine) }, 'invalid partner files; their last valid versions stay in force');
    const changed = !isDeepStrictEqual(partnersOf(next.held), snapshot.partners);
    warnOfInlineSecrets(next.held, held, log);
    held = next.held;
    if (changed) {
      snapshot = createSnapshot(held, callerParts);
      log.info({ partners: snapshot.partners.map(({ id }) => id) }, 'partners changed');
      for (const listener of listeners) listener();
    }
    return next.faults;
  };
  const files = reloadFolder(dir, { what: 'partner files', isOfInterest: isPartnerFile, read: reload, logger: log });

  return {
    partners: () => snapshot.partners,
    find: (id) => snapshot.byId.get(id),
    identify: (request) => snapshot.identify(request),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload: files.reload,
    [Symbol.asyncDispose]: async () => {
      await files[Symbol.asyncDispose]();
      if (options.outbound === undefined) await outbound[Symbol.asyncDispose]();
    },
  };
}

/**
 * Reads a folder of partner files once, without following it. Its sound files are good whatever is wrong with others.
 *
 * @returns partners by id, and every fault of every file
 * @throws {LandfallError} CONFIG_INVALID if the folder cannot be read, or is missing and required
 */
export async function readPartners(
  options: Pick<PartnerRegistryOptions, 'dir' | 'isDirRequired' | 'env'>,
): Promise<{ readonly partners: readonly Partner[]; readonly faults: readonly FileIssue[] }> {
  const { held, faults } = settle(await readFiles(resolve(options.dir), options.env, options), new Map());
  return { partners: partnersOf(held), faults };
}

function isPartnerFile(fileName: string): boolean {
  return /^[^.].*\.ya?ml$/.test(fileName);
}

/** What one look at the folder found, by file name. */
type Files = ReadonlyMap<string, ReturnType<typeof parsePartner>>;
type Held = ReadonlyMap<string, ParsedPartner>;

async function readFiles(
  dir: string,
  env: PartnerRegistryOptions['env'],
  { isDirRequired = false }: Pick<PartnerRegistryOptions, 'isDirRequired'> = {},
): Promise<Files> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !isDirRequired) return [];
    if (error.code === 'ENOENT') {
      throw new LandfallError('CONFIG_INVALID', `PARTNERS_DIR: ${dir} does not exist. Create it, or correct the setting.`, {
        cause: error,
      });
    }
    throw new LandfallError('CONFIG_INVALID', `The partners in ${dir} cannot be read (${error.code}).`, { cause: error });
  });
  const files = new Map<string, ReturnType<typeof parsePartner>>();
  for (const fileName of names.filter(isPartnerFile).sort()) {
    const text = await readFile(join(dir, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => error);
    // Gone since the folder was read, or a folder by that name.
    if (text instanceof Error && (text.code === 'ENOENT' || text.code === 'EISDIR')) continue;
    if (text instanceof Error) {
      files.set(fileName, { faults: [{ file: fileName, line: 1, column: 1, path: '', message: `cannot be read (${text.code})` }] });
    } else {
      files.set(fileName, parsePartner(text, { fileName, env, readSecretFile: (path) => readFileSync(path, 'utf8') }));
    }
  }
  return files;
}

/** Each time that a file comes into force. */
function warnOfInlineSecrets(held: Held, former: Held, log: Logger): void {
  const isNew = ([file, { partner }]: [string, ParsedPartner]) => !isDeepStrictEqual(partner, former.get(file)?.partner);
  const warnings = [...held].filter(isNew).flatMap(([, parsed]) => parsed.warnings);
  if (warnings.length > 0) log.warn({ warnings: warnings.map(issueLine) }, 'secrets are written into partner files');
}

/** Decides which version of each file is in force: the new one, or if that is faulty the one held so far. */
function settle(files: Files, held: Held): { held: Held; faults: FileIssue[] } {
  const faults: FileIssue[] = [];
  const settled = new Map<string, ParsedPartner>();
  const isNew = (file: string, parsed: ReturnType<typeof parsePartner>) =>
    'faults' in parsed || !isDeepStrictEqual(parsed.partner, held.get(file)?.partner);
  // What did not change keeps its place; the newcomer is the one at fault.
  const ordered = [...files].toSorted((left, right) => Number(isNew(...left)) - Number(isNew(...right)));
  for (const [file, parsed] of ordered) {
    const found = 'faults' in parsed ? parsed.faults : duplicateCredentialsOf(file, parsed, settled);
    faults.push(...found);
    const former = held.get(file);
    if (found.length === 0 && !('faults' in parsed)) settled.set(file, parsed);
    else if (former !== undefined && duplicateCredentialsOf(file, former, settled).length === 0) settled.set(file, former);
  }
  return { held: settled, faults };
}

interface Snapshot {
  readonly partners: readonly Partner[];
  readonly byId: ReadonlyMap<string, Partner>;
  readonly identify: CallerIndex;
}

function createSnapshot(held: Held, parts: CallerIndexParts): Snapshot {
  const partners = partnersOf(held);
  return { partners, byId: new Map(partners.map((partner) => [partner.id, partner])), identify: createCallerIndex(partners, parts) };
}

function partnersOf(held: Held): Partner[] {
  return [...held.values()].map(({ partner }) => partner).sort((left, right) => (left.id < right.id ? -1 : 1));
}
