import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LandfallError } from '../errors.ts';
import { createAddressRanges } from '../http/addresses.ts';
import { createOutbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { reloadFolder } from './folder-reload.ts';
import {
  createIdentifyCaller,
  duplicateCredentialsOf,
  type IdentifyCaller,
  type IdentifyCallerParts,
} from './inbound-auth/identify-caller.ts';
import { createJwksCache } from './inbound-auth/signed-tokens.ts';
import { type Partner, parsePartner } from './partner.ts';
import { type FileIssue, issueLine, type ParsedYaml } from './yaml-file.ts';

/** The partners of this deployment, by their current files. */
export type PartnerRegistry = Awaited<ReturnType<typeof openPartnerRegistry>>;

export interface PartnerRegistryOptions {
  /** Folder with one `*.yaml` or `*.yml` per partner. Subfolders are ignored. */
  readonly dir: string;
  /** Whether a missing folder is an error at the start. @default false: it counts as empty */
  readonly isDirRequired?: boolean;
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Addresses and ranges of the TLS proxies that are trusted for client certificates. @default none */
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Loads the partners and watches their files. At the start, an invalid file is logged and left out. An invalid new
 * version of a file is logged, and the previous one stays in force. So do all partners when their folder vanishes, cannot be read, or is suddenly empty: partners that get 401 stop
 * sending. A partner whose file is deleted is removed.
 *
 * @throws {LandfallError} CONFIG_INVALID at the start if there are files and none is valid, listing all issues, or for a missing
 *   required folder
 */
export async function openPartnerRegistry(options: PartnerRegistryOptions) {
  const dir = resolve(options.dir);
  const log = options.logger.child({ partnersDir: dir });
  const first = settle(await readFiles(dir, options.env, options), new Map());
  let reported = first.issues.map(issueLine);
  if (reported.length > 0 && first.loaded.size === 0) {
    throw new LandfallError('CONFIG_INVALID', `The partners in ${dir} have ${reported.length} issue(s):\n  ${reported.join('\n  ')}`);
  }
  if (reported.length > 0) log.error({ issues: reported }, 'invalid partner files are left out until they are corrected');
  // Fetches the keys of token issuers.
  const outbound = createOutbound({ logger: options.logger });
  const clock = options.clock ?? systemClock;
  const callerParts = {
    // Survives changes of files, so that a change does not cause new fetches.
    jwks: createJwksCache({ outbound, logger: log, clock }),
    trustedProxies: createAddressRanges(options.trustedProxies ?? []),
    logger: log,
    clock,
  };
  let loaded = first.loaded;
  let loadedFrom = await identityOf(dir);
  warnOfInlineSecrets(loaded, new Map(), log);
  let snapshot = createSnapshot(loaded, callerParts);

  const reload = async (): Promise<readonly FileIssue[]> => {
    const found = await readFiles(dir, options.env, { isDirRequired: loaded.size > 0 });
    const folder = await identityOf(dir);
    if (found.size === 0 && (loaded.size > 1 || (loaded.size === 1 && folder !== loadedFrom))) {
      throw new LandfallError('CONFIG_INVALID', `All partner files in ${dir} are gone. To remove partners, delete them one by one.`);
    }
    loadedFrom = folder;
    const next = settle(found, loaded);
    const lines = next.issues.map(issueLine);
    // The first check of the folder finds what the start has reported.
    if (lines.length > 0 && !isDeepStrictEqual(lines, reported))
      log.error({ issues: lines }, 'invalid partner files; their last valid versions stay in force');
    reported = lines;
    const changed = !isDeepStrictEqual(partnersOf(next.loaded), snapshot.partners);
    warnOfInlineSecrets(next.loaded, loaded, log);
    loaded = next.loaded;
    if (changed) {
      snapshot = createSnapshot(loaded, callerParts);
      log.info({ partners: snapshot.partners.map(({ id }) => id) }, 'partners changed');
      files.changed();
    }
    return next.issues;
  };
  const files = reloadFolder(dir, {
    what: 'partner files',
    isOfInterest: isPartnerFile,
    read: reload,
    logger: log,
    hasIssues: reported.length > 0,
  });

  return {
    /** Returns all partners, sorted by id. The objects never change, even when their files do. */
    partners: () => snapshot.partners,
    find: (id: string) => snapshot.byId.get(id),
    /** Identifies a caller by the current files; undefined for an unknown one. */
    identify: ((request) => snapshot.identify(request)) as IdentifyCaller,
    /** Calls `listener` after each change until the returned function is called. */
    onChange: files.onChange,
    /**
     * Reloads the folder and the secrets. @returns the issues; the last valid version of an invalid file stays in force
     */
    reload: files.reload,
    /** Why the files are not in force as they are, for `/readyz`; undefined if they are. */
    problem: files.problem,
    [Symbol.asyncDispose]: async () => {
      await files[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

/**
 * Reads a folder of partner files once. Returns the valid files even when others have issues.
 *
 * @returns partners sorted by id, and all issues of all files
 * @throws {LandfallError} CONFIG_INVALID if the folder cannot be read, or is required and missing
 */
export async function readPartners(
  options: Pick<PartnerRegistryOptions, 'dir' | 'isDirRequired' | 'env'>,
): Promise<{ readonly partners: readonly Partner[]; readonly issues: readonly FileIssue[] }> {
  const { loaded, issues } = settle(await readFiles(resolve(options.dir), options.env, options), new Map());
  return { partners: partnersOf(loaded), issues };
}

function isPartnerFile(fileName: string): boolean {
  return /^[^.].*\.ya?ml$/.test(fileName);
}

/** The parsed files of a folder, by file name. */
type Files = ReadonlyMap<string, ReturnType<typeof parsePartner>>;
type LoadedFiles = ReadonlyMap<string, ParsedYaml<Partner>>;

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
    // The file was deleted after the folder was read, or is a folder with such a name.
    if (text instanceof Error && (text.code === 'ENOENT' || text.code === 'EISDIR')) continue;
    if (text instanceof Error) {
      files.set(fileName, { issues: [{ file: fileName, line: 1, column: 1, path: '', message: `cannot be read (${text.code})` }] });
    } else {
      files.set(fileName, parsePartner(text, { fileName, env, readSecretFile: (path) => readFileSync(path, 'utf8') }));
    }
  }
  return files;
}

/** Identifies a folder. Another one at the same path, such as a mount, has another identity. */
async function identityOf(dir: string): Promise<string | undefined> {
  const found = await stat(dir).catch(() => undefined);
  return found && `${found.dev} ${found.ino}`;
}

/** Logs inline secrets, once for each version of a file. */
function warnOfInlineSecrets(loaded: LoadedFiles, former: LoadedFiles, log: Logger): void {
  const isNew = ([file, { value }]: [string, ParsedYaml<Partner>]) => !isDeepStrictEqual(value, former.get(file)?.value);
  const warnings = [...loaded].filter(isNew).flatMap(([, parsed]) => parsed.warnings);
  if (warnings.length > 0) log.warn({ warnings: warnings.map(issueLine) }, 'partner files contain inline secrets');
}

/** Selects the version of each file that is in force: the new one, or the previous one if the new one has issues. */
function settle(files: Files, loaded: LoadedFiles): { loaded: LoadedFiles; issues: FileIssue[] } {
  const issues: FileIssue[] = [];
  const settled = new Map<string, ParsedYaml<Partner>>();
  const isNew = (file: string, parsed: ReturnType<typeof parsePartner>) =>
    'issues' in parsed || !isDeepStrictEqual(parsed.value, loaded.get(file)?.value);
  // Unchanged files come first, so that a conflict is reported for the new or changed file.
  const ordered = [...files].toSorted((left, right) => Number(isNew(...left)) - Number(isNew(...right)));
  for (const [file, parsed] of ordered) {
    const found = 'issues' in parsed ? parsed.issues : duplicateCredentialsOf(file, parsed, settled);
    issues.push(...found);
    const former = loaded.get(file);
    if (found.length === 0 && !('issues' in parsed)) settled.set(file, parsed);
    else if (former !== undefined && duplicateCredentialsOf(file, former, settled).length === 0) settled.set(file, former);
  }
  return { loaded: settled, issues };
}

function createSnapshot(loaded: LoadedFiles, parts: IdentifyCallerParts) {
  const partners: readonly Partner[] = partnersOf(loaded);
  return { partners, byId: new Map(partners.map((partner) => [partner.id, partner])), identify: createIdentifyCaller(partners, parts) };
}

function partnersOf(loaded: LoadedFiles): Partner[] {
  return [...loaded.values()].map(({ value }) => value).sort((left, right) => (left.id < right.id ? -1 : 1));
}
