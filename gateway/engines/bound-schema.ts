import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { LandfallError } from '../../subgraphs/shared/errors.ts';
import type { LocalSubgraph } from './compiled.ts';
import { type Owners, ownersOf } from './owners.ts';

/** Context of an execution over several subgraphs: gives each one its own. */
export type ContextOf = (subgraph: string) => unknown;

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Gives the API schema the behaviour of the subgraphs that own its parts: resolvers of fields, types of abstract
 * values, texts of scalars. Fields without a resolver are read off their parent as plain values.
 *
 * @throws {LandfallError} CONFIG_INVALID with every part that no subgraph can answer alone
 */
export function bindResolvers(
  schema: GraphQLSchema,
  options: { readonly supergraph: string; readonly subgraphs: readonly LocalSubgraph[] },
): void {
  const owners = ownersOf(options.supergraph);
  const subgraphs = new Map(options.subgraphs.map((subgraph) => [subgraph.name, subgraph]));
  const faults = owners.subgraphs.filter((name) => !subgraphs.has(name)).map((name) => `the subgraph ${name} is not here`);
  if (faults.length === 0) faults.push(...bindTypes(schema, owners, subgraphs));
  if (faults.length > 0)
    throw new LandfallError('CONFIG_INVALID', `The supergraph cannot be executed in one process:\n  ${faults.join('\n  ')}`);
}

function bindTypes(schema: GraphQLSchema, owners: Owners, subgraphs: ReadonlyMap<string, LocalSubgraph>): string[] {
  const faults: string[] = [];
  const alone = subgraphs.size === 1;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || (isScalarType(type) && isSpecifiedScalarType(type))) continue;
    const named = owners.ofType(type.name).flatMap((name) => subgraphs.get(name) ?? []);
    const sources = named.flatMap((subgraph) => subgraph.schema.getType(type.name) ?? []);
    if (sources.length === 0) faults.push(`no subgraph has the type ${type.name}`);
    for (const source of sources) {
      if (isScalarType(type) && isScalarType(source)) {
        Object.assign(type, { serialize: source.serialize, parseValue: source.parseValue, parseLiteral: source.parseLiteral });
      } else if (isEnumType(type) && isEnumType(source)) {
        if (source.getValues().some(({ name, value }) => name !== value)) faults.push(`values of the enum ${type.name} have inner names`);
      } else if (isAbstractType(type) && isAbstractType(source) && source.resolveType) {
        // Which subgraph a value came from is not known here; `__typename` on the value tells its type in any case.
        if (sources.length > 1) faults.push(`several subgraphs tell the type of ${type.name}`);
        type.resolveType = source.resolveType;
      } else if (isObjectType(type) && isObjectType(source) && source.isTypeOf) {
        if (sources.length > 1) faults.push(`several subgraphs recognize the type ${type.name}`);
        type.isTypeOf = source.isTypeOf;
      }
    }
    if (isObjectType(type) && type !== schema.getSubscriptionType()) {
      const root = type === schema.getQueryType() || type === schema.getMutationType();
      for (const field of Object.values(type.getFields())) {
        const fault = bindField(field, { type: type.name, root, alone, owners, subgraphs });
        if (fault !== undefined) faults.push(fault);
      }
    }
  }
  return faults;
}

/** @returns what is in the way */
function bindField(
  field: GraphQLField<unknown, unknown>,
  place: { type: string; root: boolean; alone: boolean; owners: Owners; subgraphs: ReadonlyMap<string, LocalSubgraph> },
): string | undefined {
  const { type, root, alone, owners, subgraphs } = place;
  const path = `${type}.${field.name}`;
  const names = owners.ofField(type, field.name);
  const resolvers: { name: string; resolve: Resolver }[] = [];
  for (const name of names) {
    const source = subgraphs.get(name)?.schema.getType(type);
    const own = isObjectType(source) ? source.getFields()[field.name] : undefined;
    if (own === undefined) return `the subgraph ${name} has no ${path}`;
    if (own.resolve) resolvers.push({ name, resolve: own.resolve });
  }
  const [first] = resolvers;
  if (root) {
    if (first === undefined) return `nothing resolves ${path}`;
  } else {
    // A parent may come from any subgraph that has the type; only plain reading is the same for all of them.
    if (names.length < owners.ofType(type).length) return `${path} belongs to one of several subgraphs that have ${type}`;
    if (resolvers.length > 0 && names.length > 1) return `several subgraphs have ${path} and resolve it`;
  }
  if (first !== undefined) field.resolve = alone ? first.resolve : withContextOf(first.name, first.resolve);
  return undefined;
}

function withContextOf(name: string, resolve: Resolver): Resolver {
  return (source, args, contextOf, info) => resolve(source, args, (contextOf as ContextOf)(name), info);
}
