import { normalFacility, normalKeys, normalNumbers, normalUNLocationCode } from '@landfall/matching/claims/normal-values.ts';
import type { AlertKind } from '../alerts.ts';
import type { EvidenceRef } from '../model.ts';
import { noticeRef, terminalOf } from '../statements/notice.ts';
import { type NoticeContext, sideValue } from './fact-context.ts';
import type { GivenTerminal, GivenVessel, GivenVoyage } from './fact-memory.ts';

/**
 * Checks `VESSEL_CHANGED`, `VOYAGE_CHANGED`, `PORT_CHANGED` and `TERMINAL_CHANGED`: whether the notice's arrival leg or
 * port names other values than it last named. A value that is given for the first time, removed or spelled differently
 * is not a change.
 *
 * @returns whether the notice is now about another ship or port
 */
export function checkNotice(context: NoticeContext): boolean {
  const isOtherPort = checkPort(context);
  checkTerminal(context, isOtherPort);
  const isOtherShip = checkVessel(context);
  checkVoyage(context);
  const { next, explain } = context;
  const { vessel, voyage } = next;
  explain('VESSEL_CHANGED', reasonOf('ship', vessel && shipText(vessel), vessel?.ref), vessel !== undefined);
  explain('VOYAGE_CHANGED', reasonOf('import voyage', voyage && (voyage.number ?? voyage.reference), voyage?.ref), voyage !== undefined);
  return isOtherPort || isOtherShip;
}

function checkPort({ evidence: { notice }, former, next, changes, explain }: NoticeContext): boolean {
  const UNLocationCode = normalUNLocationCode(notice.portOfDischarge?.UNLocationCode);
  const given = former?.port;
  const { locationName } = notice.portOfDischarge ?? {};
  const isSame = UNLocationCode === undefined || UNLocationCode === given?.UNLocationCode;
  next.port = isSame ? given : { UNLocationCode, locationName, ref: noticeRef(notice) };
  const isOther = given !== undefined && next.port !== given;
  const values: Values = [
    [given?.UNLocationCode, given?.locationName],
    [UNLocationCode, locationName],
  ];
  if (isOther) report(changes, 'PORT_CHANGED', values, [noticeRef(notice), given.ref]);
  explain('PORT_CHANGED', reasonOf('port of discharge', next.port?.UNLocationCode, next.port?.ref), next.port !== undefined);
  return isOther;
}

/** Codes of different code lists are not compared, and the new terminal of a changed port is not a separate change. */
function checkTerminal({ evidence: { notice }, former, next, changes, explain }: NoticeContext, isOtherPort: boolean): void {
  const written = terminalOf(notice);
  const facility = normalFacility(written?.facilityCode, written?.facilityCodeListProvider);
  const given = isOtherPort ? undefined : former?.terminal;
  const isSame = facility === undefined || (given !== undefined && textOf(given) === textOf(facility));
  next.terminal = isSame ? given : { ...facility, ref: noticeRef(notice) };
  const { terminal } = next;
  explain('TERMINAL_CHANGED', reasonOf('terminal in a code list', terminal && textOf(terminal), terminal?.ref), terminal !== undefined);
  if (isSame) return;
  if (given === undefined || given.facilityCodeListProvider !== facility.facilityCodeListProvider) return;
  report(changes, 'TERMINAL_CHANGED', [[textOf(given)], [textOf(facility)]], [noticeRef(notice), given.ref]);
}

