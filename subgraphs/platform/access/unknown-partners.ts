import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { AccessRegistry } from './access-registry.ts';

/**
 * Warns of tenants whose rights name a partner that no file describes, which may be a misspelt one: now, and after each
 * change of either. A partner's file may come later, so it is no fault.
 */
export function warnOfUnknownPartners(parts: {
  readonly access: Pick<AccessRegistry, 'tenants' | 'onChange'>;
  readonly partners: Pick<PartnerRegistry, 'find' | 'onChange'>;
  readonly logger: Pick<Logger, 'warn'>;
}): Disposable {
  const { access, partners, logger } = parts;
  let warned = '';
  const check = (): void => {
    const unknown = access.tenants().flatMap(({ name, partners: named }) => {
      const missing = named === '*' ? [] : named.filter((id) => partners.find(id) === undefined);
      return missing.length === 0 ? [] : [{ tenant: name, partners: missing }];
    });
    const text = JSON.stringify(unknown);
    if (unknown.length > 0 && text !== warned) logger.warn({ unknown }, 'the access file names partners that have no file');
    warned = text;
  };
  const forget = [access.onChange(check), partners.onChange(check)];
  check();
  return {
    [Symbol.dispose]: () => {
      for (const each of forget) each();
    },
  };
}
