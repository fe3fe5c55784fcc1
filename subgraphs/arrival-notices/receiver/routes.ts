import { hash } from 'node:crypto';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { locate } from '#platform/json/json-slices.ts';
import { correctionsOf, type Partner } from '#platform/partners/partner.ts';
import { correctedObject } from '#platform/partners/quirks.ts';
import type { AcceptParts, ParsedObject, Receipt } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import type { PushRoute } from '#platform/receiver/routes.ts';
import type { Blob } from '#platform/store/version-store.ts';
import { meantInstant, meantTime } from '#platform/wire/meant-values.ts';
import { readingLines, type SchemaViolation } from '#platform/wire/shape-check.ts';
import { completenessOf } from '../completeness.ts';
import { entityIdOf, indexOfNotice, indexOfNotification, type NoticeKey } from '../model.ts';
import { arrivalNoticeProfile, maxIdentityLengths } from '../profile.ts';
import { cleanOf, findViolations, type PushedKind, shapes } from '../wire/parse.ts';

/** Creates the two POST endpoints of the Subscriber role of Arrival Notice 1.0.1. */
export function createReceiverRoutes(accept: { readonly notices: AcceptParts; readonly notifications: AcceptParts }): PushRoute[] {
  const { receives, version: newestVersion } = arrivalNoticeProfile;
  const [notices, notifications] = receives;
  const common = { standard: 'ARRIVAL_NOTICE', newestVersion } as const;
  return [
    { ...common, ...notices, ingestFor: () => ({ parse: parseNotice, accept: accept.notices }) },
    { ...common, ...notifications, ingestFor: () => ({ parse: parseNotification, accept: accept.notifications }) },
  ];
}

/**
 * Parses one pushed notice into a version, or rejects it: without its reference and issue time a notice has no
 * identity. Everything else is stored as received, together with the violations of the schema.
 */
export function parseNotice(receipt: Receipt, pushed: PushedObject): ParsedObject {
  const { partner } = receipt;
  const read = readObject('arrivalNotice', { receipt, pushed, refusalOf: (notice) => foreignCarrierOf(partner, notice) });
  if (read.kind === 'refused') return read;
  const { value, content, key, version, remarks } = read;
  const blob = visualizationOf(value, version.document);
  const other = otherCarrierOf(partner, content);
  if (other !== undefined) remarks.push({ path: '$.carrierCode', message: other });
  if (!statesArrival(content)) remarks.push({ path: '$', message: 'states neither port of discharge, ship nor date of arrival' });
  return {
    kind: 'version',
    path: read.path,
    version: {
      ...version,
      entityId: entityIdOf(key),
      completeness: completenessOf(value),
      index: indexOfNotice(partner.id, content),
      ...(blob === undefined ? {} : { document: without(version.document, blob), blob }),
    },
    remarks,
  };
}

/**
 * Parses one pushed notification. Each notification is a separate entity, because it is an event about a notice, not a
 * notice.
 */
export function parseNotification(receipt: Receipt, pushed: PushedObject): ParsedObject {
  const read = readObject('notification', { receipt, pushed });
  if (read.kind === 'refused') return read;
  const { path, content, key, version, remarks } = read;
  const entityId = JSON.stringify([entityIdOf(key), version.sortKey]);
  const index = indexOfNotification(key.partner, content);
  return { kind: 'version', path, version: { ...version, entityId, completeness: 0, index }, remarks };
}

interface Refusal {
  /** Position in the object, as the tail of a JSONPath. */
  readonly at: string;
  readonly reason: string;
  readonly line?: string;
}

/** Reads what both kinds have in common. @param options.refusalOf returns why an object with an identity is refused */
function readObject(
  kind: PushedKind,
  options: { readonly receipt: Receipt; readonly pushed: PushedObject; readonly refusalOf?: (value: object) => Refusal | undefined },
) {
  const { receipt, pushed, refusalOf } = options;
  const { partner, receivedAt, receivedBy, violationBudget } = receipt;
  const { path, bytes, value } = correctedObject(correctionsOf(partner, 'ARRIVAL_NOTICE'), pushed, shapes[kind]);
  const stated = identityOf(value);
  const identity = 'reason' in stated ? stated : (refusalOf?.(stated.value) ?? stated);
  if ('reason' in identity) {
    return { kind: 'refused' as const, path: `${path}${identity.at}`, reason: identity.reason, line: identity.line, bytes };
  }
  const remarks: SchemaViolation[] = [];
  const violations = findViolations(kind, value, violationBudget, remarks);
  const contentHash = hash('sha256', bytes, 'base64url');
  return {
    kind: 'read' as const,
    path,
    value: identity.value,
    /** The part that the typed model can represent. */
    content: cleanOf<object>(value, violations),
    key: { partner: partner.id, ...identity.key },
    version: { partner: partner.id, sortKey: identity.order, receivedAt, receivedBy, document: bytes, contentHash, violations },
    remarks,
  };
}

interface Identity {
  readonly value: object;
  readonly order: string;
  readonly key: Omit<NoticeKey, 'partner'>;
}

/**
 * Returns the identity of an object. In an identity attribute `null` does not count as absent, because that would merge
 * different notices.
 */
