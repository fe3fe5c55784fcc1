import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LandfallError } from '../errors.ts';
import { createOutbound, type Outbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import { reloadFolder } from '../partners/folder-reload.ts';
import { createKeySets } from '../partners/inbound-auth/jwks.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';
import { type FileIssue, issueLine } from '../partners/yaml-issues.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { type Access, parseAccess } from './access-file.ts';
import type { CallerLimits } from './caller-limits.ts';
import type { Credential } from './credentials.ts';
import { createReadToken } from './read-token.ts';
import { createFindSession, type Session } from './sessions.ts';
import { createTenants, type Tenants } from './tenants.ts';

/** Who may see what, as the access file says now. */
export interface AccessRegistry extends AsyncDisposable {
  /** Whether there is no access file, so that everybody sees everything. */
  readonly isOpen: boolean;
  readonly clock: Clock;
  /** Who may see what of whom, in the order of the file; none while access is open. */
  tenants(): readonly { readonly name: string; readonly partners: '*' | readonly string[] }[];
  /**
   * Tells who shows a credential.
   *
   * @throws {SignInError} if it is nobody
   * @throws {LandfallError} UPSTREAM_* if the keys to verify a token cannot be had now
   */
  signIn(credential: Credential): Promise<Session>;
  /** Calls `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Reads the file now, and secrets with it. @returns what is wrong; the last good version stays */
  reload(): Promise<readonly FileIssue[]>;
}

export interface AccessRegistryOptions {
  readonly file: string;
  readonly logger: Logger;
  /** Where `${env:NAME}` is looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How keys of the token issuer are fetched; the registry opens and closes one of its own unless given. */
  readonly outbound?: Outbound;
  readonly clock?: Clock;
  /** Hold for everybody where there is no file. @default {@link defaultCallerLimits} */
  readonly openLimits?: Partial<CallerLimits> | undefined;
}

/**
 * Loads the access file and follows it while running. Where there is none, access is open until there is one. A version
 * that is faulty is logged and the one before stays in force; so it does when the file is taken away.
 *
 * @throws {LandfallError} CONFIG_INVALID at the start, listing every fault
 */
export async function openAccessRegistry(options: AccessRegistryOptions): Promise<AccessRegistry> {
  const file = resolve(options.file);
  const { logger, env, clock = systemClock } = options;
  const first = await readAccess(file, env);
  if (first !== undefined && 'faults' in first) {
    const lines = first.faults.map(issueLine).join('\n  ');
    throw new LandfallError('CONFIG_INVALID', `${file} has ${first.faults.length} fault(s):\n  ${lines}`);
  }
  const outbound = options.outbound ?? createOutbound({ logger });
  const readToken = createReadToken({ keySets: createKeySets({ outbound, logger, clock }), clock, logger });
  let access = first?.access;
  if (first !== undefined) warnOfInlineSecrets(first, logger);
  const current = () => tenants;
  let tenants: Tenants | undefined = access && createTenants(access, current);
  const listeners = new Set<() => void>();

  const read = async (): Promise<readonly FileIssue[]> => {
    const found = await readAccess(file, env);
    if (found === undefined) {
      if (access !== undefined) logger.error({ accessFile: file }, 'the access file no longer exists; its last version stays in force');
      return [];
    }
    if ('faults' in found) {
      logger.error(
        { accessFile: file, faults: found.faults.map(issueLine) },
        'the access file is invalid; its last valid version stays in force',
      );
      return found.faults;
    }
    if (isDeepStrictEqual(found.access, access)) return [];
    access = found.access;
    tenants = createTenants(access, current);
    warnOfInlineSecrets(found, logger);
    logger.info({ accessFile: file, tenants: Object.keys(access.tenants) }, 'access changed');
    for (const listener of listeners) listener();
    return [];
  };
  const isOfInterest = (name: string) => name === basename(file);
  const files = reloadFolder(dirname(file), { what: 'the access file', isOfInterest, read, logger });

  const findSession = createFindSession(current, readToken, options.openLimits);
  return {
    get isOpen() {
      return tenants === undefined;
    },
    clock,
    tenants: () => Object.entries(access?.tenants ?? {}).map(([name, { partners }]) => ({ name, partners })),
    signIn: async (credential) => {
      const session = await findSession(credential);
      if ('fault' in session) throw new SignInError(refusals[credential.kind], session);
      return session;
    },
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

/** What a stranger is told: which credential was seen, and not what is wrong with it. */
const refusals: Readonly<Record<Credential['kind'], string>> = {
  none: 'Expected Authorization: Bearer <token> or x-api-key: <key>, got neither.',
  unclear: 'Expected one of Authorization: Bearer <token> and x-api-key: <key>, got both or something else.',
  token: 'The token is invalid.',
  key: 'The API key is unknown.',
};

function warnOfInlineSecrets({ warnings }: ReadAccess, logger: Logger): void {
  if (warnings.length > 0) logger.warn({ warnings: warnings.map(issueLine) }, 'secrets are written into the access file');
}

interface ReadAccess {
  readonly access: Access;
  readonly warnings: readonly FileIssue[];
}

/** @returns undefined when there is no file */
async function readAccess(
  file: string,
  env: AccessRegistryOptions['env'],
): Promise<ReadAccess | { readonly faults: readonly FileIssue[] } | undefined> {
  const fileName = basename(file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    if (text.code === 'ENOENT') return undefined;
    return { faults: [{ file: fileName, line: 1, column: 1, path: '', message: `cannot be read (${text.code})` }] };
  }
  const parsed = parseAccess(text, { fileName, env, readSecretFile: (path) => readFileSync(path, 'utf8') });
  return 'faults' in parsed ? parsed : { access: parsed.value, warnings: parsed.warnings };
}
