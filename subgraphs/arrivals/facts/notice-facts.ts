import {
  foldedName,
  foldedNumber,
  normalFacility,
  normalKeys,
  normalNumbers,
  normalUNLocationCode,
} from '@landfall/matching/claims/normal-values.ts';
import type { AlertKind } from '../alerts.ts';
import { releaseOf, releaseParts } from '../arrival/arrival.ts';
import type { LastFree } from '../arrival/free-time.ts';
import type { ChargeSum, EvidenceRef } from '../model.ts';
import { noticeRef, terminalOf } from '../statements/notice.ts';
import { millisecondsOf } from '../statements/port-time.ts';
import { type NoticeContext, sideValue } from './fact-context.ts';
import type { FreeDays, NoticeMemory } from './fact-memory.ts';

/** The part of the context that is known before the snapshot. */
type GivenContext = Pick<NoticeContext, 'notice' | 'former' | 'next' | 'changes' | 'explain'>;

/**
 * Checks `VESSEL_CHANGED`, `VOYAGE_CHANGED`, `PORT_CHANGED` and `TERMINAL_CHANGED`: whether the notice's arrival leg or
 * port names other values than it last named. A value that is given for the first time, removed or spelled differently
 * is not a change.
 *
 * @returns whether the notice is now about another ship or port
 */
export function checkNotice(context: GivenContext): boolean {
  const isOtherPort = checkPort(context);
  checkTerminal(context, isOtherPort);
  const isOtherShip = checkVessel(context);
  checkVoyage(context);
  const { port, terminal, vessel, voyage } = context.next;
  explainGiven(context, 'PORT_CHANGED', port, () => port?.UNLocationCode);
  explainGiven(context, 'TERMINAL_CHANGED', terminal, terminalText);
  explainGiven(context, 'VESSEL_CHANGED', vessel, shipText);
  explainGiven(context, 'VOYAGE_CHANGED', voyage, ({ number, reference }) => number ?? reference);
  return isOtherPort || isOtherShip;
}

function explainGiven<Given extends { readonly ref: EvidenceRef }>(
  { explain }: GivenContext,
  kind: AlertKind,
  given: Given | undefined,
  textOf: (given: Given) => string | undefined,
): void {
  if (given === undefined) explain?.(kind, { code: 'NOT_NAMED' }, false);
  else explain?.(kind, { code: 'UNCHANGED', value: textOf(given), since: given.ref.at, record: given.ref });
}

function checkPort(context: GivenContext): boolean {
  const { notice, former, next } = context;
  const { locationName, UNLocationCode: written } = notice.portOfDischarge ?? {};
  const UNLocationCode = normalUNLocationCode(written);
  const given = former?.port;
  const isSame = UNLocationCode === undefined || UNLocationCode === given?.UNLocationCode;
  next.port = isSame ? given : { UNLocationCode, locationName, ref: noticeRef(notice) };
  if (isSame || given === undefined) return false;
  report(
    context,
    'PORT_CHANGED',
    [
      [given.UNLocationCode, given.locationName],
      [UNLocationCode, locationName],
    ],
    [given.ref],
  );
  return true;
}

/** Codes of different code lists are not compared, and the new terminal of a changed port is not a separate change. */
function checkTerminal(context: GivenContext, isOtherPort: boolean): void {
  const { notice, former, next } = context;
  const written = terminalOf(notice);
  const facility = normalFacility(written?.facilityCode, written?.facilityCodeListProvider);
  const given = isOtherPort ? undefined : former?.terminal;
  const isSame = facility === undefined || (given !== undefined && terminalText(given) === terminalText(facility));
  next.terminal = isSame ? given : { ...facility, ref: noticeRef(notice) };
  if (isSame || given?.facilityCodeListProvider !== facility.facilityCodeListProvider) return;
  report(context, 'TERMINAL_CHANGED', [[terminalText(given)], [terminalText(facility)]], [given.ref]);
}