function identityOf(value: unknown): Identity | Refusal {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { at: '', reason: 'Not accepted: expected an object.' };
  const reference = valueAt(value, ['transportDocumentReference']);
  // A blank reference would merge different notices.
  const isBlank = typeof reference === 'string' && reference.trim() === '';
  const refusedReference = refusedText('transportDocumentReference', isBlank ? '' : reference);
  if (refusedReference !== undefined) return refusedReference;
  const label = valueAt(value, ['typeLabel']);
  if (label !== undefined && label !== null && label !== '') {
    const refusedLabel = refusedText('typeLabel', label);
    if (refusedLabel !== undefined) return refusedLabel;
  }
  const issued = valueAt(value, ['issueDateTime']);
  const order = (typeof issued === 'string' ? instantOf(issued) : undefined) ?? instantOf(meantInstant(issued) ?? '');
  if (order === undefined) {
    const reason = `Not accepted: expected issueDateTime as RFC 3339 date-time with offset, got ${shown(issued)}.`;
    return { at: '.issueDateTime', reason, ...(meantTime(issued) && { line: readingLines.localTimes }) };
  }
  const typeLabel = typeof label === 'string' && label !== '' ? { typeLabel: label } : {};
  return { value, order, key: { transportDocumentReference: String(reference), ...typeLabel } };
}

function refusedText(name: keyof typeof maxIdentityLengths, value: unknown): Refusal | undefined {
  const at = `.${name}`;
  if (typeof value !== 'string' || value === '') {
    return { at, reason: `Not accepted: expected ${name} as a non-empty string, got ${shown(value)}.` };
  }
  const maxLength = maxIdentityLengths[name];
  if (value.length > maxLength && [...value].length > maxLength) {
    return { at, reason: `Not accepted: ${name} is longer than ${maxLength} characters.` };
  }
  return undefined;
}

/** Returns whether a notice states a port of discharge, a ship or a date of arrival. */
function statesArrival(notice: object): boolean {
  const isStated = (source: unknown, ...path: string[]) => (textAt(source, ...path) ?? '').trim() !== '';
  const isPlace = (source: unknown, name: string) =>
    isStated(source, name, 'UNLocationCode') ||
    isStated(source, name, 'locationName') ||
    isStated(source, name, 'facility', 'facilityCode');
  const transport = valueAt(notice, ['transport']);
  return (
    isPlace(transport, 'portOfDischarge') ||
    ['portOfDischargeArrivalDate', 'placeOfDeliveryArrivalDate', 'inlandArrivalDate'].some((name) => isStated(transport, name, 'value')) ||
    listAt(transport, 'legs').some(
      (leg) =>
        isPlace(leg, 'dischargeLocation') ||
        isStated(leg, 'arrivalDate', 'value') ||
        ['vesselIMONumber', 'vesselName', 'vesselCallSign'].some((name) => isStated(leg, 'vesselVoyage', name)),
    )
  );
}

/**
 * Refuses a notice of a carrier for which the partner may not send notices. A partner with a list of
 * carriers is limited to these, however their codes are written; a notice without a carrier is accepted.
 */
function foreignCarrierOf(partner: Partner, notice: object): Refusal | undefined {
  const code = valueAt(notice, ['carrierCode']);
  if (!Array.isArray(partner.carriers) || code === undefined || code === null) return undefined;
  const provider = textAt(notice, 'carrierCodeListProvider');
  const isEqual = (known: string, stated: unknown) => typeof stated === 'string' && writtenAlike(known) === writtenAlike(stated);
  const known = partner.carriers.some(
    (carrier) => isEqual(carrier.carrierCode, code) && (provider === undefined || isEqual(carrier.carrierCodeListProvider, provider)),
  );
  if (known) return undefined;
  return { at: '.carrierCode', reason: `Not accepted: this partner is not configured for carrier ${shown(code)}.` };
}

function writtenAlike(code: string): string {
  return code.trim().toUpperCase();
}

/**
 * Returns a remark if a partner without `carriers` in its file, which is one carrier, names another carrier than in the
 * first notice since this process read the file.
 */
function otherCarrierOf(partner: Partner, notice: object): string | undefined {
  const code = textAt(notice, 'carrierCode')?.trim();
  if (partner.carriers !== undefined || code === undefined || code === '') return undefined;
  const first = firstCarriers.get(partner) ?? code;
  firstCarriers.set(partner, first);
  if (writtenAlike(first) === writtenAlike(code)) return undefined;
  return `is a second carrier of this partner, after ${shown(first)}: its file needs carriers: ANY, or the codes of one carrier`;
}

const firstCarriers = new WeakMap<Partner, string>();

function visualizationOf(notice: object, bytes: Buffer): Blob | undefined {
  const visualization = valueAt(notice, ['arrivalNoticeVisualization']);
  if (typeof visualization !== 'object' || visualization === null) return undefined;
  const content = valueAt(visualization, ['content']);
  if (typeof content !== 'string' || content === '') return undefined;
  const range = locate(bytes, ['arrivalNoticeVisualization', 'content']);
  if (range === undefined) return undefined;
  const [contentType, name] = [valueAt(visualization, ['contentType']), valueAt(visualization, ['name'])];
  return {
    offset: range.start,
    bytes: bytes.subarray(range.start, range.end),
    byteLength: Buffer.byteLength(content, 'base64'),
    contentType: typeof contentType === 'string' && contentType !== '' ? contentType : 'application/pdf',
    ...(typeof name === 'string' ? { name } : {}),
  };
}

function without(bytes: Buffer, blob: Blob): Buffer {
  return Buffer.concat([bytes.subarray(0, blob.offset), bytes.subarray(blob.offset + blob.bytes.length)]);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
