import { instantOf, isDay } from '@landfall/dcsa/instant.ts';
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';

/** Instants as strings. Output is as the partner sent it; input must be RFC 3339 with offset. */
export const DateTime = textScalar('DateTime', {
  expectation: 'an RFC 3339 date-time with offset',
  accepts: (text) => instantOf(text) !== undefined,
});

/** Calendar days as strings, never shifted by a time zone. */
export const DateScalar = textScalar('Date', { expectation: 'a calendar day YYYY-MM-DD', accepts: isDay });

/** Any JSON value, passed through. */
export const JSONScalar = new GraphQLScalarType({
  name: 'JSON',
  serialize: (value) => value,
  parseValue: (value) => value,
  // graphql-js 16 reads an absent variable from the prototype here.
  parseLiteral: (node, variables) => valueFromASTUntyped(node, Object.assign(Object.create(null), variables)),
});

function textScalar(name: string, rule: { expectation: string; accepts: (text: string) => boolean }): GraphQLScalarType<string, unknown> {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && rule.accepts(value)) return value;
    throw new GraphQLError(`expected ${rule.expectation}`, { extensions: { code: 'BAD_USER_INPUT' } });
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) => parse(valueFromASTUntyped(node)),
  });
}
