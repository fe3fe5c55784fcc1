import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { GraphQLError } from 'graphql';
import * as z from 'zod';
import { createOrigins, type Origins } from '../access/origins.ts';
import type { Session } from '../access/sessions.ts';
import { createSharedRate } from '../access/shared-rate.ts';
import type { SharedCounts } from '../cache/shared-counts.ts';
import type { Config } from '../config.ts';
import { LandfallError } from '../errors.ts';
import { refusal } from '../graphql/client-errors.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { DocumentRequest } from './graphql-context.ts';

/** Decides which requests are accepted, independent of their operations. */
export interface RequestPolicy {
  readonly origins: Origins;
  /** Host names under which unauthenticated requests are answered while access is open. */
  readonly openHosts: 'any' | 'loopback';
  /**
   * Whether a websocket may also sign in with the headers of its handshake, in which routers repeat those of their
   * client.
   */
  readonly handshakeCredentials: boolean;
  readonly rate: ReturnType<typeof createRequestRate>;
  readonly parseBudget: ParseBudget;
  readonly queryTextOf: QueryTextOf;
  /** Whether clients may use introspection. */
  readonly introspection: boolean;
}

/** Returns the query text that a request names, or the error to respond with. */
export type QueryTextOf = (request: DocumentRequest) => string | GraphQLError;

/** The tenant of a request and its limits. */
type Limited = Pick<Session, 'tenant' | 'limits'>;

/**
 * @param parts.counts shared by all processes of this kind. Default: this process counts alone
 * @param parts.own documents of this program itself, which are always trusted
 * @throws {LandfallError} CONFIG_INVALID when the manifest of trusted documents is invalid
 */
export function policyOf(
  config: Pick<Config, 'ALLOWED_ORIGINS' | 'OPEN_ACCESS' | 'INTROSPECTION'> &
    Partial<Pick<Config, 'ALLOWED_HEADERS' | 'TRUSTED_DOCUMENTS'>>,
  { counts, own = [] }: { readonly counts?: SharedCounts | undefined; readonly own?: readonly string[] } = {},
): RequestPolicy {
  const { ALLOWED_ORIGINS, ALLOWED_HEADERS, OPEN_ACCESS, TRUSTED_DOCUMENTS, INTROSPECTION } = config;
  return {
    origins: createOrigins(ALLOWED_ORIGINS, ALLOWED_HEADERS),
    openHosts: OPEN_ACCESS ? 'any' : 'loopback',
    handshakeCredentials: false,
    rate: createRequestRate(systemClock, counts),
    parseBudget: createParseBudget(systemClock, counts),
    queryTextOf: TRUSTED_DOCUMENTS === undefined ? anyDocument : openTrustedDocuments(TRUSTED_DOCUMENTS, own),
    introspection: INTROSPECTION,
  };
}

/** Limits the rate of requests of each tenant. @param counts shared by all gateways. Default: this process counts by itself */
export function createRequestRate(clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts) {
  const rate = createSharedRate({ name: 'requests', clock, counts });
  return {
    /** Counts a request, unless the limit is reached. @returns RATE_LIMITED, with `retryAfter` in seconds */
    async admit({ tenant, limits: { requestsPerMinute: perMinute } }: Limited): Promise<GraphQLError | undefined> {
      const retryAfter = await rate.begin({ tenant, perMinute });
      return retryAfter === undefined ? undefined : rateLimited(`At most ${perMinute} requests a minute are allowed.`, retryAfter);
    },
  };
}

export type ParseBudget = ReturnType<typeof createParseBudget>;

/**
 * Limits the time per tenant for parsing and validating new documents, because malicious operations would delay all
 * other callers. Cached documents are free, and most clients send the same few.
 *
 * @param counts counters shared by all gateways. Default: this process counts by itself
 */
