import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import type { WorldCall } from '../world/sailing.ts';
import { voyageNumberOf } from '../world/voyage-numbers.ts';
import type { Assessed, CallMatch, CallSet, Compared, EventSet, NoticeSet, RecordRow } from './answers.ts';
import type { Finding } from './figures.ts';
import type { TrueNotice, Truth } from './truth.ts';
import { hiddenContradictionsOf } from './verify-answers.ts';

/** Explains why a row is wrong or missing: what was stated, what is true, and what was answered and why. */
export function explain(finding: Finding, truth: Truth): string {
  if ('notice' in finding) {
    const { what, row, notice } = finding;
    const { arrivalCall, portCallEvents } = row.current;
    const hidden = hiddenContradictionsOf(row.current, notice, truth).map((text) => `  hidden: ${text}`);
    return [
      `${what}: seed ${truth.world.seed}, ${truth.world.day}, notice ${row.partner.id} ${row.transportDocumentReference} (${notice.kind})`,
      `  says: ${describeNotice(notice)}`,
      `  true: ${describeCall(notice.call, truth)}`,
      ...hidden,
      ...describeCallSet(arrivalCall, truth).map((line) => `  arrivalCall ${line}`),
      ...describeEvents(arrivalCall.unique?.call.portCallEvents, truth).map((line) => `  events of call ${line}`),
      ...describeEvents(portCallEvents, truth).map((line) => `  events of notice ${line}`),
      ...(what === 'noticesOfCalls' ? describeNotices(arrivalCall.unique?.call.arrivalNotices, truth) : []),
    ].join('\n');
  }
  const { what, row } = finding;
  const call = truth.callOfEvent(row.eventID);
  const event = call === undefined ? undefined : truth.eventsOf(call).find((each) => textAt(each, 'eventID') === row.eventID);
  return [
    `${what}: seed ${truth.world.seed}, ${truth.world.day}, event ${row.eventID}`,
    `  says: ${JSON.stringify(event)}`,
    `  true: ${call === undefined ? 'nothing' : describeCall(call, truth)}`,
    ...(what === 'noticesOfEvents' ? describeNotices(row.arrivalNotices, truth) : describeMatch(row.call.unique, truth)),
  ].join('\n');
}

function describeNotice({ notice, voyage }: TrueNotice): string {
  const parts = {
    issued: textAt(notice, 'issueDateTime'),
    port: valueAt(notice, ['transport', 'portOfDischarge']),
    arrival: valueAt(notice, ['transport', 'portOfDischargeArrivalDate']),
    carrier: textAt(notice, 'carrierCode'),
    voyage,
    legs: listAt(notice, 'transport', 'legs').length,
  };
  return JSON.stringify(parts);
}

function describeCall(call: WorldCall, { world }: Truth): string {
  const turns = call.service.rotation.turns.length;
  const settings = { has: () => false };
  const numbers = call.service.partners.map(
    (partner) =>
      `${partner.carrier.id} ${voyageNumberOf(partner, call.importVoyage, turns, settings)}/${voyageNumberOf(partner, call.exportVoyage, turns, settings)}`,
  );
  const others = world.calls
    .filter((other) => other !== call && other.ship === call.ship && other.port === call.port)
    .map(({ id, plannedArrivalMs }) => `${id} at ${new Date(plannedArrivalMs).toISOString().slice(0, 10)}`);
  const parts = {
    id: call.id,
    ship: call.ship.vesselIMONumber,
    ...(call.ship === call.plannedShip ? {} : { planned: call.plannedShip.vesselIMONumber }),
    port: call.port.UNLocationCode,
    arrival: new Date(call.terminalCalls[0].arrivalMs).toISOString().slice(0, 16),
    terminals: call.terminalCalls.map(({ terminal }) => terminal.SMDG).join(),
    numbers: numbers.join(', '),
    ...(call.isOmitted ? { isOmitted: true } : {}),
    others: others.slice(0, 8).join(', '),
  };
  return JSON.stringify(parts);
}

