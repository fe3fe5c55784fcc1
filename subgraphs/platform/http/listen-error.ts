import { LandfallError } from '../errors.ts';

/** Cause and remedy for the operator, by the error code of the system. */
const remedies: Readonly<Record<string, (setting: string) => string>> = {
  EADDRINUSE: (setting) => `another process listens there (EADDRINUSE). End that process, or choose another port with ${setting}.`,
  EACCES: (setting) => `permission is denied (EACCES). Choose a port above 1023 with ${setting}.`,
  EADDRNOTAVAIL: () => 'this machine does not have the address (EADDRNOTAVAIL). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
  ENOTFOUND: () => 'the name is unknown (ENOTFOUND). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
  EAI_AGAIN: () => 'the name cannot be resolved (EAI_AGAIN). Choose 127.0.0.1, 0.0.0.0 or an address of this machine.',
};

/**
 * Explains an error of listening. Errors that are not about the address are returned unchanged.
 *
 * @param where.setting the setting that selects the port, such as `PORT` or `--port`
 */
export function listenError(
  cause: unknown,
  { host, port, setting }: { readonly host: string; readonly port: number; readonly setting: string },
): unknown {
  const remedy = cause instanceof Error && 'code' in cause ? remedies[String(cause.code)] : undefined;
  if (remedy === undefined) return cause;
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new LandfallError('CONFIG_INVALID', `Cannot listen on ${address}: ${remedy(setting)}`, { cause });
}
