import { legFilters } from '@landfall/dcsa/filters.ts';
import { isDay } from '@landfall/dcsa/instant.ts';
import { listAt, normalEquipmentReference, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { foldedName, foldedNumber, normalKeys, normalNumbers, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { partyTermOf } from '#platform/access/visibility.ts';
import type { VersionFilter, VersionIndex } from '#platform/store/version-store.ts';
import type { GivenFilter } from '#platform/wire/filter-strings.ts';
import type { ArrivalNoticeFilter } from './generated/schema.ts';

/**
 * Identity of a notice: publisher, document and label. Two publishers may use equal references and labels by chance.
 */
export interface NoticeKey {
  readonly partner: string;
  readonly transportDocumentReference: string;
  /** Undefined for the notice without label. An empty label counts as absent. */
  readonly typeLabel?: string | undefined;
}

/** Returns the id of a notice in the store. JSON separates the parts unambiguously. */
export function entityIdOf({ partner, transportDocumentReference, typeLabel }: NoticeKey): string {
  return JSON.stringify(typeLabel ? [partner, transportDocumentReference, typeLabel] : [partner, transportDocumentReference]);
}

/** Parses an id created by {@link entityIdOf}. */
export function noticeKeyOf(entityId: string): NoticeKey {
  const [partner, transportDocumentReference, typeLabel] = JSON.parse(entityId);
  return { partner, transportDocumentReference, typeLabel };
}

/**
 * Returns the index terms of the parties that a notice names by codes, each once. They decide who may see the notice.
 */
export function partyTermsOf(notice: object): string[] {
  const codes = listAt(notice, 'documentParties').flatMap((party) => listAt(party, 'identifyingCodes'));
  const terms = codes.flatMap((code) => {
    const [codeListProvider, partyCode] = [textAt(code, 'codeListProvider'), textAt(code, 'partyCode')];
    return codeListProvider === undefined || partyCode === undefined ? [] : [partyTermOf({ codeListProvider, partyCode })];
  });
  return [...new Set(terms)];
}

/** Returns the index entries of a notice (Arrival Notice 1.0.1, GET filters). Values of a wrong type are not indexed. */
export function indexOfNotice(partner: string, notice: object): VersionIndex {
  const references = listAt(notice, 'utilizedTransportEquipments').map((equipment) => textAt(equipment, 'equipment', 'equipmentReference'));
  const legs = listAt(notice, 'transport', 'legs').map((leg) => legAttributesOf(valueAt(leg, ['vesselVoyage'])));
  return indexOf(partner, notice, { arrivalAt: ['transport'], references, legs });
}

/**
 * Returns the index entries of a notification, which has port and date at its root. In the standard it has no parties,
 * and without them it is hidden from callers who are limited to some parties.
 */
export function indexOfNotification(partner: string, notification: object): VersionIndex {
  return indexOf(partner, notification, { arrivalAt: [], references: listAt(notification, 'equipmentReferences'), legs: [] });
}

/** @param parts.arrivalAt path of the object with port and date */
function indexOf(
  partner: string,
  document: object,
  parts: { arrivalAt: readonly string[]; references: readonly unknown[]; legs: readonly Readonly<Record<string, string>>[] },
): VersionIndex {
  const { arrivalAt, references, legs } = parts;
  const terms = new Set<string>([termOf('partner', partner), ...partyTermsOf(document)]);
  const add = (kind: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') terms.add(termOf(kind, value));
  };
  add('document', textAt(document, 'transportDocumentReference'));
  for (const reference of references) if (typeof reference === 'string') add('equipment', normalEquipmentReference(reference));
  const port = textAt(document, ...arrivalAt, 'portOfDischarge', 'UNLocationCode');
  // As received and as normalized by matching.
  add('portOfDischarge', port);
  add('portOfDischarge', normalUNLocationCode(port));
  for (const [name, value] of legs.flatMap(Object.entries<string>)) for (const each of spellingsOf(name, value)) add(name, each);
  const date = textAt(document, ...arrivalAt, 'portOfDischargeArrivalDate', 'value');
  const groups = legs.filter((leg) => Object.keys(leg).length > 0);
  return { terms: [...terms], groups, ...(date !== undefined && isDay(date) ? { date } : {}) };
}

/** The filters of the standard's GET and those of Landfall. Times have the format of `receivedAt`. */
export type NoticeFilter = GivenFilter<ArrivalNoticeFilter>;

/** Converts a filter to the store's terms. One leg has to meet all vessel, voyage and service conditions. */
export function versionFilterOf(filter: NoticeFilter): VersionFilter {
  const all: string[][] = [];
  const anyOf = (kind: string, values: readonly string[] | undefined) => {
    if (values !== undefined) all.push(values.map((value) => termOf(kind, value)));
  };
  anyOf('partner', filter.partners);
  anyOf('document', filter.transportDocumentReferences);
  anyOf('equipment', filter.equipmentReferences?.map(normalEquipmentReference));
  if (filter.portOfDischarge !== undefined)
    anyOf('portOfDischarge', [normalUNLocationCode(filter.portOfDischarge) ?? filter.portOfDischarge]);
  const sameGroup = legAttributesOf(filter);
  for (const [name, value] of Object.entries(sameGroup)) all.push(spellingsOf(name, value).map((each) => termOf(name, each)));
  return {
    all,
    // For a single attribute its term suffices.
    sameGroup: Object.keys(sameGroup).length < 2 ? undefined : sameGroup,
    dateMin: filter.portOfDischargeArrivalDateMin,
    dateMax: filter.portOfDischargeArrivalDateMax,
    receivedAfter: filter.receivedAfter,
    receivedBefore: filter.receivedBefore,
  };
}

/**
 * Returns the attributes of a leg, or of a filter on legs, normalized as in matching: without case, blanks and the
 * prefixes IMO and MV. Values that matching cannot normalize stay unchanged.
 */
function legAttributesOf(source: unknown): Record<string, string> {
  const written: Partial<Record<(typeof legFilters)[number], string>> = {};
  for (const name of legFilters) {
    const value = textAt(source, name);
    if (value !== undefined) written[name] = value;
  }
  const keys = normalKeys(written);
  const { carrierImportVoyageNumber, carrierServiceCode } = written;
  const numbers = normalNumbers({ owner: 'PARTNER', index: 0, carrierImportVoyageNumber, carrierServiceCode });
  const normal = {
    vesselIMONumber: keys.vesselIMONumber,
    vesselName: keys.vesselName?.toLowerCase(),
    carrierImportVoyageNumber: numbers?.carrierImportVoyageNumber,
    universalImportVoyageReference: keys.universalImportVoyageReference,
    carrierServiceCode: numbers?.carrierServiceCode,
    universalServiceReference: keys.universalServiceReference,
  };
  const attributes: Record<string, string> = {};
  for (const name of legFilters) {
    const value = normal[name] ?? written[name]?.trim().toWellFormed();
    if (value !== undefined && value !== '') attributes[name] = value;
  }
  return attributes;
}

/** Returns a value, and for a ship's name or a voyage number also the form that all its spellings have in common. */
function spellingsOf(name: string, value: string): string[] {
  if (name === 'vesselName') return [...new Set([value, foldedName(value.toUpperCase()).toLowerCase()])];
  return name === 'carrierImportVoyageNumber' ? [...new Set([value, foldedNumber(value)])] : [value];
}

/** Returns a term of the store's index. Lone surrogates, which UTF-8 cannot represent, are replaced in rows and in queries. */
export function termOf(kind: string, value: string): string {
  return `${kind}:${value}`.toWellFormed();
}
