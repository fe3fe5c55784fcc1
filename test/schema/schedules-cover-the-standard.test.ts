import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shapes as scheduleShapes, transports } from '../../subgraphs/commercial-schedules/wire/parse.ts';
import { collectAttributes, typesIn } from '../support/standard-types.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const fixture = (name: string): unknown => JSON.parse(textOf(`test/fixtures/commercial-schedules/${name}.json`));

const roots = [
  { shape: scheduleShapes['point-to-point-routes'], value: fixture('route') },
  { shape: scheduleShapes['port-schedules'], value: fixture('port-schedule') },
  { shape: scheduleShapes['vessel-schedules'], value: fixture('service-schedule') },
];
const allTypes = new Map<string, (typeof roots)[number]['shape']>();
for (const shape of [...roots.map((root) => root.shape), ...transports]) typesIn(shape, allTypes);

/** The union of the three transports, by which documents are checked. The standard has no such type. */
const union = 'Transport';
const typesOfStandard = [...allTypes.values()].filter(({ title }) => title !== union);

describe('the schema and Commercial Schedules 1.0.4', () => {
  test('have 27 types with 142 attributes, of which five with 24 are others under a second name', () => {
    expect(typesOfStandard).toHaveLength(27 - 5);
    expect(typesOfStandard.flatMap(({ attributes }) => [...attributes.keys()])).toHaveLength(142 - 24);
  });

  test('use each attribute at least once in the fixtures', () => {
    const met = new Set<string>();
    for (const each of roots) collectAttributes(each, met);
    const all = roots.flatMap(({ shape }) => [...typesIn(shape).values()]);
    const attributes = all.flatMap(({ title, attributes: own }) => [...own.keys()].map((name) => `${title}.${name}`));
    expect(attributes.filter((attribute) => !met.has(attribute))).toEqual([]);
  });
});
