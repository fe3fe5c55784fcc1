import { readSubgraphDocument } from '#platform/graphql/subgraph-sdl.ts';
import { standardTypesOf } from '#platform/wire/sdl-types.ts';
import { cleanedTo, findShapeViolations, type SchemaViolation, type ViolationBudget } from '#platform/wire/shape-check.ts';
import { object } from '#platform/wire/shapes.ts';

const names = {
  ArrivalNoticeVersion: 'ArrivalNotice',
  Visualization: 'EmbeddedDocument',
  visualization: 'arrivalNoticeVisualization',
};

/** Local times are those of the port of discharge. */
const typeOf = standardTypesOf(readSubgraphDocument('arrival-notices'), names, {
  ArrivalNoticeVersion: (type) => ({ ...type, ports: [['transport', 'portOfDischarge', 'UNLocationCode']] }),
  ArrivalNoticeNotification: (type) => ({ ...type, ports: [['portOfDischarge', 'UNLocationCode']] }),
});

/**
 * The shapes of the two objects that partners push, Arrival Notice 1.0.1. Every valid notice of 1.0.0 is also valid in
 * 1.0.1.
 */
export const shapes = { arrivalNotice: typeOf('ArrivalNoticeVersion'), notification: typeOf('ArrivalNoticeNotification') };

/** The two objects that partners push. */
export type PushedKind = keyof typeof shapes;

/**
 * The combined shape of both kinds. Attributes of the same name have the same shape, so {@link cleanOf} needs no kind.
 */
const eitherShape = object(
  'ArrivalNotice or ArrivalNoticeNotification',
  Object.fromEntries([...shapes.notification.attributes, ...shapes.arrivalNotice.attributes]),
);

/** Finds where an object deviates from the schema of Arrival Notice 1.0.1. `$` in the paths is the object; `unknown` gets members that are not in it. */
export function findViolations(kind: PushedKind, value: unknown, budget?: ViolationBudget, unknown?: SchemaViolation[]): SchemaViolation[] {
  return findShapeViolations(shapes[kind], value, budget, unknown);
}

/**
 * Returns the part of an object that the typed model can represent.
 *
 * @param value a notice or a notification as `JSON.parse` returned it; never changed
 * @param violations result of {@link findViolations}; if empty, `value` itself is returned
 */
export function cleanOf<T>(value: unknown, violations: readonly SchemaViolation[]): T {
  return (violations.length === 0 ? value : (cleanedTo(eitherShape, value) ?? {})) as T;
}
