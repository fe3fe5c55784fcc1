import { legFilters } from '@landfall/dcsa/filters.ts';
import { isDay } from '@landfall/dcsa/instant.ts';
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

/** The attributes of a notice that are indexed, not validated yet. */
export interface IndexedNotice {
  readonly transportDocumentReference?: unknown;
  readonly transport?: unknown;
  readonly utilizedTransportEquipments?: unknown;
  readonly documentParties?: unknown;
}

/**
 * Returns the index terms of the parties that a notice names by codes, each once. They decide who may see the notice.
 */
export function partyTermsOf(notice: object): string[] {
  const codes = listIn(notice, 'documentParties').flatMap((party) => listIn(asObject(party), 'identifyingCodes').map(asObject));
  const terms = codes.flatMap((code) => {
    const [codeListProvider, partyCode] = [textIn(code, 'codeListProvider'), textIn(code, 'partyCode')];
    return codeListProvider === undefined || partyCode === undefined ? [] : [partyTermOf({ codeListProvider, partyCode })];
  });
  return [...new Set(terms)];
}

/** Returns the index entries of a notice (Arrival Notice 1.0.1, GET filters). Values of a wrong type are not indexed. */
export function indexOfNotice(partner: string, notice: IndexedNotice): VersionIndex {
  const terms = new Set<string>([termOf('partner', partner), ...partyTermsOf(notice)]);
  add(terms, 'document', notice.transportDocumentReference);
  for (const equipment of listIn(notice, 'utilizedTransportEquipments')) {
    const reference = textIn(objectIn(equipment, 'equipment'), 'equipmentReference');
    if (reference !== undefined) add(terms, 'equipment', normalEquipmentReference(reference));
  }
  const transport = objectIn(notice, 'transport');
  addPort(terms, objectIn(transport, 'portOfDischarge'));
  const groups: Record<string, string>[] = [];
  for (const leg of listIn(transport, 'legs')) {
    const group = legAttributesOf(objectIn(leg, 'vesselVoyage'));
    if (Object.keys(group).length === 0) continue;
    groups.push(group);
    for (const [name, value] of Object.entries(group)) for (const each of spellingsOf(name, value)) terms.add(termOf(name, each));
  }
  const date = textIn(objectIn(transport, 'portOfDischargeArrivalDate'), 'value');
  return { terms: [...terms], groups, ...(date !== undefined && isDay(date) ? { date } : {}) };
}

/**
 * Returns the index entries of a notification, which has port and date at its root. In the standard it has no parties,
 * and without them it is hidden from callers who are limited to some parties.
 */
export function indexOfNotification(partner: string, notification: object): VersionIndex {
  const terms = new Set<string>([termOf('partner', partner), ...partyTermsOf(notification)]);
  add(terms, 'document', textIn(notification, 'transportDocumentReference'));
  for (const reference of listIn(notification, 'equipmentReferences')) {
    if (typeof reference === 'string') add(terms, 'equipment', normalEquipmentReference(reference));
  }
  addPort(terms, objectIn(notification, 'portOfDischarge'));
  const date = textIn(objectIn(notification, 'portOfDischargeArrivalDate'), 'value');
  return { terms: [...terms], groups: [], ...(date !== undefined && isDay(date) ? { date } : {}) };
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
function legAttributesOf(source: object | undefined): Record<string, string> {
  const written: Partial<Record<(typeof legFilters)[number], string>> = {};
  for (const name of legFilters) {
    const value = textIn(source, name);
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

/** Indexes a port by its code as received and as normalized by matching. */
function addPort(terms: Set<string>, place: object | undefined): void {
  const port = textIn(place, 'UNLocationCode');
  add(terms, 'portOfDischarge', port);
  add(terms, 'portOfDischarge', normalUNLocationCode(port));
}

/** Equipment references are compared in upper case and without blanks. */
function normalEquipmentReference(reference: string): string {
  return reference.replaceAll(/\s/g, '').toUpperCase();
}

/** Returns a term of the store's index. Lone surrogates, which UTF-8 cannot represent, are replaced in rows and in queries. */
export function termOf(kind: string, value: string): string {
  return `${kind}:${value}`.toWellFormed();
}

function add(terms: Set<string>, kind: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') terms.add(termOf(kind, value));
}

function textIn(source: object | undefined, name: string): string | undefined {
  const value: unknown = source === undefined ? undefined : Reflect.get(source, name);
  return typeof value === 'string' ? value : undefined;
}

function objectIn(source: unknown, name: string): object | undefined {
  const holder = asObject(source);
  return holder === undefined ? undefined : asObject(Reflect.get(holder, name));
}

function asObject(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function listIn(source: object | undefined, name: string): readonly unknown[] {
  const value: unknown = source === undefined ? undefined : Reflect.get(source, name);
  return Array.isArray(value) ? value : [];
}