/** The IMO number decides if both versions contain one, otherwise the name. */
function checkVessel(context: GivenContext): boolean {
  const { notice, former, next } = context;
  const { vesselIMONumber, vesselName } = normalKeys(notice.arrivalLeg ?? {});
  const given = former?.vessel;
  next.vessel = given;
  if (vesselIMONumber === undefined && vesselName === undefined) return false;
  const vessel = { vesselIMONumber, vesselName, ref: noticeRef(notice) };
  next.vessel = vessel;
  if (given === undefined) return false;
  const compared = given.vesselIMONumber !== undefined && vesselIMONumber !== undefined ? 'vesselIMONumber' : 'vesselName';
  const [before, now] = [given[compared], vessel[compared]];
  const isSame = compared === 'vesselName' ? foldedName(before ?? '') === foldedName(now ?? '') : before === now;
  if (before === undefined || now === undefined || isSame) {
    next.vessel = {
      vesselIMONumber: given.vesselIMONumber ?? vesselIMONumber,
      // With the same number, a new name is another spelling.
      vesselName: vesselName ?? given.vesselName,
      ref: given.vesselIMONumber === undefined && vesselIMONumber !== undefined ? vessel.ref : given.ref,
    };
    return false;
  }
  report(
    context,
    'VESSEL_CHANGED',
    [
      [given[compared], given.vesselName],
      [vessel[compared], vesselName],
    ],
    [given.ref],
  );
  return true;
}

/**
 * Numbers of the same carrier are compared, and universal references; a notice without a carrier refers to the previous
 * one.
 */
function checkVoyage(context: GivenContext): void {
  const { notice, former, next } = context;
  const { universalImportVoyageReference: reference } = normalKeys(notice.arrivalLeg ?? {});
  const { carrierImportVoyageNumber } = notice.arrivalLeg ?? {};
  const number = normalNumbers({ index: 0, carrierImportVoyageNumber })?.carrierImportVoyageNumber;
  const given = former?.voyage;
  next.voyage = given;
  if (number === undefined && reference === undefined) return;
  const codes = [notice.carrierCodeListProvider, notice.carrierCode].map((part) => part?.trim().toUpperCase());
  const carrier = codes[1] === undefined ? given?.carrier : codes.join(' ');
  const isOneCarrier = given?.carrier === undefined || carrier === undefined || given.carrier === carrier;
  const isOtherNumber =
    isOneCarrier && given?.number !== undefined && number !== undefined && foldedNumber(given.number) !== foldedNumber(number);
  const isOtherReference = given?.reference !== undefined && reference !== undefined && given.reference !== reference;
  const isOther = isOtherNumber || isOtherReference;
  next.voyage =
    given !== undefined && !isOther && isOneCarrier
      ? { carrier, number: number ?? given.number, reference: reference ?? given.reference, ref: given.ref }
      : { carrier, number, reference, ref: noticeRef(notice) };
  if (!isOther || given === undefined) return;
  report(context, 'VOYAGE_CHANGED', isOtherNumber ? [[given.number], [number]] : [[given.reference], [reference]], [given.ref]);
}

type Value = readonly [text: string | undefined, name?: string | undefined];

/** Raises a change of what the notice states. It supersedes an open alert of its kind. @param given the former versions */
function report(
  { changes, notice }: Pick<NoticeContext, 'changes' | 'notice'>,
  kind: AlertKind,
  values: readonly [before: Value, after: Value],
  given: readonly EvidenceRef[],
): void {
  const [before, after] = values.map(([text = '', name]) => sideValue('NOTICE', text, name));
  const ref = noticeRef(notice);
  changes.close(kind, { closeReason: 'SUPERSEDED', evidence: [ref] });
  changes.raise({ kind, steps: [{ before, after }], evidence: [ref, ...new Map(given.map((one) => [one.id, one])).values()] });
}

function terminalText({ facilityCode, facilityCodeListProvider }: Omit<NonNullable<NoticeMemory['terminal']>, 'ref'>): string {
  return `${facilityCodeListProvider} ${facilityCode}`;
}

