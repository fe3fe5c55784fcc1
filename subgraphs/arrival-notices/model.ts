import { partyTermOf } from '#platform/access/visibility.ts';
import { normalKeys, normalNumbers, normalUNLocationCode } from '#platform/matching/claims/normal-values.ts';
import type { VersionFilter, VersionIndex } from '#platform/store/version-store.ts';
import { isDay } from '#platform/time/instant.ts';

/** Identity of a notice: publisher, document, kind. References and labels of two publishers may be equal by chance. */
export interface NoticeKey {
  readonly partner: string;
  readonly transportDocumentReference: string;
  /** Undefined is a value of its own: the notice without label. An empty label counts as none. */
  readonly typeLabel?: string | undefined;
}

/** The text under which the store keeps a notice. One key, one text: JSON separates the parts unmistakably. */
export function entityIdOf({ partner, transportDocumentReference, typeLabel }: NoticeKey): string {
  return JSON.stringify(typeLabel ? [partner, transportDocumentReference, typeLabel] : [partner, transportDocumentReference]);
}

/** Reads what {@link entityIdOf} wrote. */
export function noticeKeyOf(entityId: string): NoticeKey {
  const [partner, transportDocumentReference, typeLabel] = JSON.parse(entityId);
  return { partner, transportDocumentReference, typeLabel };
}

/** The parts of a notice that lists look into; everything is unknown until looked at. */
export interface IndexedNotice {
  readonly transportDocumentReference?: unknown;
  readonly transport?: unknown;
  readonly utilizedTransportEquipments?: unknown;
  readonly documentParties?: unknown;
}

/** The index terms of the parties that a notice names by codes, each once: who may see it hangs on them. */
export function partyTermsOf(notice: object): string[] {
  const codes = listIn(notice, 'documentParties').flatMap((party) => listIn(asObject(party), 'identifyingCodes').map(asObject));
  const terms = codes.flatMap((code) => {
    const [codeListProvider, partyCode] = [textIn(code, 'codeListProvider'), textIn(code, 'partyCode')];
    return codeListProvider === undefined || partyCode === undefined ? [] : [partyTermOf({ codeListProvider, partyCode })];
  });
  return [...new Set(terms)];
}

/** What a notice can be found by (Arrival Notice 1.0.1, GET filters). Values of a wrong type find nothing. */
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
    for (const [name, value] of Object.entries(group)) terms.add(termOf(name, value));
  }
  const date = textIn(objectIn(transport, 'portOfDischargeArrivalDate'), 'value');
  return { terms: [...terms], groups, ...(date !== undefined && isDay(date) ? { date } : {}) };
}

/**
 * What a notification can be found by. In it the port and the date stand at the root. The standard gives it no parties;
 * without them it shows itself to nobody who is limited to some.
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

/** The filters of the standard's GET, Landfall's own beside them. Times in the form of `receivedAt`. */
export interface NoticeFilter {
  readonly transportDocumentReferences?: readonly string[] | undefined;
  readonly equipmentReferences?: readonly string[] | undefined;
  readonly portOfDischarge?: string | undefined;
  readonly vesselIMONumber?: string | undefined;
  readonly vesselName?: string | undefined;
  readonly carrierImportVoyageNumber?: string | undefined;
  readonly universalImportVoyageReference?: string | undefined;
  readonly carrierServiceCode?: string | undefined;
  readonly universalServiceReference?: string | undefined;
  /** `YYYY-MM-DD`, inclusive. */
  readonly portOfDischargeArrivalDateMin?: string | undefined;
  readonly portOfDischargeArrivalDateMax?: string | undefined;
  readonly partners?: readonly string[] | undefined;
  readonly receivedAfter?: string | undefined;
  readonly receivedBefore?: string | undefined;
}

/** Puts a filter into the store's terms. One leg has to satisfy all vessel, voyage and service conditions together. */
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
  for (const [name, value] of Object.entries(sameGroup)) all.push([termOf(name, value)]);
  return {
    ...(all.length === 0 ? {} : { all }),
    // With one attribute its term says as much.
    ...(Object.keys(sameGroup).length < 2 ? {} : { sameGroup }),
    ...given('dateMin', filter.portOfDischargeArrivalDateMin),
    ...given('dateMax', filter.portOfDischargeArrivalDateMax),
    ...given('receivedAfter', filter.receivedAfter),
    ...given('receivedBefore', filter.receivedBefore),
  };
}

/** The attributes of a leg that filters compare. */
const legAttributes = [
  'vesselIMONumber',
  'vesselName',
  'carrierImportVoyageNumber',
  'universalImportVoyageReference',
  'carrierServiceCode',
  'universalServiceReference',
] as const;

/**
 * The attributes of a leg, or of a filter on legs, as they are compared: whatever the case and the blanks, and with IMO or
 * MV in front or without, as joins compare them. What joins make nothing of stays as it was written.
 */
function legAttributesOf(source: object | undefined): Record<string, string> {
  const written: Partial<Record<(typeof legAttributes)[number], string>> = {};
  for (const name of legAttributes) {
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
  for (const name of legAttributes) {
    const value = normal[name] ?? written[name]?.trim().toWellFormed();
    if (value !== undefined && value !== '') attributes[name] = value;
  }
  return attributes;
}

/** A port is found by its code as it was written, and as joins write it. */
function addPort(terms: Set<string>, place: object | undefined): void {
  const port = textIn(place, 'UNLocationCode');
  add(terms, 'portOfDischarge', port);
  add(terms, 'portOfDischarge', normalUNLocationCode(port));
}

/** Equipment references compare in upper case and without blanks. */
function normalEquipmentReference(reference: string): string {
  return reference.replaceAll(/\s/g, '').toUpperCase();
}

/** A term of the store's index. A lone surrogate cannot be stored as UTF-8; replaced alike in rows and in questions. */
export function termOf(kind: string, value: string): string {
  return `${kind}:${value}`.toWellFormed();
}

function add(terms: Set<string>, kind: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') terms.add(termOf(kind, value));
}

function given<K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
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