/** The IMO number decides if both versions contain one, otherwise the name. */
function checkVessel({ evidence: { notice }, former, next, changes }: NoticeContext): boolean {
  const { vesselIMONumber, vesselName } = normalKeys(notice.arrivalLeg ?? {});
  const given = former?.vessel;
  if (vesselIMONumber === undefined && vesselName === undefined) {
    next.vessel = given;
    return false;
  }
  const ref = noticeRef(notice);
  const haveNumbers = given?.vesselIMONumber !== undefined && vesselIMONumber !== undefined;
  const isOther = haveNumbers
    ? given.vesselIMONumber !== vesselIMONumber
    : given?.vesselName !== undefined && vesselName !== undefined && given.vesselName !== vesselName;
  if (given !== undefined && !isOther) {
    const same: GivenVessel = {
      vesselIMONumber: given.vesselIMONumber ?? vesselIMONumber,
      // With the same number, a new name is another spelling.
      vesselName: vesselName ?? given.vesselName,
      ref: given.vesselIMONumber === undefined && vesselIMONumber !== undefined ? ref : given.ref,
    };
    next.vessel = same;
    return false;
  }
  next.vessel = { vesselIMONumber, vesselName, ref };
  if (given === undefined) return false;
  const shipOf = (vessel: Omit<GivenVessel, 'ref'>): Values[number] => [
    haveNumbers ? vessel.vesselIMONumber : vessel.vesselName,
    vessel.vesselName,
  ];
  report(changes, 'VESSEL_CHANGED', [shipOf(given), shipOf(next.vessel)], [ref, given.ref]);
  return true;
}

/**
 * Numbers of the same carrier are compared, and universal references; a notice without a carrier refers to the previous
 * one.
 */
function checkVoyage({ evidence: { notice }, former, next, changes }: NoticeContext): void {
  const { universalImportVoyageReference: reference } = normalKeys(notice.arrivalLeg ?? {});
  const { carrierImportVoyageNumber } = notice.arrivalLeg ?? {};
  const number = normalNumbers({ index: 0, carrierImportVoyageNumber })?.carrierImportVoyageNumber;
  const given = former?.voyage;
  if (number === undefined && reference === undefined) {
    next.voyage = given;
    return;
  }
  const ref = noticeRef(notice);
  const carrier = [notice.carrierCodeListProvider, notice.carrierCode].map((part) => part?.trim().toUpperCase());
  const own = carrier[1] === undefined ? given?.carrier : carrier.join(' ');
  const isOneCarrier = given?.carrier === undefined || own === undefined || given.carrier === own;
  const isOtherNumber = isOneCarrier && given?.number !== undefined && number !== undefined && given.number !== number;
  const isOtherReference = given?.reference !== undefined && reference !== undefined && given.reference !== reference;
  const isOther = isOtherNumber || isOtherReference;
  const isSame = given !== undefined && !isOther && isOneCarrier;
  const voyage: GivenVoyage = isSame
    ? { carrier: own, number: number ?? given.number, reference: reference ?? given.reference, ref: given.ref }
    : { carrier: own, number, reference, ref };
  next.voyage = voyage;
  if (!isOther || given === undefined) return;
  const values: Values = isOtherNumber ? [[given.number], [number]] : [[given.reference], [reference]];
  report(changes, 'VOYAGE_CHANGED', values, [ref, given.ref]);
}

type Value = readonly [text: string | undefined, name?: string | undefined];
type Values = readonly [before: Value, after: Value];

function report(changes: NoticeContext['changes'], kind: AlertKind, values: Values, evidence: readonly EvidenceRef[]): void {
  const [before, after] = values.map(([text = '', name]) => sideValue('NOTICE', text, name));
  const [version] = evidence;
  changes.close(kind, { closeReason: 'SUPERSEDED', evidence: version === undefined ? [] : [version] });
  changes.raise({ kind, steps: [{ before, after }], evidence });
}

function textOf({ facilityCode, facilityCodeListProvider }: Omit<GivenTerminal, 'ref'>): string {
  return `${facilityCodeListProvider} ${facilityCode}`;
}

function shipText({ vesselIMONumber, vesselName }: Omit<GivenVessel, 'ref'>): string {
  if (vesselIMONumber === undefined) return vesselName ?? '';
  return vesselName === undefined ? `IMO ${vesselIMONumber}` : `${vesselName} (IMO ${vesselIMONumber})`;
}

/** @param ref the version that stated the value first */
function reasonOf(what: string, value: string | undefined, ref: EvidenceRef | undefined): string {
  if (value === undefined || ref === undefined) return `No version of the notice names a ${what}.`;
  return `The ${what} is ${value} since the version of ${ref.at}.`;
}