function shipText({ vesselIMONumber, vesselName }: NonNullable<NoticeMemory['vessel']>): string {
  if (vesselIMONumber === undefined) return vesselName ?? '';
  return vesselName === undefined ? `IMO ${vesselIMONumber}` : `${vesselName} (IMO ${vesselIMONumber})`;
}

/**
 * Checks `RELEASED`, raised when `isReleased` becomes YES, and `RELEASE_WITHDRAWN`, raised when a part changes from YES
 * to NO. What a version omits remains as last given.
 */
export function checkRelease(context: NoticeContext): void {
  const { notice, former, next, changes, isCollected, explain } = context;
  const release = releaseOf(notice);
  const ref = noticeRef(notice);
  const given = former?.release ?? {};
  const withdrawn = releaseParts.flatMap((part) => {
    const before = given[part];
    return release[part] === 'NO' && before?.value === 'YES' ? [{ part, ref: before.ref }] : [];
  });
  next.release = { ...given };
  for (const part of releaseParts) {
    const value = release[part];
    if ((value === 'YES' || value === 'NO') && value !== given[part]?.value) next.release = { ...next.release, [part]: { value, ref } };
  }
  if (withdrawn.length > 0) {
    const parts = withdrawn.map(({ part }) => nameOf[part]).join(', ');
    changes.close('RELEASED', { closeReason: 'OPPOSITE_STATED', evidence: [ref] });
    changes.raise({
      kind: 'RELEASE_WITHDRAWN',
      steps: [{ before: sideValue('NOTICE', `${parts}: YES`), after: sideValue('NOTICE', `${parts}: NO`) }],
      evidence: [ref, ...new Map(withdrawn.map((one) => [one.ref.id, one.ref])).values()],
    });
  }
  const wasReleased = former?.isReleased ?? false;
  if (release.isReleased === 'NO') changes.close('RELEASED', { closeReason: 'REVERTED', evidence: [ref] });
  if (release.isReleased === 'YES' && !wasReleased) {
    const unknown = releaseParts.flatMap((part) => (release[part] === 'UNKNOWN' ? [nameOf[part]] : [])).join(', ');
    changes.close('RELEASE_WITHDRAWN', { closeReason: 'OPPOSITE_STATED', evidence: [ref] });
    changes.raise({
      kind: 'RELEASED',
      steps: [{ after: sideValue('NOTICE', unknown === '' ? 'YES' : `YES (unknown: ${unknown})`) }],
      evidence: [ref],
    });
  }
  next.isReleased = release.isReleased === 'UNKNOWN' ? wasReleased : release.isReleased === 'YES';
  if (isCollected) for (const kind of ['RELEASED', 'RELEASE_WITHDRAWN'] as const) changes.close(kind, { closeReason: 'COLLECTED' });
  explain?.('RELEASED', { code: release.isReleased === 'YES' ? 'ALREADY_RELEASED' : 'NOT_RELEASED', release });
  explain?.('RELEASE_WITHDRAWN', { code: 'NO_PART_WITHDRAWN', release });
}

const nameOf = { freight: 'freight', customs: 'customs', originalBillOfLading: 'original bill of lading' } as const;

/**
 * Checks `FREE_TIME_CHANGED`: whether the last free day of a container, for pickup or for return, changed or was
 * removed. One alert covers all changes of a version.
 */
