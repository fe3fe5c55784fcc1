import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { type AccessRegistry, openAccessRegistry } from '#platform/access/access-registry.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { type Issuer, openIssuer } from '../credentials/issuer.ts';
import { type MemoryLog, openMemoryLog } from '../credentials/memory-log.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';

/** The tenants of an access file, by their names. */
export type TenantsWritten = Readonly<Record<string, object>>;

/** An access file that is followed, and an issuer of tokens. */
export interface OpenAccess extends AsyncDisposable {
  readonly access: AccessRegistry;
  readonly issuer: Issuer;
  readonly clock: HandClock;
  readonly log: MemoryLog;
  readonly file: string;
  /** Replaces the file, with the rules for tokens unless others are given. */
  write(tenants: TenantsWritten, more?: object): Promise<void>;
  /** Creates headers, or a websocket's payload, with a token of the tenant that is valid for ten minutes. */
  tokenOf(tenant: string, claims?: JWTPayload): Promise<{ authorization: string }>;
}

/** Opens the access file, with API keys as in {@link keyOf}. */
export async function openAccess(tenants: TenantsWritten): Promise<OpenAccess> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'access.yaml');
  const [issuer, clock, log] = [await openIssuer(), createHandClock(), openMemoryLog()];
  const jwt = { jwksUri: issuer.jwksUri, issuer: issuer.name, audience: 'landfall' };
  const write: OpenAccess['write'] = async (written, more = {}) => {
    await writeFile(`${file}.new`, JSON.stringify({ jwt, tenants: written, allowPrivate: true, ...more }));
    await rename(`${file}.new`, file);
  };
  await write(tenants);
  const access = await openAccessRegistry({ file, logger: log.logger, env: {}, clock });
  return {
    access,
    issuer,
    clock,
    log,
    file,
    write,
    tokenOf: async (tenant, claims = {}) => {
      const exp = Math.floor(clock.now() / 1_000) + 600;
      return { authorization: `Bearer ${await issuer.issue({ aud: 'landfall', tenant, exp, ...claims })}` };
    },
    [Symbol.asyncDispose]: async () => {
      await access[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Returns the API key of a tenant, as it is sent and as it is written in the file. */
export function keyOf(tenant: string): { readonly sent: { 'x-api-key': string }; readonly written: { apiKeys: { sha256: string }[] } } {
  const key = `key-of-${tenant}`;
  return { sent: { 'x-api-key': key }, written: { apiKeys: [{ sha256: createHash('sha256').update(key).digest('hex') }] } };
}
