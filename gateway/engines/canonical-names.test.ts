import { buildSchema, parse, print, stripIgnoredCharacters } from 'graphql';
import { expect, it } from 'vitest';
import { withPlainSelections } from '#platform/graphql/plain-operation.ts';
import { createCanonicalize } from './canonical-names.ts';

const schema = buildSchema(`
  type Query { ship(imo: ID, first: Int): Ship records: [Stored!]! }
  type Ship { imo: ID! name: String name_2: String calls(first: Int, filter: Filter): [Call!] }
  type Call { id: ID! port: String name: String calls(first: Int): [Call!] ship: Ship }
  union Stored = Ship | Call
  input Filter { port: String first: Int }
`);
const canonicalize = createCanonicalize(schema, schema);
const canonicalOf = (query: string) => canonicalize(withPlainSelections(schema, parse(query)));

it.each([
  ['no other names', '{ship(imo:"1"){name calls{id port}}}', '{ship(imo:"1"){name calls{id port}}}'],
  ['response names', '{a:ship{imo:name name:imo name_2:calls{imo:port}}}', '{ship{name imo calls{port}}}'],
  [
    'several response names of one field',
    '{ship{a:imo imo b:imo}x:ship(first:2){imo}}',
    '{ship{imo imo_2:imo imo_3:imo}ship_2:ship(first:2){imo}}',
  ],
  ['a number that is part of another field’s name', '{ship{a:name b:name name_2}}', '{ship{name name_3:name name_2}}'],
  ['the type', '{a:__typename ship{a:__typename b:__typename imo}}', '{ship{__typename imo}}'],
  [
    'the operation, its variables and fragments',
    'query Q($first:Int,$imo:ID=1){...F}fragment F on Query{ship(imo:$imo){calls(first:$first,filter:{port:"p",first:$first}){id}}}',
    'query($v1:Int$v2:ID=1){ship(imo:$v2){calls(first:$v1 filter:{port:"p"first:$v1}){id}}}',
  ],
  [
    'a response name of different types',
    '{records{...on Ship{a:imo}...on Call{a:id}}}',
    '{records{landfall_nothing:__typename...on Ship{imo}...on Call{id}}}',
  ],
  [
    'a field of different types under one name, with equal and with different arguments',
    '{records{...on Ship{a:name b:calls{c:id}}...on Call{a:name b:calls(first:1){c:id}}}}',
    '{records{landfall_nothing:__typename...on Ship{name calls{id}}...on Call{name calls_2:calls(first:1){id}}}}',
  ],
])('the canonical form of an operation has the names of fields for %s', (_what, query, expected) => {
  expect(stripIgnoredCharacters(print(canonicalOf(query).document))).toBe(stripIgnoredCharacters(expected));
});

it('paths of errors have the names of the client, and end at the object if only the plan needs the field', () => {
  const { pathOf } = canonicalOf('{a:ship{ship:calls{b:id}} ship{ship:calls{c:id}} records{...on Ship{x:name}...on Call{y:port}}}');
  expect(pathOf(['ship', 'calls', 3, 'id'])).toEqual(['a', 'ship', 3, 'b']);
  expect(pathOf(['ship_2', 'calls', 0, 'id'])).toEqual(['ship', 'ship', 0, 'c']);
  expect(pathOf(['records', 1, 'port'])).toEqual(['records', 1, 'y']);
  expect(pathOf(['ship', 'calls', 3, 'port'])).toEqual(['a', 'ship', 3]);
});

it('variables keep their values, whatever their names are', () => {
  const { variablesOf } = canonicalOf('query($constructor:ID,$v1:Int){ship(imo:$constructor,first:$v1){imo}}');
  expect(variablesOf({ v1: 2, other: 3 })).toEqual({ v2: 2 });
  expect(variablesOf({ constructor: null, v1: 2 })).toEqual({ v1: null, v2: 2 });
});
