import { listAt, textAt, valueAt } from '#platform/matching/claims/wire-values.ts';
import type { WorldCall } from '../world/sailing.ts';
import { voyageNumberOf } from '../world/voyage-numbers.ts';
import type { Assessed, CallMatch, CallSet, Compared, EventSet, NoticeSet, RecordRow } from './answers.ts';
import type { Finding } from './figures.ts';
import { hiddenContradictionsOf } from './judge-answers.ts';
import type { TrueNotice, Truth } from './truth.ts';

/** Says all that is needed to find out why a row falls short: what was said, what is true, what was answered and why. */
export function explain(finding: Finding, truth: Truth): string {
  if ('notice' in finding) {
    const { what, row, notice } = finding;
    const { arrivalCall, portCallEvents } = row.current;
    const hidden = hiddenContradictionsOf(row.current, notice, truth).map((text) => `  hidden: ${text}`);
    return [
      `${what}: seed ${truth.world.seed}, ${truth.world.day}, notice ${row.partner.id} ${row.transportDocumentReference} (${notice.kind})`,
      `  says: ${sayNotice(notice)}`,
      `  true: ${sayCall(notice.call, truth)}`,
      ...hidden,
      ...sayCallSet(arrivalCall, truth).map((line) => `  arrivalCall ${line}`),
      ...sayEvents(arrivalCall.unique?.call.portCallEvents, truth).map((line) => `  events of call ${line}`),
      ...sayEvents(portCallEvents, truth).map((line) => `  events of notice ${line}`),
      ...(what === 'noticesOfCalls' ? sayNotices(arrivalCall.unique?.call.arrivalNotices, truth) : []),
    ].join('\n');
  }
  const { what, row } = finding;
  const call = truth.callOfEvent(row.eventID);
  const event = call === undefined ? undefined : truth.eventsOf(call).find((each) => textAt(each, 'eventID') === row.eventID);
  return [
    `${what}: seed ${truth.world.seed}, ${truth.world.day}, event ${row.eventID}`,
    `  says: ${JSON.stringify(event)}`,
    `  true: ${call === undefined ? 'nothing' : sayCall(call, truth)}`,
    ...(what === 'noticesOfEvents' ? sayNotices(row.arrivalNotices, truth) : sayMatch(row.call.unique, truth)),
  ].join('\n');
}

function sayNotice({ notice, voyage }: TrueNotice): string {
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

function sayCall(call: WorldCall, { world }: Truth): string {
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

function sayCallSet({ outcome, terminalOutcome, unique, candidates, sources }: CallSet, truth: Truth): string[] {
  const asked = sources.map(({ partner, status, code }) => `${partner?.id} ${status}${code === null ? '' : ` ${code}`}`).join(', ');
  return [
    `${outcome}, terminal ${terminalOutcome}; sources: ${asked}`,
    ...candidates.flatMap((match) => sayMatch(match, truth, match.call.id === unique?.call.id ? 'OFFERED' : 'candidate')),
  ];
}

function sayMatch(match: CallMatch | null, truth: Truth, label = 'OFFERED'): string[] {
  if (match === null) return ['nothing'];
  return [
    `  ${label} ${sayJudged(match)}`,
    ...match.call.records.map(
      (record) => `      ${sayRecord(record)} = ${[...truth.callsOfRecord(record)].map((call) => call?.id).join(' or ')}`,
    ),
  ];
}

function sayRecord(record: RecordRow): string {
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

function sayEvents(set: EventSet | undefined, truth: Truth): string[] {
  if (set === undefined) return ['not asked for'];
  const byCall = new Map<string, EventSet['events'][number]>();
  for (const match of set.events) {
    const call = truth.callOfEvent(match.event.eventID)?.id ?? 'nothing';
    if (!byCall.has(call)) byCall.set(call, match);
  }
  return [
    set.outcome,
    ...[...byCall].map(([call, match]) => `    of ${call}: ${sayJudged(match)} ${sayEvent(match.event.eventID, truth)}`),
  ];
}

function sayEvent(eventID: string, truth: Truth): string {
  const call = truth.callOfEvent(eventID);
  const event = call === undefined ? undefined : truth.eventsOf(call).find((each) => textAt(each, 'eventID') === eventID);
  const { portCall, terminalCall, vessel, timestamp } = (event ?? {}) as Record<string, unknown>;
  return JSON.stringify({ portCall, terminalCall, vessel, timestamp });
}

function sayNotices(set: NoticeSet | undefined, truth: Truth): string[] {
  if (set === undefined) return ['  notices: not asked for'];
  return [
    `  notices ${set.outcome}`,
    ...set.notices.map((match) => {
      const notice = truth.noticeOf(match.version);
      return `    of ${notice.call.id} (${notice.kind}): ${sayJudged(match)} ${sayNotice(notice)}`;
    }),
  ];
}

function sayJudged({ confidence, rule, dayDistance, reasons, matchedOn, contradictions }: Assessed): string {
  const sayCompared = ({ attribute, left, right }: Compared) => `${attribute} ${left.value}~${right.value}`;
  const against = contradictions.length === 0 ? '' : ` AGAINST ${contradictions.map(sayCompared).join(', ')}`;
  return `${confidence} ${rule} ${dayDistance ?? '-'} days [${reasons.join()}] by ${matchedOn.map(sayCompared).join(', ')}${against}`;
}
