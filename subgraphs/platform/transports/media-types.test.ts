import { expect, it } from 'vitest';
import { acceptedTypes } from './graphql-http.ts';

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
  expect(acceptedTypes(accept)).toMatchObject({ best, eventStream });
});

it.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['text/html', true],
  [`text/html, ${json};q=0.9`, true],
  [`text/html, ${json}`, false],
  ['text/html;q=0', false],
  ['*/*', false],
  [undefined, false],
  [json, false],
])('Accept: %s prefers HTML: %s', (accept, prefersPage) => {
  expect(acceptedTypes(accept).prefersPage).toBe(prefersPage);
});
