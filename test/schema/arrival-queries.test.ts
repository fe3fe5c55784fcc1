import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';
import { AllNoticesDocument, EventLogDocument, NoticeLogDocument, SidesDocument } from '../../subgraphs/arrivals/generated/queries.ts';

const schema = buildSchema(readSupergraph().apiSdl);

test.each([
  ['the log of notice versions', NoticeLogDocument],
  ['all notices', AllNoticesDocument],
  ['the log of port call events', EventLogDocument],
  ['schedules and ports', SidesDocument],
])('the query of arrivals for %s is valid against the public schema', (_, text) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});