function describeCallSet({ outcome, terminalOutcome, unique, candidates, sources }: CallSet, truth: Truth): string[] {
  const reports = sources.map(({ partner, status, code }) => `${partner?.id} ${status}${code === null ? '' : ` ${code}`}`).join(', ');
  return [
    `${outcome}, terminal ${terminalOutcome}; sources: ${reports}`,
    ...candidates.flatMap((match) => describeMatch(match, truth, match.call.id === unique?.call.id ? 'OFFERED' : 'candidate')),
  ];
}

function describeMatch(match: CallMatch | null, truth: Truth, label = 'OFFERED'): string[] {
  if (match === null) return ['nothing'];
  return [
    `  ${label} ${describeAssessed(match)}`,
    ...match.call.records.map(
      (record) => `      ${describeRecord(record)} = ${[...truth.callsOfRecord(record)].map((call) => call?.id).join(' or ')}`,
    ),
  ];
}

function describeRecord(record: RecordRow): string {
  const { partner, kind, transportCallReference, vesselIMONumber, vesselName, UNLocationCode, facilityCode, numbers, times } = record;
  const voyages = numbers.map(
    ({ carrierCode, carrierServiceCode, carrierImportVoyageNumber, carrierExportVoyageNumber }) =>
      `${carrierCode ?? '?'} ${carrierServiceCode} ${carrierImportVoyageNumber}/${carrierExportVoyageNumber}`,
  );
  const days = times.map(
    ({ eventTypeCode, eventClassifierCode, dateTime }) => `${eventTypeCode} ${eventClassifierCode} ${dateTime.slice(0, 16)}`,
  );
  const universal = `${record.universalServiceReference} ${record.universalImportVoyageReference}`;
  const ship = vesselIMONumber ?? vesselName ?? 'no ship';
  return [
    partner.id,
    kind,
    transportCallReference,
    ship,
    `${UNLocationCode} ${facilityCode}`,
    universal,
    voyages.join(' + '),
    days.join(', '),
  ].join(' | ');
}

function describeEvents(set: EventSet | undefined, truth: Truth): string[] {
  if (set === undefined) return ['not queried'];
  const byCall = new Map<string, EventSet['events'][number]>();
  for (const match of set.events) {
    const call = truth.callOfEvent(match.event.eventID)?.id ?? 'nothing';
    if (!byCall.has(call)) byCall.set(call, match);
  }
  return [
    set.outcome,
    ...[...byCall].map(([call, match]) => `    of ${call}: ${describeAssessed(match)} ${describeEvent(match.event.eventID, truth)}`),
  ];
}

function describeEvent(eventID: string, truth: Truth): string {
  const call = truth.callOfEvent(eventID);
  const event = call === undefined ? undefined : truth.eventsOf(call).find((each) => textAt(each, 'eventID') === eventID);
  const { portCall, terminalCall, vessel, timestamp } = (event ?? {}) as Record<string, unknown>;
  return JSON.stringify({ portCall, terminalCall, vessel, timestamp });
}

function describeNotices(set: NoticeSet | undefined, truth: Truth): string[] {
  if (set === undefined) return ['  notices: not queried'];
  return [
    `  notices ${set.outcome}`,
    ...set.notices.map((match) => {
      const notice = truth.noticeOf(match.version);
      return `    of ${notice.call.id} (${notice.kind}): ${describeAssessed(match)} ${describeNotice(notice)}`;
    }),
  ];
}

function describeAssessed({ confidence, rule, dayDistance, reasons, matchedOn, contradictions }: Assessed): string {
  const describeCompared = ({ attribute, left, right }: Compared) => `${attribute} ${left.value}~${right.value}`;
  const against = contradictions.length === 0 ? '' : ` AGAINST ${contradictions.map(describeCompared).join(', ')}`;
  return `${confidence} ${rule} ${dayDistance ?? '-'} days [${reasons.join()}] by ${matchedOn.map(describeCompared).join(', ')}${against}`;
}
