import { LandfallClientError } from './client-error.ts';

/** A bearer token or an API key. */
export type Credential =
  | {
      readonly bearer: string;
      /**
       * Milliseconds since 1970. If set, the token is replaced before it expires, otherwise when the server rejects it.
       */
      readonly expiresAt?: number;
    }
  | { readonly apiKey: string };

/** Returns the current credential; undefined for a server that requires none. */
export type TokenProvider = () => Credential | undefined | Promise<Credential | undefined>;

/** The credentials of one client. */
export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(provider: TokenProvider = () => undefined) {
  let last: Credential | undefined;
  let pending: Promise<Credential | undefined> | undefined;
  const callProvider = async (): Promise<Credential | undefined> => {
    try {
      last = await provider();
      return last;
    } catch (cause) {
      throw new LandfallClientError('TOKEN_UNAVAILABLE', 'The token provider failed.', { kind: 'transient', cause });
    }
  };
  const fresh = (): Promise<Credential | undefined> => {
    pending ??= callProvider().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    /** Calls the provider; concurrent calls share the result. @throws {LandfallClientError} TOKEN_UNAVAILABLE */
    fresh,
    /**
     * Returns the current credential unless it has expired, otherwise a new one. @throws {LandfallClientError}
     * TOKEN_UNAVAILABLE
     */
    current: async (): Promise<Credential | undefined> => (last === undefined || refreshDelayMs(last, Date.now()) === 0 ? fresh() : last),
  };
}

/** Tokens are replaced this long before they expire, or after half of their lifetime if that is shorter. */
const marginMs = 30_000;
/** Minimum time between two attempts to replace a token that is about to expire. */
const minDelayMs = 1_000;
/** Maximum delay of a timer, 24 days. */
const maxDelayMs = 86_400_000;

/**
 * Returns the milliseconds until the credential should be replaced: 0 if it has expired; undefined if its expiry is
 * unknown.
 */
export function refreshDelayMs(credential: Credential | undefined, now: number): number | undefined {
  if (credential === undefined || 'apiKey' in credential || credential.expiresAt === undefined) return undefined;
  const leftMs = credential.expiresAt - now;
  return leftMs <= 0 ? 0 : Math.min(maxDelayMs, Math.max(minDelayMs, leftMs - marginMs, leftMs / 2));
}

/** Returns the headers of a request, which are also the payload of `connection_init` and `ping`. */
export function headersOf(credential: Credential | undefined): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  return 'apiKey' in credential ? { 'x-api-key': credential.apiKey } : { authorization: `Bearer ${credential.bearer}` };
}
