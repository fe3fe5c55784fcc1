import { parseValue } from 'graphql';
import { expect, it } from 'vitest';
import { JSONScalar, portOf, vesselOf } from './shared-types.ts';

it('a JSON literal has no value for an absent variable, whatever the name of the variable is', () => {
  const literal = parseValue('{ a: $toString, b: [$constructor, $__proto__], c: $given }');
  expect(JSONScalar.parseLiteral(literal, { given: 1 })).toEqual({ a: undefined, b: [undefined, undefined], c: 1 });
});

it.each([
  ['9321483', '9321483'],
  [' IMO 9321483 ', '9321483'],
  ['12345678', '12345678'],
])('reads %j as the ship %s', (text, vesselIMONumber) => {
  expect(vesselOf(text)).toEqual({ __typename: 'Vessel', vesselIMONumber });
});

it.each(['', '932148', '932148A', 'King of the Seas', undefined, null])('reads %j as no ship', (text) => {
  expect(vesselOf(text)).toBeNull();
});

it.each([
  ['SGSIN', 'SGSIN'],
  ['sg sin', 'SGSIN'],
])('reads %j as the port %s', (text, UNLocationCode) => {
  expect(portOf(text)).toEqual({ __typename: 'Port', UNLocationCode });
});

it.each(['', 'SIN', 'Singapore', 'S1SIN', 'SGS1N', undefined, null])('reads %j as no port', (text) => {
  expect(portOf(text)).toBeNull();
});
