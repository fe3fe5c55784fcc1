import type { Logger } from '../logger.ts';
import type { PartnerRegistry } from '../partners/registry.ts';
import type { AccessRegistry, RegisteredTenant } from './access-registry.ts';

/**
 * Warns of tenants whose rights name a partner without a file, possibly by a typo: at the start, and after each change
 * of the access file or of the partners. It is only a warning, because the partner's file may be added later.
 */
export function warnOfUnknownPartners(parts: {
  readonly access: {
    readonly tenants: () => readonly Pick<RegisteredTenant, 'name' | 'partners'>[];
  } & Pick<AccessRegistry, 'onChange'>;
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
  const unsubscribe = [access.onChange(check), partners.onChange(check)];
  check();
  return {
    [Symbol.dispose]: () => {
      for (const each of unsubscribe) each();
    },
  };
}
