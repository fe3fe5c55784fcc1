import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeViolations, type ViolationBudget } from '#platform/wire/shape-check.ts';
import { type ObjectShape, shapeOf } from '#platform/wire/shapes.ts';
import { event } from './port-call-2-0-0.ts';

/** The shape of an event in the standard. Its identifier and its time of change identify a version. */
export const shape: ObjectShape = { ...shapeOf(event), identity: ['eventID', 'eventUpdatedDateTime'] };

/** A port call event in the typed model, Port Call 2.0.0. Any attribute may be absent. */
export interface PortCallEventContent {
  readonly eventID?: string;
  readonly replyToEventID?: string;
  readonly eventUpdatedDateTime?: string;
  readonly isFYI?: boolean;
  readonly portCall?: {
    readonly portCallID?: string;
    readonly portVisitReference?: string;
    readonly UNLocationCode?: string;
    readonly isOmitted?: boolean;
  };
  readonly terminalCall?: {
    readonly terminalCallID?: string;
    readonly terminalCallReference?: string;
    readonly carrierServiceName?: string;
    readonly serviceCodeOrReference?: { readonly carrierServiceCode?: string; readonly universalServiceReference?: string };
    readonly importVoyageNumberOrReference?: VoyageNumberOrReference;
    readonly exportVoyageNumberOrReference?: VoyageNumberOrReference;
    readonly isOmitted?: boolean;
  };
  readonly portCallService?: {
    readonly portCallServiceID?: string;
    readonly portCallServiceTypeCode?: string;
    readonly portCallServiceEventTypeCode?: string;
    readonly portCallPhaseTypeCode?: string;
    readonly facilityTypeCode?: string;
    readonly isCanceled?: boolean;
    readonly isDeclined?: boolean;
  };
  readonly vessel?: {
    readonly vesselIMONumber?: string;
    readonly vesselMMSINumber?: string;
    readonly vesselName?: string;
    readonly vesselPosition?: object;
    readonly milesToDestinationPort?: number;
    readonly airDraft?: number;
    readonly draft?: number;
    readonly aftDraft?: number;
    readonly forwardDraft?: number;
  };
  readonly timestamp?: { readonly classifierCode?: string; readonly serviceDateTime?: string };
  readonly movesForecasts?: readonly object[];
}

interface VoyageNumberOrReference {
  readonly carrierVoyageNumber?: string;
  readonly universalVoyageReference?: string;
}

/** Finds where an event deviates from the schema of Port Call 2.0.0. `$` in the paths is the event. */
export function findViolations(value: unknown, budget?: ViolationBudget): SchemaViolation[] {
  return findShapeViolations(shape, value, budget);
}

/**
 * Returns the part of an event that the typed model can represent.
 *
 * @param value as `JSON.parse` returned it; never changed
 * @param violations result of {@link findViolations}; if empty, `value` itself is returned
 */
export function cleanOf(value: unknown, violations: readonly SchemaViolation[]): PortCallEventContent {
  return (violations.length === 0 ? value : (cleanedTo(shape, value) ?? {})) as PortCallEventContent;
}
