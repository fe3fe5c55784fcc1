import { hash } from 'node:crypto';
import { instantOf } from '@landfall/dcsa/instant.ts';
import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import { locate } from '#platform/json/json-slices.ts';
import { correctionsOf, type Partner } from '#platform/partners/partner.ts';
import { correctedObject } from '#platform/partners/quirks.ts';
import type { ParsedObject, Receipt } from '#platform/receiver/accept.ts';
import type { PushedObject } from '#platform/receiver/pushed-list.ts';
import type { Blob, NewVersion } from '#platform/store/version-store.ts';
import { meantInstant, meantTime } from '#platform/wire/meant-values.ts';
import { readingLines, type SchemaViolation } from '#platform/wire/shape-check.ts';
import { completenessOf } from '../completeness.ts';
import { entityIdOf, indexOfNotice, indexOfNotification } from '../model.ts';
import { maxIdentityLengths } from '../profile.ts';
import { cleanOf, findViolations, shapes } from '../wire/parse.ts';

/**
 * Parses one pushed notice into a version, or rejects it: without its reference and issue time a notice has no
 * identity. Everything else is stored as received, together with the violations of the schema.
 */
export function parseNotice(receipt: Receipt, pushed: PushedObject): ParsedObject {
  const object = correctedObject(correctionsOf(receipt.partner, 'ARRIVAL_NOTICE'), pushed, shapes.arrivalNotice);
  const identity = identityOf(object);
  if ('reason' in identity) return refuse(object, identity);
  const { value, order: sortKey, key } = identity;
  const foreign = foreignCarrierOf(receipt.partner, value);
  if (foreign !== undefined) return refuse(object, { at: '.carrierCode', reason: foreign });
  const blob = visualizationOf(value, object.bytes);
  const remarks: SchemaViolation[] = [];
  const violations = findViolations('arrivalNotice', value, receipt.violationBudget, remarks);
  const content = cleanOf<object>(value, violations);
  const version: NewVersion = {
    partner: receipt.partner.id,
    entityId: entityIdOf({ partner: receipt.partner.id, ...key }),
    sortKey,
    receivedAt: receipt.receivedAt,
    receivedBy: receipt.receivedBy,
    document: blob === undefined ? object.bytes : without(object.bytes, blob),
    contentHash: hash('sha256', object.bytes, 'base64url'),
    violations,
    completeness: completenessOf(value),
    index: indexOfNotice(receipt.partner.id, content),
    ...(blob === undefined ? {} : { blob }),
  };
  const other = otherCarrierOf(receipt.partner, content);
  if (other !== undefined) remarks.push({ path: '$.carrierCode', message: other });
  if (!statesArrival(content)) remarks.push({ path: '$', message: 'states neither port of discharge, ship nor date of arrival' });
  return { kind: 'version', path: object.path, version, remarks };
}

/**
 * Parses one pushed notification. Each notification is a separate entity, because it is an event about a notice, not a
 * notice.
 */
export function parseNotification(receipt: Receipt, pushed: PushedObject): ParsedObject {
  const object = correctedObject(correctionsOf(receipt.partner, 'ARRIVAL_NOTICE'), pushed, shapes.notification);
  const identity = identityOf(object);
  if ('reason' in identity) return refuse(object, identity);
  const { value, order: sortKey, key } = identity;
  const partner = receipt.partner.id;
  const remarks: SchemaViolation[] = [];
  const violations = findViolations('notification', value, receipt.violationBudget, remarks);
  const version: NewVersion = {
    partner,
    entityId: JSON.stringify([entityIdOf({ partner, ...key }), sortKey]),
    sortKey,
    receivedAt: receipt.receivedAt,
    receivedBy: receipt.receivedBy,
    document: object.bytes,
    contentHash: hash('sha256', object.bytes, 'base64url'),
    violations,
    completeness: 0,
    index: indexOfNotification(partner, cleanOf<object>(value, violations)),
  };
  return { kind: 'version', path: object.path, version, remarks };
}

interface Refusal {
  /** Position in the object, as the tail of a JSONPath. */
  readonly at: string;
  readonly reason: string;
  readonly line?: string;
}

interface Identity {
  readonly value: object;
  readonly order: string;
  readonly key: { transportDocumentReference: string; typeLabel?: string };
}

/**
 * Returns the identity of an object. In an identity attribute `null` does not count as absent, because that would merge
 * different notices.
 */
function identityOf(object: PushedObject): Identity | Refusal {
  const { value } = object;
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
 * Returns the carrier of a notice if the partner may not send notices of this carrier. A partner with a list of
 * carriers is limited to these, however their codes are written; a notice without a carrier is accepted.
 */
function foreignCarrierOf(partner: Partner, notice: object): string | undefined {
  const code = valueAt(notice, ['carrierCode']);
  if (!Array.isArray(partner.carriers) || code === undefined || code === null) return undefined;
  const provider = textAt(notice, 'carrierCodeListProvider');
  const isEqual = (known: string, stated: unknown) => typeof stated === 'string' && writtenAlike(known) === writtenAlike(stated);
  const known = partner.carriers.some(
    (carrier) => isEqual(carrier.carrierCode, code) && (provider === undefined || isEqual(carrier.carrierCodeListProvider, provider)),
  );
  return known ? undefined : `Not accepted: this partner is not configured for carrier ${shown(code)}.`;
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

function refuse(object: PushedObject, refusal: Refusal): ParsedObject {
  return { kind: 'refused', path: `${object.path}${refusal.at}`, reason: refusal.reason, line: refusal.line, bytes: object.bytes };
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
