import type { Call } from './fleet/calls.ts';
import type { Fleet } from './fleet/fleet.ts';
import { dayMs } from './fleet/times.ts';
import { minimalNoticeOf, type Notice, type NoticeLabels, noticeOf } from './notice.ts';
import type { SandboxProfile, StepKind } from './profile.ts';
import type { Random } from './random.ts';
import { dayOfArrival, importVoyageNumberOf, type Shipment, type ShipmentState, shiftDay } from './shipment.ts';
import { visualizationOf } from './visualization.ts';

/** A document, which the steps change. */
export interface Document {
  readonly shipment: Shipment;
  /** The content of its notices: complete, with a PDF, without voyages, or minimal (for the first one only). */
  readonly form: 'COMPLETE' | 'VISUALIZED' | 'WITHOUT_VOYAGE' | 'MINIMAL';
  state: ShipmentState;
  /** When its newest version was issued, in milliseconds since 1970. */
  issuedAt: number;
  /** The kinds of notice issued for it; undefined is the kind without label. */
  typeLabels: readonly (string | undefined)[];
  /** The notices that were sent most recently. */
  notices: readonly Notice[];
}

/** The result of a step. */
export interface StepResult {
  /** The notices to send, in one request. */
  readonly notices: readonly Notice[];
  /** A description for people. */
  readonly detail: string;
  /** The notices in the carrier's own system, if they differ from those that it sends. */
  readonly filed?: readonly Notice[];
}

