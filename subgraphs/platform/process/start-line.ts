import type { AccessRegistry } from '../access/access-registry.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';

export interface StartLineParts {
  readonly config: Pick<Config, 'ACCESS_FILE' | 'PARTNERS_DIR' | 'given'>;
  readonly access: Pick<AccessRegistry, 'isOpen' | 'tenants'>;
  /** Absent: partners are the business of other processes. */
  readonly partners?: Pick<PartnerRegistry, 'partners'> | undefined;
}

/** Tells an operator what a process has loaded, for its line `listening`: who has access, and which partners there are. */
export function loadedOf({ config, access, partners }: StartLineParts): object {
  return {
    access: access.isOpen ? 'open: every caller sees all data' : `as ${config.ACCESS_FILE} says`,
    tenants: access.tenants().map(({ name }) => name),
    ...(partners === undefined ? {} : { partnersDir: config.PARTNERS_DIR, partners: partners.partners().map(({ id }) => id) }),
  };
}

/** Warns where a file was named that is to limit access and does not exist. It may come later. */
export function warnOfMissingAccessFile({ config, access }: StartLineParts, logger: Pick<Logger, 'warn'>): void {
  if (!access.isOpen || !config.given.has('ACCESS_FILE')) return;
  logger.warn({ accessFile: config.ACCESS_FILE }, 'ACCESS_FILE names a file that does not exist: access is open until it does');
}
