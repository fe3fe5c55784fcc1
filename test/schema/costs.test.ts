import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getIntrospectionQuery, getNamedType, isLeafType, isObjectType, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { defaultCallerLimits } from '#platform/access/entitlement.ts';
import type { Variables } from '#platform/graphql/engine.ts';
import { costWeightsOf, operationCostOf } from '#platform/operations/operation-cost.ts';
import { packageRoot } from '#platform/package-root.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { graphqlExamples } from '../support/pages.ts';

const schema = buildSchema(readSupergraph().apiSdl);
const weights = costWeightsOf(schema);
const { operationCost: maxCost } = defaultCallerLimits;

function costOf(text: string, variables: Variables = {}): number {
  const document = parse(text);
  const definition = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (definition === undefined) throw new Error('no operation');
  const cost = operationCostOf({ document, definition, kind: definition.operation }, schema, weights).estimate(variables);
  // Events are read in pages of this size.
  return definition.operation === 'subscription' ? 100 * cost : cost;
}

const folder = join(packageRoot, 'schema', 'operations');
const operations = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
const examples = graphqlExamples().map((text) => [text.trim().slice(0, 60), text] as const);

describe('the default limit of costs', () => {
  test.each([...operations, ...examples])('is far above %s', (_name, text) => {
    expect(costOf(text)).toBeLessThan(maxCost / 10);
  });

  test.each(operations)('is above %s for 100 rows', (_name, text) => {
    expect(costOf(text, { first: 100 })).toBeLessThan(maxCost / 3);
  });

  test('is above usual introspection', () => {
    expect(costOf(getIntrospectionQuery())).toBeLessThan(maxCost / 2);
  });

  test.each([
    [
      '500 rows of everything that is stored',
      `{ arrivalNotices(first: 500) { nodes { current ${everything('ArrivalNoticeVersion', 3)} } } }`,
    ],
    [
      '500 rows of all joins',
      '{ arrivalNotices(first: 500) { nodes { current { a: arrivalCall { ...S } l: loadingCall { ...S } portCallEvents { events { event { id } } sources { partner { id } } } comparableRoutes(maxAgeSeconds: 0) { routes { route { id: partner { id } } } } } } } } fragment S on CallMatchSet { candidates { call { records { numbers { carrierCode } } times { dateTime } } matchedOn { key } } }',
    ],
    [
      'all notices of all ships of 500 notices',
      '{ arrivalNotices(first: 500) { nodes { current { vessel { arrivalNotices(first: 500) { nodes { id } } } } } } }',
    ],
    ['500 embedded files', '{ arrivalNotices(first: 500) { nodes { current { visualization { content } } } } }'],
    [
      'partners asked for each of 500 rows',
      '{ portCallEvents(first: 500) { nodes { vesselReached: call(maxAgeSeconds: 0) { unique { call { vessel { vesselSchedules(maxAgeSeconds: 0) { nodes { partner { id } } } } } } } } } }',
    ],
  ])('is below %s', (_name, text) => {
    expect(costOf(text)).toBeGreaterThan(maxCost);
  });
});

/** Selects all fields of a type that need no argument, to this depth. */
function everything(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (field.args.length > 0) return [];
    if (isLeafType(inner)) return [field.name];
    const below = depth === 0 ? '' : everything(inner.name, depth - 1);
    return below === '' ? [] : [`${field.name} ${below}`];
  });
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}