export function checkFreeTime(context: NoticeContext): void {
  const { former, next, explain } = context;
  const { freeTimes } = context.snapshot;
  const ref = noticeRef(context.notice);
  const given = former?.freeDays ?? {};
  const freeDays: Record<string, FreeDays> = {};
  const changed: { readonly before: string; readonly after: string; readonly ref: EvidenceRef }[] = [];
  for (const { equipmentReference = '', ...now } of freeTimes) {
    // If a notice names its containers only later, the days are still the same.
    const before = given[equipmentReference] ?? given[''];
    const of = equipmentReference === '' ? '' : `${equipmentReference} `;
    for (const part of ['pickup', 'return'] as const) {
      const [was, is] = [before?.[part], now[part]];
      if (before === undefined || was === undefined || (is !== undefined && isSame(was, is))) continue;
      const name = part === 'return' ? `${of}return ` : of;
      changed.push({ before: `${name}${was.localDate}`, after: `${name}${is?.localDate ?? 'none'}`, ref: before.ref });
    }
    const isUnchanged =
      before !== undefined && JSON.stringify([before.pickup, before.return]) === JSON.stringify([daysOf(now.pickup), daysOf(now.return)]);
    if (now.pickup !== undefined || now.return !== undefined) {
      freeDays[equipmentReference] = { pickup: daysOf(now.pickup), return: daysOf(now.return), ref: isUnchanged ? before.ref : ref };
    }
  }
  // A notice without any rules has no entry for the loop above, so the former days of the notice as a whole are
  // compared here.
  const lost = freeTimes.length === 0 ? given[''] : undefined;
  for (const part of ['pickup', 'return'] as const) {
    const was = lost?.[part];
    if (lost !== undefined && was !== undefined) changed.push({ before: was.localDate, after: 'none', ref: lost.ref });
  }
  next.freeDays = freeDays;
  if (changed.length > 0) {
    const [before, after] = (['before', 'after'] as const).map((side) => changed.map((one) => one[side]).join(', '));
    report(
      context,
      'FREE_TIME_CHANGED',
      [[before], [after]],
      changed.map((one) => one.ref),
    );
  }
  if (explain === undefined) return;
  const [record] = Object.values(freeDays)
    .map((known) => known.ref)
    .toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at));
  if (record === undefined) explain('FREE_TIME_CHANGED', { code: 'NO_LAST_FREE_DAY' }, false);
  else explain('FREE_TIME_CHANGED', { code: 'UNCHANGED', since: record.at, record });
}

function daysOf(day: LastFree | undefined): FreeDays['pickup'] {
  return day === undefined ? undefined : { localDate: day.localDate, ...(day.dateTime !== undefined && { dateTime: day.dateTime }) };
}

/** If one of them is only a day, the days are compared. */
function isSame(left: { readonly localDate: string; readonly dateTime?: string | undefined }, right: LastFree): boolean {
  if (left.dateTime === undefined || right.dateTime === undefined) return left.localDate === right.localDate;
  return millisecondsOf(left.dateTime) === millisecondsOf(right.dateTime);
}

/**
 * Checks `CHARGES_CHANGED`: whether the sums per currency and name differ. A version that states no charges at all may
 * have been requested without them.
 */
export function checkCharges(context: NoticeContext): void {
  const { notice, former, next, explain } = context;
  const { charges } = notice;
  const given = former?.charges;
  next.charges = given;
  if (charges === undefined) {
    explain?.('CHARGES_CHANGED', { code: 'NO_CHARGES' }, false);
    return;
  }
  const isSame = given !== undefined && JSON.stringify(given.sums.map(keyOf)) === JSON.stringify(charges.map(keyOf));
  if (!isSame) next.charges = { sums: charges, ref: noticeRef(notice) };
  if (given !== undefined && !isSame) {
    report(context, 'CHARGES_CHANGED', [[chargesText(given.sums, charges)], [chargesText(charges, given.sums)]], [given.ref]);
  }
  const record = next.charges?.ref;
  explain?.('CHARGES_CHANGED', { code: 'UNCHANGED', since: record?.at, record });
}

function keyOf({ currencyCode, chargeName, hundredths }: ChargeSum): string {
  return JSON.stringify([currencyCode, chargeName.toUpperCase(), hundredths]);
}

/** Formats the sums that the other list does not contain, such as `EUR Demurrage 120.00`. */
function chargesText(sums: readonly ChargeSum[], others: readonly ChargeSum[]): string {
  const held = new Set(others.map(keyOf));
  const own = sums.filter((sum) => !held.has(keyOf(sum)));
  const texts = own.map(({ currencyCode, chargeName, hundredths }) =>
    [currencyCode, chargeName, (hundredths / 100).toFixed(2)].filter((part) => part !== '').join(' '),
  );
  return texts.length === 0 ? 'none' : texts.join(', ');
}
