import { buildSchema, type GraphQLObjectType, type GraphQLOutputType, getNamedType, isAbstractType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ownersOf } from '../../gateway/engines/owners.ts';
import { readSupergraph } from '../../gateway/supergraph/supergraph.ts';

const supergraph = readSupergraph();
const schema = buildSchema(supergraph.apiSdl, { assumeValid: true, assumeValidSDL: true });
const owners = ownersOf(supergraph.sdl);

interface Place {
  /** `Type.field` */
  readonly name: string;
  readonly type: GraphQLOutputType;
}

/** Fields that another subgraph than the one of their parent answers, in full or in part. */
function borderFields(): Place[] {
  return Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__') && type !== schema.getSubscriptionType())
    .flatMap((parent) =>
      Object.values(parent.getFields())
        .filter((field) => parent === schema.getQueryType() || isSpread(parent, field.name) || givesForeign(parent, field.name, field.type))
        .map(({ name, type }) => ({ name: `${parent.name}.${name}`, type })),
    );
}

/** Whether several subgraphs add fields of their own to the type, and objects may come from another one than this field. */
function isSpread(parent: GraphQLObjectType, field: string): boolean {
  const all = owners.ofType(parent.name);
  const own = Object.keys(parent.getFields()).map((name) => owners.ofField(parent.name, name));
  const contributors = new Set(own.filter((names) => names.length < all.length).flat());
  const names = owners.ofField(parent.name, field);
  return contributors.size > 1 && names.length < all.length && makersOf(parent).some((maker) => !names.includes(maker));
}

/** Subgraphs that have a field which gives the type. */
function makersOf(made: GraphQLObjectType): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap((field) => (getNamedType(field.type) === made ? owners.ofField(type.name, field.name) : []))
      : [],
  );
}

/** Whether the field gives objects that its own subgraph knows by their key only. */
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
  it('knows the fields that cross from one subgraph to another', () => {
    const names = borderFields().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['ArrivalNoticeVersion.arrivalCall', 'ArrivalNoticeVersion.comparableRoutes', 'ArrivalNoticeVersion.portCallEvents'],
        ...['PortCallEvent.call', 'PortCallEvent.arrivalNotices', 'TransportCall.arrivalNotices', 'TransportCall.portCallEvents'],
        ...['Vessel.arrivalNotices', 'Port.portSchedules', 'Partner.commercialSchedules', 'Query.partners', 'Query.portCallEvents'],
      ]),
    );
  });

  it('lets no subgraph that is away empty its neighbours: each of those fields may be null, elements of lists apart', () => {
    expect(borderFields().flatMap(({ name, type }) => (String(type).endsWith('!') ? [`${name}: ${type}`] : []))).toEqual([]);
  });
});

it('shows a partner by a value that every subgraph has, so that its name costs no request', () => {
  expect(owners.isEntity('PartnerName')).toBe(false);
  expect(owners.ofField('PartnerName', 'name').toSorted()).toEqual(owners.subgraphs.toSorted());
});
