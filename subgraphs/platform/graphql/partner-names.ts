import type { Caller } from '../access/entitlement.ts';
import { maySeePartner } from '../access/visibility.ts';
import { constantFields } from '../cache/constant-fields.ts';
import type { PartnerRegistry } from '../partners/registry.ts';

/** A partner as callers see it. */
export interface PartnerName {
  readonly id: string;
  /** The name in the partner's file; the id if there is no such file, or if the caller may not see the partner. */
  readonly name: string;
}

/** Returns the name of a partner by its id. */
export type PartnerNameOf = (id: string) => PartnerName;

/**
 * Creates the lookup of partners' names for one caller. A partner that the caller may not see is treated like one that
 * does not exist.
 */
export function createPartnerNameOf(partners: Pick<PartnerRegistry, 'find'>, { entitlement }: Pick<Caller, 'entitlement'>): PartnerNameOf {
  return (id) => ({ id, name: (maySeePartner(entitlement, id) ? partners.find(id)?.name : undefined) ?? id });
}

interface PartnerContext {
  readonly partnerNameOf: PartnerNameOf;
}

/** Resolves the field `partner` of objects that have the partner's id. */
export const partnerField = constantFields({
  partner: ({ partner }: { readonly partner: string }, _: unknown, { partnerNameOf }: PartnerContext) => partnerNameOf(partner),
});

/** Resolves the field `partner` of reports. A report on an unavailable subgraph names no partner. */
export const sourceReportFields = constantFields({
  partner: ({ partner }: { readonly partner: string | null }, _: unknown, { partnerNameOf }: PartnerContext) =>
    partner === null ? null : partnerNameOf(partner),
});

/** Resolves the field `partner` of versions in the store. */
export const storedPartnerField = constantFields({
  partner: ({ stored }: { readonly stored: { readonly partner: string } }, _: unknown, { partnerNameOf }: PartnerContext) =>
    partnerNameOf(stored.partner),
});
