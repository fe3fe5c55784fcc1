import type { SchemaViolation } from '#platform/wire/shape-check.ts';
import { cleanedTo, findShapeViolations, type ViolationBudget } from '#platform/wire/shape-check.ts';
import type { PortCallEvent } from '../generated/schema.ts';
import { event } from './port-call-2-0-0.ts';

/** A type of the schema as partners state it: any attribute may be absent. */
type Stated<T> = T extends readonly (infer Element)[]
  ? readonly Stated<Element>[]
  : T extends object
    ? { readonly [Name in keyof Omit<T, '__typename'>]?: Stated<NonNullable<T[Name]>> }
    : T;

type ContentName = 'eventID' | 'replyToEventID' | 'eventUpdatedDateTime' | 'isFYI' | 'timestamp' | 'movesForecasts';
type PartName = 'portCall' | 'terminalCall' | 'portCallService' | 'vessel';

/** A port call event in the typed model, Port Call 2.0.0. */
export type PortCallEventContent = Stated<Pick<PortCallEvent, ContentName | PartName>>;

/** Finds where an event deviates from the schema of Port Call 2.0.0. `$` in the paths is the event; `unknown` gets members that are not in it. */
export function findViolations(value: unknown, budget?: ViolationBudget, unknown?: SchemaViolation[]): SchemaViolation[] {
  return findShapeViolations(event, value, budget, unknown);
}

/**
 * Returns the part of an event that the typed model can represent.
 *
 * @param value as `JSON.parse` returned it; never changed
 * @param violations result of {@link findViolations}; if empty, `value` itself is returned
 */
export function cleanOf(value: unknown, violations: readonly SchemaViolation[]): PortCallEventContent {
  return (violations.length === 0 ? value : (cleanedTo(event, value) ?? {})) as PortCallEventContent;
}