export function createParseBudget(clock: Pick<Clock, 'now'> = systemClock, counts?: SharedCounts) {
  const rate = createSharedRate({ name: 'parse-budget', clock, counts });
  const spenderOf = ({ tenant, limits }: Limited) => ({ tenant, perMinute: limits.parseMsPerMinute });
  return {
    /** Checks the tenant's budget. @returns RATE_LIMITED, with `retryAfter` in seconds, when it is used up */
    admit(session: Limited): GraphQLError | undefined {
      const retryAfter = rate.waitOf(spenderOf(session));
      const rule = 'Too much time was spent on parsing new operations; known operations are still accepted.';
      return retryAfter === undefined ? undefined : rateLimited(rule, retryAfter);
    },
    /** Charges the time that one document took to the tenant's budget. */
    spent: (session: Limited, ms: number) => rate.spend(spenderOf(session), ms),
  };
}

function rateLimited(rule: string, retryAfter: number): GraphQLError {
  const error = refusal('RATE_LIMITED', `${rule} Try again in ${retryAfter} s.`);
  error.extensions['retryAfter'] = retryAfter;
  return error;
}

/** Returns the seconds after which a rate-limited request may be repeated; undefined for other errors. */
export function retryAfterOf(error: GraphQLError | undefined): number | undefined {
  const retryAfter = error?.extensions['retryAfter'];
  return typeof retryAfter === 'number' ? retryAfter : undefined;
}

/** Accepts every query text; knows no document ids. */
export const anyDocument: QueryTextOf = ({ query, extensions }) => {
  if (query) return query;
  // Apollo Client sends the query next, if the answer to its hash is exactly this one.
  if (extensions?.['persistedQuery']) return refusal('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  return refusal('BAD_REQUEST', 'Expected query as a string: this server has no trusted documents.');
};

/**
 * Accepts no query text: gateways send other documents than their clients do, so a manifest of clients' documents does
 * not apply.
 */
export const noDocument: QueryTextOf = () => untrusted('Only documents of gateways are executed here.');

/**
 * Reads a manifest, a JSON object of documents by the SHA-256 of their text in hex. Only these documents are executed.
 *
 * @param own additional documents of this program
 * @throws {LandfallError} CONFIG_INVALID if it cannot be read, or a hash does not match its document
 */
export function openTrustedDocuments(path: string, own: readonly string[] = []): QueryTextOf {
  const texts = new Map(Object.entries(readManifest(path)));
  const wrong = [...texts].filter(([id, text]) => documentIdOf(text) !== id).map(([id]) => id);
  if (wrong.length > 0)
    throw new LandfallError('CONFIG_INVALID', `TRUSTED_DOCUMENTS: ${path}: not the hash of its document: ${wrong.join(', ')}`);
  const trusted = new Set([...texts.values(), ...own]);
  return ({ query, documentId, extensions }) => {
    const { sha256Hash } = (extensions?.['persistedQuery'] ?? {}) as { sha256Hash?: unknown };
    const id = documentId ?? sha256Hash;
    if (typeof id !== 'string') return query && trusted.has(query) ? query : untrusted('Only documents of the manifest are executed.');
    const name = id.replace(/^sha256:/, '');
    return texts.get(name) ?? untrusted(`There is no document ${JSON.stringify(name.slice(0, 80))} in the manifest.`);
  };
}

/** Returns the id of a document: the SHA-256 of its text, in hex. */
export function documentIdOf(text: string): string {
  return hash('sha256', text);
}

const manifestShape = z.record(z.string(), z.string());

function readManifest(path: string): Readonly<Record<string, string>> {
  try {
    return manifestShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    const message = syscall
      ? `${path} cannot be read (${code}). Create it, or correct the setting.`
      : `${path}: expected a JSON object of documents by their SHA-256.`;
    throw new LandfallError('CONFIG_INVALID', `TRUSTED_DOCUMENTS: ${message}`, { cause });
  }
}

function untrusted(message: string): GraphQLError {
  return refusal('DOCUMENT_NOT_TRUSTED', message);
}

/** Creates the policy without any setting, which restricts nothing. It counts by itself what callers use. */
export function openPolicy(): RequestPolicy {
  return policyOf({ ALLOWED_ORIGINS: [], OPEN_ACCESS: true, INTROSPECTION: true });
}
