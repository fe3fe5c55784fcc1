import { createServer, type Server } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';

export interface OidcProviderOptions {
  /** The audience in its access tokens. */
  readonly audience: string;
  /** Lifetime of its access tokens. */
  readonly tokenSeconds?: number;
  /** Whether it issues refresh tokens to the client. */
  readonly refreshes?: boolean;
}

/** A real OpenID provider on loopback. It accepts any name and password. All people belong to the tenant `blue`. */
export interface OidcProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly jwksUri: string;
  /** Registers the public client of the pages of a server. */
  register(clientId: string, serverUrl: string): void;
  /** Resolves with the next token that it issues for a grant type. */
  nextToken(grantType: 'authorization_code' | 'refresh_token'): Promise<void>;
  /** Drops all sessions and tokens. */
  forget(): void;
  /** Stops listening. Its sessions are kept. */
  stop(): Promise<void>;
  /** Listens again, at the same address. */
  start(): Promise<void>;
}

/** Opens a provider that is listening. */
export async function openOidcProvider({ audience, tokenSeconds = 600, refreshes = false }: OidcProviderOptions): Promise<OidcProvider> {
  const server = createServer();
  await listen(server, 0);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const records = new Map<string, Record<string, unknown>>();
  const provider = new Provider(issuer, configurationOf({ audience, tokenSeconds, refreshes, records }));
  server.on('request', provider.callback());
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    issuer,
    jwksUri: `${issuer}/jwks`,
    register: (clientId, serverUrl) => {
      records.set(`Client:${clientId}`, {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${serverUrl}/sign-in`],
        post_logout_redirect_uris: [`${serverUrl}/sign-in`],
      });
    },
    nextToken: (grantType) =>
      new Promise((resolve) => {
        const onGrant = (context: { oidc: { params?: Record<string, unknown> | undefined } }) => {
          if (context.oidc.params?.['grant_type'] !== grantType) return;
          provider.off('grant.success', onGrant);
          resolve();
        };
        provider.on('grant.success', onGrant);
      }),
    forget: () => {
      for (const key of records.keys()) if (!key.startsWith('Client:')) records.delete(key);
    },
    stop,
    start: () => listen(server, port),
    [Symbol.asyncDispose]: () => (server.listening ? stop() : Promise.resolve()),
  };
}

interface Configured extends Required<OidcProviderOptions> {
  readonly records: Map<string, Record<string, unknown>>;
}

function configurationOf({ audience, tokenSeconds, refreshes, records }: Configured): Configuration {
  return {
    adapter: (kind) => adapterOf(kind, records),
    cookies: { keys: ['a key of a test'] },
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: `Person ${accountId}` }) }),
    clientBasedCORS: () => true,
    extraTokenClaims: () => ({ tenant: 'blue' }),
    issueRefreshToken: () => refreshes,
    ttl: { Interaction: 3_600, Session: 3_600, Grant: 3_600, IdToken: 3_600, AccessToken: tokenSeconds, RefreshToken: 3_600 },
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://landfall.example/api',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt', accessTokenTTL: tokenSeconds }),
      },
    },
  };
}

/** Keeps records in memory. The library's own store would share them between the providers of a process. */
function adapterOf(kind: string, records: Map<string, Record<string, unknown>>) {
  const keyOf = (id: string) => `${kind}:${id}`;
  const findBy = (name: string, value: string) =>
    [...records].find(([key, record]) => key.startsWith(`${kind}:`) && record[name] === value)?.[1];
  return {
    upsert: async (id: string, record: object) => void records.set(keyOf(id), { ...record }),
    find: async (id: string) => records.get(keyOf(id)),
    findByUid: async (uid: string) => findBy('uid', uid),
    findByUserCode: async (userCode: string) => findBy('userCode', userCode),
    consume: async (id: string) => void Object.assign(records.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
    destroy: async (id: string) => void records.delete(keyOf(id)),
    revokeByGrantId: async (grantId: string) => {
      for (const [key, record] of records) if (record['grantId'] === grantId) records.delete(key);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
