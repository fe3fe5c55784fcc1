import { expect, it } from 'vitest';
import { acceptedTypes } from './media-types.ts';

const graphql = 'application/graphql-response+json';
const json = 'application/json';
const stream = 'text/event-stream';

it.each([
  [undefined, json, true],
  ['*/*', json, true],
  ['', undefined, false],
  [json, json, false],
  [graphql, graphql, false],
  [`${graphql}, ${json};q=0.9`, graphql, false],
  [`${json}, ${graphql}`, graphql, false],
  [`${json};q=0.9, ${graphql};q=0.5`, json, false],
  [`${graphql};q=0, */*`, json, true],
  ['application/*', json, false],
  [`APPLICATION/JSON; Charset=UTF-8`, json, false],
  [`${json};charset=latin1`, undefined, false],
  [stream, stream, true],
  [`${stream}, */*;q=0.1`, stream, true],
  [`${graphql}, application/graphql+json, ${json}, ${stream}, multipart/mixed`, graphql, true],
  [`${json}, ${stream}`, json, true],
  ['text/html', undefined, false],
  [`${json};q=0`, undefined, false],
])('Accept: %s gives %s', (accept, best, eventStream) => {
  expect(acceptedTypes(accept)).toEqual({ best, eventStream });
});
