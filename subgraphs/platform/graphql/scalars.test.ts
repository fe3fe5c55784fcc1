import { parseValue } from 'graphql';
import { expect, it } from 'vitest';
import { JSONScalar } from './scalars.ts';

it('a JSON literal has no value for an absent variable, whatever the name of the variable is', () => {
  const literal = parseValue('{ a: $toString, b: [$constructor, $__proto__], c: $given }');
  expect(JSONScalar.parseLiteral(literal, { given: 1 })).toEqual({ a: undefined, b: [undefined, undefined], c: 1 });
});
