import { parse, separateOperations } from 'graphql';
import { expect, it } from 'vitest';
import type { ValidatedOperation } from '#platform/graphql/engine.ts';
import { requestedWaitMsOf } from './federated.ts';

it.each([
  ['none', '{ arrivalNotices { nodes { id } } }', {}, 0],
  ['one', '{ arrivalNotices(maxWaitMs: 5000) { nodes { id } } }', {}, 5_000],
  ['the longest of several', '{ a(maxWaitMs: 5000) { b(maxWaitMs: 9000) } c(maxWaitMs: 1) }', {}, 9_000],
  ['one of a fragment', '{ ...F } fragment F on Query { a(maxWaitMs: 7000) }', {}, 7_000],
  ['one by a variable', 'query ($wait: Int) { a(maxWaitMs: $wait) }', { wait: 8_000 }, 8_000],
  ['the default of a variable', 'query ($wait: Int = 6000) { a(maxWaitMs: $wait) }', {}, 6_000],
  ['none, by a variable with the name of a member of all objects', 'query ($constructor: Int) { a(maxWaitMs: $constructor) }', {}, 0],
  ['null', 'query ($wait: Int = 6000) { a(maxWaitMs: $wait) b(maxWaitMs: null) }', { wait: null }, 0],
  ['what is none', '{ a(maxWaitMs: -5) }', {}, 0],
])('an operation requests a wait by %s', (_what, text, variables, expected) => {
  const [document = parse(text)] = Object.values(separateOperations(parse(text)));
  const operation = { document, definition: document.definitions[0], kind: 'query' } as ValidatedOperation;
  expect(requestedWaitMsOf({ operation, variables })).toBe(expected);
});
