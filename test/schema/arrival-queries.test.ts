import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { allNoticesQuery, eventLogQuery, noticeLogQuery, sidesQuery } from '../../subgraphs/arrivals/evaluator/evaluator-queries.ts';

const schema = buildSchema(readSupergraph().apiSdl);

test.each([
  ['the log of notice versions', noticeLogQuery],
  ['all notices', allNoticesQuery],
  ['the log of port call events', eventLogQuery],
  ['schedules and ports', sidesQuery],
])('the query of arrivals for %s is valid against the public schema', (_, text) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});
