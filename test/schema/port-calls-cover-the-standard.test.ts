import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventShape, findViolations } from '../../subgraphs/port-calls/wire/parse.ts';
import { collectAttributes, feedbackElement, typesIn } from '../support/standard-types.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const everyAttribute: unknown = JSON.parse(textOf('test/fixtures/port-calls/every-attribute.json'));

/** The five messages around them have no type in the graph; connections and logs replace them. */
const messages = {
  GetEventsResponse: ['events', 'feedbackElements'],
  GetEventsError: ['feedbackElements'],
  PostEventsRequest: ['events'],
  PostEventsResponse: ['feedbackElements'],
  PostEventsError: ['feedbackElements'],
};
const typesOfStandard = [...typesIn(eventShape, typesIn(feedbackElement)).values()];

describe('the schema and Port Call 2.0.0', () => {
  test('have 21 types with 94 attributes', () => {
    expect(typesOfStandard.length + Object.keys(messages).length).toBe(21);
    const attributes = typesOfStandard.flatMap(({ attributes: names }) => [...names.keys()]);
    expect([...attributes, ...Object.values(messages).flat()]).toHaveLength(94);
  });

  test('use each attribute at least once in the fixture of that name, which is valid', () => {
    expect(findViolations(everyAttribute)).toEqual([]);
    const met = new Set<string>();
    collectAttributes({ shape: eventShape, value: everyAttribute }, met);
    const attributes = [...typesIn(eventShape).values()].flatMap(({ title, attributes: names }) =>
      [...names.keys()].map((name) => `${title}.${name}`),
    );
    expect(attributes.filter((attribute) => !met.has(attribute))).toEqual([]);
  });
});
