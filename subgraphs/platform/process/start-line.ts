import type { AccessRegistry } from '../access/access-registry.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';

export interface StartLineParts {
  readonly config: Pick<Config, 'ACCESS_FILE' | 'PARTNERS_DIR' | 'given'>;
  readonly access: Pick<AccessRegistry, 'isOpen' | 'tenants'>;
  /** Absent if other processes load the partners. */
  readonly partners?: Pick<PartnerRegistry, 'partners'> | undefined;
}

/** Returns the fields of the log line `listening`: access, tenants and partners. */
export function loadedOf({ config, access, partners }: StartLineParts): object {
  return {
    access: access.isOpen ? 'open: every caller sees all data' : `as ${config.ACCESS_FILE} says`,
    tenants: access.tenants().map(({ name }) => name),
    ...(partners === undefined ? {} : { partnersDir: config.PARTNERS_DIR, partners: partners.partners().map(({ id }) => id) }),
  };
}

/** Warns if ACCESS_FILE names a file that does not exist. The file may be created later. */
export function warnOfMissingAccessFile({ config, access }: StartLineParts, logger: Pick<Logger, 'warn'>): void {
  if (!access.isOpen || !config.given.has('ACCESS_FILE')) return;
  logger.warn({ accessFile: config.ACCESS_FILE }, 'ACCESS_FILE names a file that does not exist: access is open until it exists');
}