export interface StepContext {
  readonly profile: SandboxProfile;
  readonly random: Random;
  readonly fleet: Fleet;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What each step does to a document: returns the notices to send. */
export const steps: Readonly<Record<StepKind, (document: Document, context: StepContext) => StepResult>> = {
  FIRST_NOTICE: first,
  SECOND_LABEL: (document, context) => {
    document.typeLabels = [...context.profile.typeLabels];
    const labels = document.typeLabels.slice(1);
    return issue(document, context, { versionLabel: 'Original', detail: `also as "${document.typeLabels[1]}"`, labels });
  },
  ETA_CHANGED: (document, context) => {
    const before = document.state.arrivalDate;
    const arrivalDate = changedArrivalOf(document, context);
    return change(document, context, { arrivalDate }, ['Updated ETA', `arrival ${before} -> ${arrivalDate}`]);
  },
  TERMINAL_CHANGED: (document, context) => {
    const { call, terminal: before } = document.state;
    const [one, two, ...others] = call.port.terminals;
    const terminal = context.random.pick([one === before ? two : one, ...others.filter((other) => other !== before)]);
    context.fleet.change(call, { terminal });
    const detail = `terminal ${before.facilityCode} -> ${terminal.facilityCode} in ${call.port.locationName}`;
    return change(document, context, { terminal }, ['Updated terminal', detail]);
  },
  VESSEL_CHANGED: (document, context) => {
    const { vessel: before, call } = document.state;
    const detail = `on ${call.vessel.vesselName} instead of ${before.vesselName}`;
    return change(document, context, { vessel: call.vessel }, ['Updated vessel', detail]);
  },
  CARGO_ROLLED: (document, context) => {
    const { state } = document;
    const [call, loading] = [state.call, state.loading].map((each) => aWeekLater(each, context)) as [Call, Call];
    const next = { ...discharge(call), loading };
    const detail = `rolled from ${state.vessel.vesselName} to ${call.vessel.vesselName}, arrival ${next.arrivalDate}`;
    return change(document, context, next, ['Updated vessel', detail]);
  },
  DISCHARGE_MOVED: (document, context) => {
    const before = document.state.call.port;
    const call = otherPortOf(document.state.call, context);
    const detail = `discharged in ${call.port.locationName} instead of ${before.locationName}`;
    return change(document, context, discharge(call), ['Updated port of discharge', detail]);
  },
  CHARGES_CHANGED: (document, context) =>
    change(document, context, { isInspected: true }, ['Updated charges', 'inspected by customs, which is charged']),
  LEG_CANCELLED: (document, context) => {
    const over = document.shipment.transshipment?.reloading.port.locationName;
    const detail = `no longer via ${over}, direct on ${document.state.vessel.vesselName}`;
    return change(document, context, { transshipped: false }, ['Updated routing', detail]);
  },
  CARGO_RELEASED: (document, context) =>
    change(document, context, { releasedOn: dayAt(context) }, ['Cargo release', `released, pick up with P${document.shipment.number}`]),
  RELEASE_WITHDRAWN: (document, context) =>
    change(document, context, { isHeld: true }, ['Release withdrawn', 'held by customs after its release']),
  LATE_OLD_VERSION: (document, context) => {
    const state = { ...document.state, arrivalDate: shiftDay(document.state.arrivalDate, 1) };
    const [typeLabel] = document.typeLabels;
    const labels = { issueDateTime: instantText(document.issuedAt - 1, context), versionLabel: 'Updated ETA', typeLabel };
    return { notices: [write({ ...document, state }, context, labels)], detail: 'an older version that arrives late' };
  },
  DUPLICATE: ({ notices }) => ({ notices, detail: 'the same version again' }),
  FAULTY_NO_TIME: (document, context) => {
    const { issueDateTime: _, ...notice } = noticeAt(document, context);
    return { notices: [notice], detail: 'without issueDateTime, by mistake', filed: [] };
  },
  FAULTY_NULLS: (document, context) => {
    const notice = noticeAt(document, context);
    const transport = { ...(notice['transport'] as object), placeOfDelivery: null };
    document.notices = [{ ...notice, transport, carrierClauses: null, houseBillOfLadingReferences: null }];
    // The corrected notice is not pushed, only returned to requests.
    return { notices: document.notices, detail: 'with null for absent attributes', filed: [noticeAt(document, context)] };
  },
};

/** Changes the state of a document and issues a version of it. */
function change(
  document: Document,
  context: StepContext,
  state: Partial<ShipmentState>,
  [versionLabel, detail]: readonly [versionLabel: string, detail: string],
): StepResult {
  document.state = { ...document.state, ...state };
  return issue(document, context, { versionLabel, detail });
}

/** Minimum interval between versions of one document, so that a late one fits between them. */
const leastGapMs = 2;

function first(document: Document, context: StepContext): StepResult {
  const { shipment, state, form } = document;
  const ship = `${state.vessel.vesselName} ${importVoyageNumberOf({ ...shipment, ...state })}`;
  if (form === 'MINIMAL') {
    document.notices = [minimalNoticeOf(shipment, document.state, nextIssueOf(document, context))];
    return { notices: document.notices, detail: `minimal, vessel name and voyage only: ${ship}` };
  }
  const route = `${state.loading.port.UNLocationCode} -> ${state.call.port.UNLocationCode}`;
  const detail = `${route} on ${ship}, arrival ${state.arrivalDate}`;
  return issue(document, context, { versionLabel: 'Original', detail: form === 'VISUALIZED' ? `${detail}, with PDF` : detail });
}

/** Issues a version of each of the document's notices, or of some. */
function issue(
  document: Document,
  context: StepContext,
  version: { versionLabel: string; detail: string; labels?: Document['typeLabels'] },
): StepResult {
  const issueDateTime = nextIssueOf(document, context);
  document.notices = (version.labels ?? document.typeLabels).map((typeLabel) => {
    const labels = { issueDateTime, versionLabel: version.versionLabel, typeLabel };
    const notice = write(document, context, labels);
    return document.form === 'VISUALIZED' ? { ...notice, arrivalNoticeVisualization: pdfOf(document, context) } : notice;
  });
  return { notices: document.notices, detail: version.detail };
}

/** Returns the document's notice in its current state. */
function noticeAt(document: Document, context: StepContext): Notice {
  const [typeLabel] = document.typeLabels;
  return write(document, context, { issueDateTime: nextIssueOf(document, context), versionLabel: 'Original', typeLabel });
}

/** Returns when the next version of a document is issued: now, or just after the one before. */
function nextIssueOf(document: Document, context: StepContext): string {
  document.issuedAt = Math.max(context.now, document.issuedAt + leastGapMs);
  return instantText(document.issuedAt, context);
}

function write({ shipment, state, form }: Document, { profile }: StepContext, labels: NoticeLabels): Notice {
  return noticeOf(profile, shipment, { state, labels, saysVoyage: form !== 'WITHOUT_VOYAGE' });
}

function pdfOf({ shipment, state }: Document, { profile }: StepContext): object {
  const reference = shipment.transportDocumentReference;
  return visualizationOf(reference, [
    `${profile.carrierName} - Arrival notice ${reference}`,
    `${state.vessel.vesselName}, voyage ${importVoyageNumberOf({ ...shipment, ...state })}`,
    `${state.call.port.locationName}, ${state.terminal.facilityName}, ${state.arrivalDate}`,
    ...shipment.containers.map(({ equipmentReference }) => `Container ${equipmentReference}`),
  ]);
}

/**
 * Returns the new day of arrival: the one that another shipment's notice has already announced for the ship, or the
 * current one moved by a day. A ship that is a day late makes up for it next. No ship is ever days early: notices that
 * announce one before it was planned refer to another voyage.
 */
function changedArrivalOf({ state: { call, arrivalDate } }: Document, { fleet, now }: StepContext): string {
  const known = dayOfArrival(fleet.current(call));
  if (known !== arrivalDate) return known;
  fleet.delay(call, fleet.delayOf(call) < dayMs ? dayMs : -dayMs, now);
  return dayOfArrival(fleet.current(call));
}

/** Returns whether the notice differs from the ship, or the ship may be moved: once a day, because no ship of a calm week turns back more often. */
export function hasOtherArrival({ state: { call, arrivalDate } }: Document, { fleet, now }: StepContext): boolean {
  return dayOfArrival(fleet.current(call)) !== arrivalDate || now - fleet.movedAt(call) >= dayMs;
}

/** Returns the attributes that follow from another call at a port of discharge. */
function discharge(call: Call): Pick<ShipmentState, 'call' | 'vessel' | 'terminal' | 'arrivalDate'> {
  return { call, vessel: call.vessel, terminal: call.terminal, arrivalDate: dayOfArrival(call) };
}

/** Returns the call of the next ship of the loop at the same stop. */
function aWeekLater({ loop, departure, stop }: Call, { fleet }: StepContext): Call {
  const later = fleet.round(loop, departure + 1).find((call) => call.stop === stop);
  if (later === undefined) throw new Error('a round without the stop of the one before');
  return later;
}

/** Returns the nearest call of the same ship at another port of discharge. */
function otherPortOf({ loop, departure, port, arrival }: Call, { fleet }: StepContext): Call {
  const [nearest] = fleet
    .round(loop, departure)
    .filter((call) => call.stop.use === 'DISCHARGE' && call.port !== port)
    .toSorted((left, right) => Math.abs(left.arrival - arrival) - Math.abs(right.arrival - arrival));
  if (nearest === undefined) throw new Error('a loop with one port of discharge');
  return nearest;
}

/** Formats an instant in RFC 3339 with the offset of the carrier's office. */
function instantText(instant: number, { profile: { offsetMinutes } }: StepContext): string {
  const local = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, -1);
  return `${local}+${String(Math.floor(offsetMinutes / 60)).padStart(2, '0')}:${String(offsetMinutes % 60).padStart(2, '0')}`;
}

function dayAt({ now, profile: { offsetMinutes } }: StepContext): string {
  return new Date(now + offsetMinutes * 60_000).toISOString().slice(0, 10);
}
