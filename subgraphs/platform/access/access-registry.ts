import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LandfallError } from '../errors.ts';
import { createOutbound } from '../http/outbound.ts';
import type { Logger } from '../logger.ts';
import { reloadFolder } from '../partners/folder-reload.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';
import { createJwksCache } from '../partners/inbound-auth/signed-tokens.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import { type FileIssue, issueLine } from '../partners/yaml-file.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { type Access, defaultArrivalOpenDays, parseAccess, type SignInProvider } from './access-file.ts';
import type { CallerLimits, Entitlement } from './entitlement.ts';
import { type Credential, createFindSession, createReadToken, createTenants, type Session, type Tenant, type Tenants } from './sessions.ts';

/** The tenants and their rights in the current access file. */
export type AccessRegistry = Awaited<ReturnType<typeof openAccessRegistry>>;

export interface AccessRegistryOptions {
  readonly file: string;
  readonly logger: Logger;
  /** Source of `${env:NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
  /** Limits while access is open. @default {@link defaultCallerLimits} */
  readonly openLimits?: Partial<CallerLimits> | undefined;
}

/**
 * Loads the access file and watches it. Without a file, access is open until one is created. An invalid version is logged
 * and the previous one stays in force, as it does when the file is removed.
 *
 * @throws {LandfallError} CONFIG_INVALID at the start, listing all issues
 */
export async function openAccessRegistry(options: AccessRegistryOptions) {
  const file = resolve(options.file);
  const { logger, env, clock = systemClock } = options;
  const first = await readAccess(file, env);
  if (first !== undefined && 'issues' in first) {
    const lines = first.issues.map(issueLine).join('\n  ');
    throw new LandfallError('CONFIG_INVALID', `${file} has ${first.issues.length} issue(s):\n  ${lines}`);
  }
  // Fetches the keys of the token issuer.
  const outbound = createOutbound({ logger });
  const readToken = createReadToken(createJwksCache({ outbound, logger, clock }), clock, logger);
  let access = first?.access;
  if (first !== undefined) warnOfInlineSecrets(first, logger);
  const current = () => tenants;
  let tenants: Tenants | undefined = access && createTenants(access, current);

  const read = async (): Promise<readonly FileIssue[]> => {
    const found = await readAccess(file, env);
    if (found === undefined) {
      if (access === undefined) return [];
      logger.error({ accessFile: file }, 'the access file no longer exists; its last version stays in force');
      return [{ file: basename(file), line: 1, column: 1, path: '', message: 'no longer exists' }];
    }
    if ('issues' in found) {
      logger.error(
        { accessFile: file, issues: found.issues.map(issueLine) },
        'the access file is invalid; its last valid version stays in force',
      );
      return found.issues;
    }
    if (isDeepStrictEqual(found.access, access)) return [];
    access = found.access;
    tenants = createTenants(access, current);
    warnOfInlineSecrets(found, logger);
    logger.info({ accessFile: file, tenants: Object.keys(access.tenants) }, 'access changed');
    files.changed();
    return [];
  };
  const isOfInterest = (name: string) => name === basename(file);
  const files = reloadFolder(dirname(file), { what: 'the access file', isOfInterest, read, logger });

  const findSession = createFindSession(current, readToken, options.openLimits);
  return {
    /** Whether there is no access file, so that every caller sees all data. */
    get isOpen(): boolean {
      return tenants === undefined;
    },
    clock,
    /** Identity provider at which people sign in on pages of this server; undefined if they do not sign in. */
    get signInProvider(): SignInProvider | undefined {
      return access?.signIn;
    },
    /** Returns the tenants and their rights, in the order of the file; empty while access is open. */
    tenants: (): readonly Tenant[] => tenants?.all() ?? [],
    /** Days for which an arrival stays open after its last free day or its best known time. */
    get arrivalOpenDays(): number {
      return access?.arrivalOpenDays ?? defaultArrivalOpenDays;
    },
    /**
     * Signs a caller in with a credential.
     *
     * @throws {SignInError} if the credential is rejected
     * @throws {LandfallError} UPSTREAM_* if the keys for verifying a token are currently unavailable
     */
    signIn: async (credential: Credential): Promise<Session> => {
      const session = await findSession(credential);
      if ('reason' in session) throw new SignInError(refusals[credential.kind], session);
      return session;
    },
    /** Calls `listener` after each change until the returned function is called. */
    onChange: files.onChange,
    /** Reloads the file and its secrets. @returns the issues; if there are any, the last valid version stays in force */
    reload: files.reload,
    /** Returns why the file is not in force as it is, for `/readyz`; undefined if it is. */
    problem: files.problem,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await files[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

/** Messages for callers: they name the kind of credential, but not what is wrong with it. */
const refusals: Readonly<Record<Credential['kind'], string>> = {
  none: 'Expected Authorization: Bearer <token> or x-api-key: <key>, got neither.',
  ambiguous: 'Expected one of Authorization: Bearer <token> and x-api-key: <key>, got both or something else.',
  token: 'The token is invalid.',
  key: 'The API key is unknown.',
};

function warnOfInlineSecrets({ warnings }: ReadAccess, logger: Logger): void {
  if (warnings.length > 0) logger.warn({ warnings: warnings.map(issueLine) }, 'the access file contains inline secrets');
}

interface ReadAccess {
  readonly access: Access;
  readonly warnings: readonly FileIssue[];
}

/** @returns undefined if there is no file */
async function readAccess(
  file: string,
  env: AccessRegistryOptions['env'],
): Promise<ReadAccess | { readonly issues: readonly FileIssue[] } | undefined> {
  const fileName = basename(file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    if (text.code === 'ENOENT') return undefined;
    return { issues: [{ file: fileName, line: 1, column: 1, path: '', message: `cannot be read (${text.code})` }] };
  }
  const parsed = parseAccess(text, { fileName, env, readSecretFile: (path) => readFileSync(path, 'utf8') });
  return 'issues' in parsed ? parsed : { access: parsed.value, warnings: parsed.warnings };
}

/**
 * Warns of tenants whose rights name a partner without a file, possibly by a typo: at the start, and after each change
 * of the access file or of the partners. It is only a warning, because the partner's file may be added later.
 */
export function warnOfUnknownPartners(parts: {
  readonly access: Pick<AccessRegistry, 'onChange'> & {
    readonly tenants: () => readonly { readonly name: string; readonly entitlement: Pick<Entitlement, 'partners'> }[];
  };
  readonly partners: Pick<PartnerRegistry, 'find' | 'onChange'>;
  readonly logger: Pick<Logger, 'warn'>;
}): AsyncDisposable {
  const { access, partners, logger } = parts;
  let warned = '';
  const check = (): void => {
    const unknown = access.tenants().flatMap(({ name, entitlement: { partners: named } }) => {
      const missing = named === '*' ? [] : named.filter((id) => partners.find(id) === undefined);
      return missing.length === 0 ? [] : [{ tenant: name, partners: missing }];
    });
    const text = JSON.stringify(unknown);
    if (unknown.length > 0 && text !== warned) logger.warn({ unknown }, 'the access file names partners that have no file');
    warned = text;
  };
  const unsubscribe = [access.onChange(check), partners.onChange(check)];
  check();
  return {
    [Symbol.asyncDispose]: async () => {
      for (const each of unsubscribe) each();
    },
  };
}
