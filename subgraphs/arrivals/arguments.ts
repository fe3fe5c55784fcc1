import { receivedAtOf } from '@landfall/dcsa/instant.ts';
import { normalEquipmentReference } from '@landfall/dcsa/wire-values.ts';
import { normalIMONumber, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import { type AlertThresholds, alertThresholdSteps } from '#platform/access/access-file.ts';
import { badFilter, LandfallError } from '#platform/errors.ts';
import { type ArrivalFilter, arrivalTermOf } from '#platform/store/arrival-store.ts';
import { requireFilterStrings } from '#platform/wire/filter-strings.ts';
import { type AlertReader, type AlertTermKind, readTermsOf } from './alerts.ts';
import type { ArrivalAlertFilter as AlertFilterArgument, ArrivalFilter as FilterArgument, QueryArrivalArgs } from './generated/schema.ts';
import { arrivalIdOf, keyOfGlobalId } from './model.ts';
import { beginningsOf, codeTerms, documentKeyTermOf } from './terms.ts';

/**
 * Converts a filter of arrivals to the store's.
 *
 * @param reader the caller, with the thresholds of its tenant
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function arrivalFilterOf(filter: FilterArgument | null | undefined, reader: AlertReader): ArrivalFilter {
  const given = filter ?? { isOpen: true };
  requireFilterStrings(given);
  const { vesselIMONumber, carrierCode, text, party, changedAfter } = given;
  const all: string[][] = [];
  const anyOf = (kind: string, values: readonly string[] | null | undefined) => {
    if (values != null) all.push(values.map((value) => `${kind}:${value}`.toWellFormed()));
  };
  anyOf('partner', given.partners);
  anyOf('document', given.transportDocumentReferences);
  anyOf('container', given.equipmentReferences?.map(normalEquipmentReference));
  if (given.documentKeys != null) all.push(given.documentKeys.map(documentKeyTermOf));
  anyOf(
    'discharge',
    given.UNLocationCodes?.map((code) => normalUNLocationCode(code) ?? code),
  );
  if (vesselIMONumber != null) anyOf('vessel', [normalIMONumber(vesselIMONumber) ?? vesselIMONumber]);
  if (carrierCode != null) anyOf('carrier', [carrierCode]);
  anyOf(`state:${reader.view}`, given.states);
  anyOf(`release:${reader.view}`, given.isReleased);
  // An id that does not identify an arrival matches nothing.
  if (given.ids != null) all.push(given.ids.map((id) => arrivalTermOf(keyOfGlobalId('Arrival', id) ?? '')));
  if (given.alertKinds != null) all.push(readTermsOf('open', reader, { kinds: given.alertKinds }));
  const beginnings = [
    ...(text == null ? [] : beginningsOf(['word', 'partyWord'], 'text', text)),
    ...(party == null ? [] : beginningsOf(['partyWord'], 'party', party)),
  ];
  return {
    all,
    beginnings,
    // An id that does not identify a visit matches nothing.
    visits: given.visits?.map((id) => keyOfGlobalId('ArrivalVisit', id) ?? ''),
    isOpen: given.isOpen ?? undefined,
    needsAttention: given.needsAttention ?? undefined,
    isUrgent: given.isUrgent ?? undefined,
    bestDayFrom: given.bestDateFrom ?? undefined,
    bestDayTo: given.bestDateTo ?? undefined,
    lastFreeDayFrom: given.lastFreeDateFrom ?? undefined,
    lastFreeDayTo: given.lastFreeDateTo ?? undefined,
    changedAfterMs: changedAfter == null ? undefined : Date.parse(receivedAtOf(changedAfter) ?? changedAfter),
  };
}

/**
 * Returns the function that selects, among the containers of an arrival that matches a filter, those that the filter names; all of
 * them if it names none.
 */
export function namedContainersOf(filter: FilterArgument | null | undefined) {
  const { equipmentReferences, text } = filter ?? {};
  const references = equipmentReferences && new Set(equipmentReferences.map(normalEquipmentReference));
  const beginnings = text == null ? [] : beginningsOf(['word'], 'text', text).flat();
  const isBegun = (term: string) => beginnings.some((beginning) => term.startsWith(beginning));
  return (containers: readonly string[]): readonly string[] => {
    const listed = containers.filter((reference) => references?.has(normalEquipmentReference(reference)) ?? true);
    const named = listed.filter((reference) => codeTerms('word', reference).some(isBegun));
    return named.length === 0 ? listed : named;
  };
}

/**
 * Returns the arrival that the arguments of `arrival` name; undefined for an id that does not identify an arrival.
 *
 * @throws {LandfallError} BAD_USER_INPUT unless the arguments are either an id or a partner and a document
 */
export function arrivalIdOfArguments({ id, partner, transportDocumentReference, typeLabel }: QueryArrivalArgs): string | undefined {
  if (id == null && partner != null && transportDocumentReference != null)
    return arrivalIdOf({ partner, transportDocumentReference, typeLabel });
  if (id != null && partner == null && transportDocumentReference == null && typeLabel == null) return keyOfGlobalId('Arrival', id);
  throw new LandfallError('BAD_USER_INPUT', 'Arguments of arrival: expected either id, or partner and transportDocumentReference.');
}

/** A filter of alerts, checked. */
export type AlertFilter = ReturnType<typeof alertFilterOf>;

/**
 * Converts a filter of alerts to the store's.
 *
 * @param reader the caller, with the thresholds of its tenant
 * @param list what is read: entries of the log, or alerts in their present state
 * @throws {LandfallError} BAD_USER_INPUT naming the attribute and the rule
 */
export function alertFilterOf(filter: AlertFilterArgument | null | undefined, reader: AlertReader, list: 'log' | 'alerts') {
  const given = filter ?? {};
  requireFilterStrings(given);
  const { isOpen, partners, changedAfter, changedBefore } = given;
  if (list === 'log' && isOpen != null) throw badFilter('isOpen', 'the log and the subscription do not support it');
  const thresholds = thresholdsOf(given, reader.thresholds);
  const own = { ...reader, thresholds };
  const all: string[][] = [readKindsOf(list, isOpen).flatMap((term) => readTermsOf(term, own, given))];
  if (partners != null) all.push(partners.map((partner) => `partner:${partner}`.toWellFormed()));
  // An id that does not identify an arrival matches nothing.
  if (given.arrivals != null) all.push(given.arrivals.flatMap((id) => `arrival:${keyOfGlobalId('Arrival', id) ?? ''}`));
  const [receivedAfter, receivedBefore] = [changedAfter, changedBefore].map((at) => (at == null ? undefined : receivedAtOf(at)));
  return {
    thresholds,
    /** Conditions in addition to the rights of the caller. */
    versions: { all, receivedAfter, receivedBefore },
  };
}

/** Returns the kinds of terms of which a listed entry has one. */
function readKindsOf(list: 'log' | 'alerts', isOpen: boolean | null | undefined): readonly AlertTermKind[] {
  if (list === 'log') return ['at'];
  if (isOpen == null) return ['open', 'closed'];
  return isOpen ? ['open'] : ['closed'];
}

function thresholdsOf(given: AlertFilterArgument, ofTenant: AlertThresholds): AlertThresholds {
  const own: { -readonly [Name in keyof AlertThresholds]?: number } = {};
  for (const name of Object.keys(ofTenant) as (keyof AlertThresholds)[]) {
    const value = given[name];
    if (value == null) continue;
    const steps: readonly number[] = alertThresholdSteps[name];
    if (!steps.includes(value)) throw badFilter(name, `expected one of ${steps.join(', ')}, got ${value}`);
    own[name] = value;
  }
  return { ...ofTenant, ...own };
}
