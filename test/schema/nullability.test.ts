import { buildSchema, type GraphQLObjectType, type GraphQLOutputType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ownersOf, readSupergraph } from '../../gateway/supergraph/supergraph.ts';

const supergraph = readSupergraph();
const schema = buildSchema(supergraph.apiSdl, { assumeValid: true, assumeValidSDL: true });
const owners = ownersOf(supergraph);

interface Place {
  /** `Type.field` */
  readonly name: string;
  readonly type: GraphQLOutputType;
}

/** Returns the fields that a different subgraph than that of their parent resolves, in full or in part. */
function borderFields(): Place[] {
  return Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__') && type !== schema.getSubscriptionType())
    .flatMap((parent) =>
      Object.values(parent.getFields())
        .filter((field) => parent === schema.getQueryType() || isSpread(parent, field.name) || givesForeign(parent, field.name, field.type))
        .map(({ name, type }) => ({ name: `${parent.name}.${name}`, type })),
    );
}

/** Returns whether several subgraphs add fields to the type, and objects may come from another one than this field. */
function isSpread(parent: GraphQLObjectType, field: string): boolean {
  const all = owners.ofType(parent.name);
  const own = Object.keys(parent.getFields()).map((name) => owners.ofField(parent.name, name));
  const contributors = new Set(own.filter((names) => names.length < all.length).flat());
  const names = owners.ofField(parent.name, field);
  return contributors.size > 1 && names.length < all.length && makersOf(parent).some((maker) => !names.includes(maker));
}

/** Returns the subgraphs that have a field returning the type. */
function makersOf(made: GraphQLObjectType): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => (getNamedType(field.type) === made ? owners.ofField(type.name, field.name) : []))
      : [],
  );
}

/** Returns whether the field returns objects of which its own subgraph has only the key. */
function givesForeign(parent: GraphQLObjectType, field: string, type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  const objects = isAbstractType(named) ? schema.getPossibleTypes(named) : isObjectType(named) ? [named] : [];
  return owners
    .ofField(parent.name, field)
    .some((subgraph) =>
      objects.some((object) =>
        Object.values(object.getFields()).some(
          ({ name, type: inner }) => String(inner).endsWith('!') && !owners.ofField(object.name, name).includes(subgraph),
        ),
      ),
    );
}

describe('the schema', () => {
  it('declares the fields that cross from one subgraph to another', () => {
    const names = borderFields().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['ArrivalNoticeVersion.arrivalCall', 'ArrivalNoticeVersion.comparableRoutes', 'ArrivalNoticeVersion.portCallEvents'],
        ...['PortCallEvent.call', 'PortCallEvent.arrivalNotices', 'TransportCall.arrivalNotices', 'TransportCall.portCallEvents'],
        ...['Vessel.arrivalNotices', 'Port.portSchedules', 'Partner.commercialSchedules', 'Query.partners', 'Query.portCallEvents'],
      ]),
    );
  });

  it('lets no unavailable subgraph empty its neighbours: each of those fields is nullable, except for elements of lists', () => {
    expect(borderFields().flatMap(({ name, type }) => (String(type).endsWith('!') ? [`${name}: ${type}`] : []))).toEqual([]);
  });
});

it('represents a partner by a value that every subgraph has, so that its name costs no request', () => {
  expect(owners.isEntity('PartnerName')).toBe(false);
  expect(owners.ofField('PartnerName', 'name').toSorted()).toEqual(owners.subgraphs.toSorted());
});
