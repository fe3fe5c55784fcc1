import type { Call } from './fleet/call.ts';
import { dayMs } from './fleet/durations.ts';
import type { Fleet } from './fleet/fleet.ts';
import { minimalNoticeOf, type Notice, type NoticeLabels, noticeOf } from './notice.ts';
import type { SandboxProfile } from './profile.ts';
import type { Random } from './random.ts';
import { dayOfArrival, importVoyageNumberOf, type Shipment, type ShipmentState, shiftDay } from './shipment.ts';
import type { StepKind } from './step-kind.ts';
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

/** Performs a step on a document. @returns the notices to send */
export function perform(kind: StepKind, document: Document, context: StepContext): StepResult {
  const { state, shipment } = document;
  switch (kind) {
    case 'FIRST_NOTICE':
      return first(document, context);
    case 'SECOND_LABEL': {
      document.typeLabels = [...context.profile.typeLabels];
      return issue(document, context, {
        versionLabel: 'Original',
        detail: `also as "${document.typeLabels[1]}"`,
        labels: document.typeLabels.slice(1),
      });
    }
    case 'ETA_CHANGED': {
      const arrivalDate = changedArrivalOf(document, context);
      document.state = { ...state, arrivalDate };
      return issue(document, context, { versionLabel: 'Updated ETA', detail: `arrival ${state.arrivalDate} -> ${arrivalDate}` });
    }
    case 'TERMINAL_CHANGED': {
      const { port } = state.call;
      const [one, two, ...others] = port.terminals;
      const terminal = context.random.pick([one === state.terminal ? two : one, ...others.filter((other) => other !== state.terminal)]);
      context.fleet.moveTo(state.call, terminal);
      document.state = { ...state, terminal };
      const detail = `terminal ${state.terminal.facilityCode} -> ${terminal.facilityCode} in ${port.locationName}`;
      return issue(document, context, { versionLabel: 'Updated terminal', detail });
    }
    case 'VESSEL_CHANGED': {
      const { vessel } = state.call;
      document.state = { ...state, vessel };
      const detail = `on ${vessel.vesselName} instead of ${state.vessel.vesselName}`;
      return issue(document, context, { versionLabel: 'Updated vessel', detail });
    }
    case 'CARGO_ROLLED': {
      const [call, loading] = [state.call, state.loading].map((each) => aWeekLater(each, context)) as [Call, Call];
      document.state = { ...state, ...discharge(call), loading };
      const detail = `rolled from ${state.vessel.vesselName} to ${call.vessel.vesselName}, arrival ${document.state.arrivalDate}`;
      return issue(document, context, { versionLabel: 'Updated vessel', detail });
    }
    case 'DISCHARGE_MOVED': {
      const call = otherPortOf(state.call, context);
      document.state = { ...state, ...discharge(call) };
      const detail = `discharged in ${call.port.locationName} instead of ${state.call.port.locationName}`;
      return issue(document, context, { versionLabel: 'Updated port of discharge', detail });
    }
    case 'CHARGES_CHANGED':
      document.state = { ...state, isInspected: true };
      return issue(document, context, { versionLabel: 'Updated charges', detail: 'inspected by customs, which is charged' });
    case 'LEG_CANCELLED': {
      document.state = { ...state, transshipped: false };
      const over = shipment.transshipment?.reloading.port.locationName;
      const detail = `no longer via ${over}, direct on ${state.vessel.vesselName}`;
      return issue(document, context, { versionLabel: 'Updated routing', detail });
    }
    case 'CARGO_RELEASED': {
      document.state = { ...state, releasedOn: dayAt(context) };
      return issue(document, context, { versionLabel: 'Cargo release', detail: `released, pick up with P${shipment.number}` });
    }
    case 'RELEASE_WITHDRAWN':
      document.state = { ...state, isHeld: true };
      return issue(document, context, { versionLabel: 'Release withdrawn', detail: 'held by customs after its release' });
    case 'LATE_OLD_VERSION': {
      const interim = { ...state, arrivalDate: shiftDay(state.arrivalDate, 1) };
      const labels = {
        issueDateTime: instantText(document.issuedAt - 1, context),
        versionLabel: 'Updated ETA',
        typeLabel: document.typeLabels[0],
      };
      const notices = [write({ ...document, state: interim }, context, labels)];
      return { notices, detail: 'an older version that arrives late' };
    }
    case 'DUPLICATE':
      return { notices: document.notices, detail: 'the same version again' };
    case 'FAULTY_NO_TIME': {
      const { issueDateTime: _, ...notice } = noticeAt(document, context);
      return { notices: [notice], detail: 'without issueDateTime, by mistake', filed: [] };
    }
    case 'FAULTY_NULLS': {
      const notice = noticeAt(document, context);
      const transport = { ...(notice['transport'] as object), placeOfDelivery: null };
      document.notices = [{ ...notice, transport, carrierClauses: null, houseBillOfLadingReferences: null }];
      // The corrected notice is not pushed, only returned to requests.
      return { notices: document.notices, detail: 'with null for absent attributes', filed: [noticeAt(document, context)] };
    }
  }
}

/** Minimum interval between versions of one document, so that a late one fits between them. */
const leastGapMs = 2;

function first(document: Document, context: StepContext): StepResult {
  const { shipment, state, form } = document;
  const ship = `${state.vessel.vesselName} ${importVoyageNumberOf({ ...shipment, ...state })}`;
  if (form === 'MINIMAL') {
    document.issuedAt = Math.max(context.now, document.issuedAt + leastGapMs);
    document.notices = [minimalNoticeOf(shipment, document.state, instantText(document.issuedAt, context))];
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
  document.issuedAt = Math.max(context.now, document.issuedAt + leastGapMs);
  document.notices = (version.labels ?? document.typeLabels).map((typeLabel) => {
    const labels = { issueDateTime: instantText(document.issuedAt, context), versionLabel: version.versionLabel, typeLabel };
    const notice = write(document, context, labels);
    return document.form === 'VISUALIZED' ? { ...notice, arrivalNoticeVisualization: pdfOf(document, context) } : notice;
  });
  return { notices: document.notices, detail: version.detail };
}

/** Returns the document's notice in its current state. */
function noticeAt(document: Document, context: StepContext): Notice {
  document.issuedAt = Math.max(context.now, document.issuedAt + leastGapMs);
  const labels = { issueDateTime: instantText(document.issuedAt, context), versionLabel: 'Original', typeLabel: document.typeLabels[0] };
  return write(document, context, labels);
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
function changedArrivalOf({ state }: Document, { fleet }: StepContext): string {
  const { call } = state;
  const known = dayOfArrival(fleet.current(call));
  if (known !== state.arrivalDate) return known;
  fleet.delay(call, fleet.delayOf(call) < dayMs ? dayMs : -dayMs);
  return dayOfArrival(fleet.current(call));
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
