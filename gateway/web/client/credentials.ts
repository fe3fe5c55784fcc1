import { LandfallClientError } from './client-error.ts';

/** Who asks: by a token, or by an API key. */
export type Credential =
  | {
      readonly bearer: string;
      /** Milliseconds since 1970. Known, the token is replaced before it ends; else when the server says that it has. */
      readonly expiresAt?: number;
    }
  | { readonly apiKey: string };

/** Gives the credential of now; undefined where the server is open to everybody. */
export type TokenProvider = () => Credential | undefined | Promise<Credential | undefined>;

/** The credentials of one client. */
export interface Credentials {
  /** The last one unless it is known to have ended, else a fresh one. @throws {LandfallClientError} TOKEN_UNAVAILABLE */
  current(): Promise<Credential | undefined>;
  /** Asks the provider; whoever asks meanwhile gets the same. @throws {LandfallClientError} TOKEN_UNAVAILABLE */
  fresh(): Promise<Credential | undefined>;
}

export function createCredentials(provider: TokenProvider = () => undefined): Credentials {
  let last: Credential | undefined;
  let asked: Promise<Credential | undefined> | undefined;
  const ask = async (): Promise<Credential | undefined> => {
    try {
      last = await provider();
      return last;
    } catch (cause) {
      throw new LandfallClientError('TOKEN_UNAVAILABLE', 'The token provider failed.', { kind: 'passing', cause });
    }
  };
  const fresh = (): Promise<Credential | undefined> => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return {
    fresh,
    current: async () => (last === undefined || refreshDelay(last, Date.now()) === 0 ? fresh() : last),
  };
}

/** Tokens are replaced so long before they end, or when half of a shorter rest is over. */
const marginMs = 30_000;
/** Between two attempts to replace one that is about to end. */
const leastDelayMs = 1_000;
/** Timers take no longer waits than 24 days. */
const longestDelayMs = 86_400_000;

/** @returns milliseconds until the credential should be replaced: 0 when it has ended; undefined when that is not known */
export function refreshDelay(credential: Credential | undefined, now: number): number | undefined {
  if (credential === undefined || 'apiKey' in credential || credential.expiresAt === undefined) return undefined;
  const rest = credential.expiresAt - now;
  return rest <= 0 ? 0 : Math.min(longestDelayMs, Math.max(leastDelayMs, rest - marginMs, rest / 2));
}

/** Headers of a request, and the payload of a websocket's `connection_init` and `ping`. */
export function headersOf(credential: Credential | undefined): Readonly<Record<string, string>> {
  if (credential === undefined) return {};
  return 'apiKey' in credential ? { 'x-api-key': credential.apiKey } : { authorization: `Bearer ${credential.bearer}` };
}
