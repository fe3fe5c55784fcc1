import { buildSubgraphSchema } from '@apollo/subgraph';
import { createRandom, type Random } from '@landfall/sandbox/random.ts';
import {
  buildASTSchema,
  GraphQLError,
  type GraphQLFieldResolver,
  GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  parseType,
  type TypeNode,
} from 'graphql';
import { JSONScalar } from '#platform/graphql/shared-types.ts';
import { composeSupergraph } from '../../gateway/supergraph/composition.ts';
import type { Supergraph } from '../../gateway/supergraph/supergraph.ts';

/** The three subgraphs of a random world. */
export const subgraphNames = ['left', 'middle', 'right'] as const;
export type SubgraphName = (typeof subgraphNames)[number];

/** A random schema in three subgraphs, its data, and the same schema and data in one. */
export interface RandomWorld {
  readonly supergraph: Supergraph;
  readonly subgraphs: readonly RandomSubgraph[];
  /** The judge: the schema that clients see, over the same data. */
  readonly schema: GraphQLSchema;
  /** Returns the subgraphs that have the field. */
  ownersOf(type: string, field: string): readonly SubgraphName[];
}

export interface RandomSubgraph {
  readonly name: SubgraphName;
  readonly sdl: string;
  readonly resolvers: Resolvers;
  /** As a process of its own serves it. */
  openSchema(): GraphQLSchema;
}

/** The context of resolvers: where they run. Absent for the judge. */
export interface WorldContext {
  readonly subgraph?: SubgraphName;
  /** The subgraph that is away. Fields fail that may be lost with it. */
  readonly away?: SubgraphName;
  /** Whether only match sets are lost with it. */
  readonly losesMatchSetsOnly?: boolean;
}

type Resolver = GraphQLFieldResolver<unknown, WorldContext>;
type Resolvers = Record<string, GraphQLScalarType | Record<string, Resolver>>;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly args: string;
  readonly owners: readonly SubgraphName[];
  /** Whether the field is read from its parent instead of resolved. */
  readonly isPlain: boolean;
}

interface ObjectModel {
  readonly name: string;
  readonly kind: 'entity' | 'set' | 'value';
  readonly subgraphs: readonly SubgraphName[];
  /** The fields by which each subgraph finds an object. */
  readonly keys: readonly { readonly field: string; readonly subgraphs: readonly SubgraphName[] }[];
  readonly fields: Field[];
}

interface AbstractModel {
  readonly name: string;
  readonly kind: 'interface' | 'union';
  /** Fields of an interface. */
  readonly fields: Field[];
  /** Its object types, by subgraph. */
  readonly members: Map<SubgraphName, string[]>;
}

/** Names that look like each other, like names that every object has, and like parts of an engine. */
const typeNames = ['Ship', 'Port', 'Call', 'Notice', 'A', 'Ab', 'PortCall', 'Event', 'Berth', 'Node', 'Item', 'Kept', 'ShipPort'];
const fieldNames = [
  'name',
  'code',
  'kind',
  'bC',
  'C',
  'port',
  'ship',
  'call',
  'value',
  'nodes',
  'current',
  'data',
  'errors',
  'a_b',
  'a',
  'b',
  'length',
  'constructor',
  'toString',
  'key',
  'part',
  'event',
  'Call',
  'representations',
];
const keyNames = ['id', 'imo', 'code', 'key'] as const;

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])';

const inputSdl = `
  scalar JSON
  scalar Stamp
  enum Colour { RED GREEN BLUE }
  enum Outcome { UNIQUE NONE UNKNOWN }
  input Filter { isOpen: Boolean = true colour: Colour size: Int = 3 names: [String!] within: Filter any: JSON many: [Range!] deep: [[Int]] }
  input Range { from: Int! = 1 to: Int stamp: Stamp = "now" colours: [Colour!] = [RED] }
`;

/** Arguments of fields; most have none. */
const argumentLists = [
  '',
  '',
  '',
  '',
  '(first: Int)',
  '(first: Int = 2, colour: Colour)',
  '(filter: Filter)',
  '(filter: Filter = { size: 7 }, names: [String])',
  '(any: JSON, range: Range)',
  '(ids: [ID!]!, must: Boolean! = false)',
  '(ranges: [Range], colours: [Colour!] = [BLUE], at: Stamp)',
  '(id: ID!)',
  '(ratio: Float = 1.5, text: String!)',
];

const leafTypes = ['String', 'String', 'String', 'Int', 'Float', 'Boolean', 'ID', 'Colour', 'JSON', 'Stamp'];

/** Number of objects of each entity. */
const population = 4;

export function createRandomWorld(seed: number): RandomWorld {
  const random = createRandom(`world ${seed}`);
  const { objects, abstracts } = createModel(random);
  const byName = new Map(objects.map((object) => [object.name, object]));
  const resolvers = createResolvers({ seed, objects, byName, abstracts });
  const subgraphs = subgraphNames.map((name): RandomSubgraph => {
    const sdl = sdlOf(name, objects, abstracts);
    const own = resolversIn(name, objects, resolvers);
    return { name, sdl, resolvers: own, openSchema: () => buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: own as never }]) };
  });
  const supergraph = composeSupergraph(subgraphs.map(({ name, sdl }) => ({ name, url: `http://${name}.invalid/graphql`, sdl })));
  return {
    supergraph,
    subgraphs,
    schema: judgeOf(supergraph, byName, resolvers),
    ownersOf: (type, field) => byName.get(type)?.fields.find(({ name }) => name === field)?.owners ?? [],
  };
}

function createModel(random: Random): { objects: ObjectModel[]; abstracts: AbstractModel[] } {
  const names = shuffled(random, typeNames);
  const nextName = () => names.pop() ?? `T${random.integer(0, 1_000_000)}`;
  const objects: ObjectModel[] = [];
  for (let count = random.integer(2, 4); count > 0; count--) objects.push(entityOf(random, nextName()));
  if (random.chance(0.7))
    objects.push({
      name: nextName(),
      kind: 'set',
      subgraphs: subgraphNames,
      keys: [{ field: 'matchKey', subgraphs: subgraphNames }],
      fields: [],
    });
  for (let count = random.integer(1, 2); count > 0; count--)
    objects.push({ name: nextName(), kind: 'value', subgraphs: subgraphNames, keys: [], fields: [] });
  for (const name of subgraphNames)
    if (random.chance(0.5)) objects.push({ name: nextName(), kind: 'value', subgraphs: [name], keys: [], fields: [] });
  if (objects.some(({ kind }) => kind === 'set')) objects.push(sourceModel());
  objects.push({ name: 'Query', kind: 'value', subgraphs: subgraphNames, keys: [], fields: [] });

  // Which types are members of what must be known before fields can return them.
  const abstracts: AbstractModel[] = [];
  for (let count = random.integer(1, 2); count > 0; count--) abstracts.push(unionOf(random, nextName(), objects));
  for (let count = random.integer(1, 2); count > 0; count--) abstracts.push(interfaceOf(random, nextName(), objects));

  for (const object of objects) {
    for (const { field, subgraphs } of object.keys) {
      object.fields.push({ name: field, type: random.pick(['ID!', 'String!']), args: '', owners: subgraphs, isPlain: random.chance(0.5) });
    }
    if (object.kind === 'set') addMatchFields(random, object);
    const wanted = object.name === 'Source' ? 0 : object.name === 'Query' ? random.integer(5, 9) : random.integer(2, 6);
    for (let count = 0; count < wanted; count++) addField(random, object, { objects, abstracts });
    for (const name of object.name === 'Query' ? object.subgraphs : []) {
      if (!object.fields.some(({ owners }) => owners.includes(name))) {
        object.fields.push({ name: `${name}Root`, type: 'String', args: '', owners: [name], isPlain: false });
      }
    }
    if (object.fields.length === 0)
      object.fields.push({ name: 'name', type: 'String', args: '', owners: object.subgraphs, isPlain: false });
  }
  return { objects, abstracts };
}

function entityOf(random: Random, name: string): ObjectModel {
  const [first, second] = shuffled(random, keyNames) as [string, string];
  const subgraphs = random.chance(0.7) ? subgraphNames : subgraphsOf(random, subgraphNames, 2);
  const bridge = subgraphs[1] ?? 'middle';
  // One subgraph that knows both keys connects two that share none.
  const keys =
    subgraphs.length === 3 && random.chance(0.3)
      ? [
          { field: first, subgraphs: [subgraphs[0] ?? 'left', bridge] },
          { field: second, subgraphs: [bridge, subgraphs[2] ?? 'right'] },
        ]
      : [{ field: first, subgraphs }];
  return { name, kind: 'entity', subgraphs, keys, fields: [] };
}

/** The fields by which a match set is known, of one owner. */
function addMatchFields(random: Random, set: ObjectModel): void {
  const owners = [random.pick(subgraphNames)];
  set.fields.push({ name: 'outcome', type: 'Outcome!', args: '', owners, isPlain: true });
  set.fields.push({ name: 'sources', type: '[Source!]!', args: '', owners, isPlain: false });
}

/** What a match set tells about its partners. */
function sourceModel(): ObjectModel {
  const field = (name: string, type: string): Field => ({ name, type, args: '', owners: subgraphNames, isPlain: true });
  return {
    name: 'Source',
    kind: 'value',
    subgraphs: subgraphNames,
    keys: [],
    fields: [field('standard', 'String'), field('status', 'String')],
  };
}

function unionOf(random: Random, name: string, objects: readonly ObjectModel[]): AbstractModel {
  const candidates = shuffled(
    random,
    objects.filter((object) => !['Query', 'Source'].includes(object.name) && object.kind !== 'set'),
  ).slice(0, random.integer(2, 3));
  const members = new Map(
    subgraphNames.map((subgraph) => {
      const known = candidates.filter(({ subgraphs }) => subgraphs.includes(subgraph)).map((object) => object.name);
      // A subgraph may know less of the union than others.
      return [subgraph, known.length > 1 && random.chance(0.2) ? known.slice(1) : known] as const;
    }),
  );
  return { name, kind: 'union', fields: [], members };
}

function interfaceOf(random: Random, name: string, objects: readonly ObjectModel[]): AbstractModel {
  const candidates = shuffled(
    random,
    objects.filter((object) => !['Query', 'Source'].includes(object.name) && object.kind !== 'set'),
  ).slice(0, random.integer(2, 3));
  const fields = shuffled(random, ['label', 'note', 'rank'])
    .slice(0, random.integer(1, 2))
    .map((field) => ({
      name: field,
      type: wrapped(random, random.pick(leafTypes as [string, ...string[]])),
      args: random.pick(['', '', '(first: Int = 2)']),
      isPlain: false,
    }));
  const members = new Map<SubgraphName, string[]>(subgraphNames.map((subgraph) => [subgraph, []]));
  for (const object of candidates) {
    // An entity's subgraphs share the work; those that do not have the fields do not know that it has the interface.
    const owners = object.kind === 'entity' && random.chance(0.6) ? subgraphsOf(random, object.subgraphs, 1) : object.subgraphs;
    for (const field of fields) {
      if (!object.fields.some((known) => known.name === field.name)) object.fields.push({ ...field, owners });
    }
    const hasAll = (subgraph: SubgraphName) =>
      fields.every((field) =>
        object.fields.some(
          (known) => known.name === field.name && known.type === field.type && known.args === field.args && known.owners.includes(subgraph),
        ),
      );
    for (const subgraph of object.subgraphs) if (hasAll(subgraph)) members.get(subgraph)?.push(object.name);
  }
  return { name, kind: 'interface', fields: fields.map((field) => ({ ...field, owners: [] })), members };
}

interface Types {
  readonly objects: readonly ObjectModel[];
  readonly abstracts: readonly AbstractModel[];
}

function addField(random: Random, object: ObjectModel, types: Types): void {
  const name = random.pick(fieldNames as [string, ...string[]]);
  if (object.fields.some((field) => field.name === name)) return;
  const shared = object.kind === 'value' && object.name !== 'Query';
  const set = object.fields.find((field) => field.name === 'outcome');
  const owners =
    set?.owners ??
    (shared
      ? object.subgraphs
      : random.chance(object.name === 'Query' ? 0.2 : 0.15)
        ? subgraphsOf(random, object.subgraphs, 2)
        : [random.pick(object.subgraphs as [SubgraphName, ...SubgraphName[]])]);
  const composites = [
    ...types.objects.filter(({ name: other, kind }) => other !== 'Query' && kind === 'entity').flatMap((entity) => [entity, entity]),
    ...types.objects.filter(({ name: other, kind }) => other !== 'Query' && kind !== 'entity'),
    ...types.abstracts,
  ]
    .filter((type) => concreteOf(type.name, owners, types).length > 0)
    .map((type) => type.name);
  const isLeaf = composites.length === 0 || random.chance(object.name === 'Query' ? 0.1 : 0.5);
  const named = isLeaf ? random.pick(leafTypes as [string, ...string[]]) : random.pick(composites as [string, ...string[]]);
  const isSet = types.objects.some((type) => type.name === named && type.kind === 'set');
  // Match sets are nullable and never in lists, as in the product.
  const type = isSet ? `${named}${random.chance(0.5) ? '!' : ''}` : wrapped(random, named);
  const isOptional = object.kind === 'set' || (object.name === 'Query' && random.chance(0.7));
  const isPlain = isLeaf && object.name !== 'Query' && random.chance(0.4);
  object.fields.push({
    name,
    type: isOptional ? type.replace(/!$/, '') : type,
    args: isPlain ? '' : random.pick(argumentLists as [string, ...string[]]),
    owners,
    isPlain,
  });
}

/** Returns the object types that a field of these subgraphs may return; each of its subgraphs must know them. */
function concreteOf(name: string, owners: readonly SubgraphName[], { objects, abstracts }: Types): string[] {
  const abstract = abstracts.find((type) => type.name === name);
  if (abstract !== undefined) {
    const [first = [], ...others] = owners.map((owner) => abstract.members.get(owner) ?? []);
    return first.filter((member) => others.every((members) => members.includes(member)));
  }
  const object = objects.find((type) => type.name === name);
  return object !== undefined && owners.every((owner) => object.subgraphs.includes(owner)) ? [name] : [];
}

function wrapped(random: Random, named: string): string {
  return random.pick(['T', 'T', 'T', 'T!', '[T]', '[T!]', '[T!]!', '[T]!', '[[T]]', '[[T!]!]']).replace('T', named);
}

function subgraphsOf(random: Random, from: readonly SubgraphName[], least: number): SubgraphName[] {
  const count = random.integer(least, from.length);
  const chosen = new Set(shuffled(random, from).slice(0, count));
  return subgraphNames.filter((name) => chosen.has(name));
}

export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const left = [...values];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.integer(0, left.length - 1), 1));
  return order;
}

function sdlOf(subgraph: SubgraphName, objects: readonly ObjectModel[], abstracts: readonly AbstractModel[]): string {
  const written = objects
    .filter(
      ({ subgraphs, fields, name }) =>
        subgraphs.includes(subgraph) && (name !== 'Query' || fields.some(({ owners }) => owners.includes(subgraph))),
    )
    .map((object) => {
      const interfaces = abstracts
        .filter(({ kind, members }) => kind === 'interface' && members.get(subgraph)?.includes(object.name))
        .map(({ name }) => name);
      const keys = object.keys.filter((key) => key.subgraphs.includes(subgraph)).map(({ field }) => `@key(fields: "${field}")`);
      const fields = object.fields
        .filter(({ owners }) => owners.includes(subgraph))
        .map(({ name, type, args, owners }) => {
          const isKey = object.keys.some(({ field }) => field === name);
          const shareable = owners.length > 1 && !isKey ? ' @shareable' : '';
          return `${name}${args}: ${type}${shareable}${name === 'matchKey' ? ' @inaccessible' : ''}`;
        });
      return `type ${object.name}${interfaces.length > 0 ? ` implements ${interfaces.join(' & ')}` : ''} ${keys.join(' ')} {\n  ${fields.join('\n  ')}\n}`;
    });
  for (const { name, kind, fields, members } of abstracts) {
    const known = members.get(subgraph) ?? [];
    if (known.length === 0) continue;
    if (kind === 'union') written.push(`union ${name} = ${known.join(' | ')}`);
    else written.push(`interface ${name} {\n  ${fields.map((field) => `${field.name}${field.args}: ${field.type}`).join('\n  ')}\n}`);
  }
  return `${link}\n${inputSdl}\n${written.join('\n')}`;
}

/** An object of a world. Everything about it is determined by what it is. */
interface WorldObject {
  readonly __typename: string;
  /** What it is: the number of an entity, or the place of a value. */
  readonly is: string;
}

interface DataModel extends Types {
  readonly seed: number;
  readonly byName: ReadonlyMap<string, ObjectModel>;
}

const errorCodes = ['NOT_FOUND', 'UPSTREAM_TIMEOUT', undefined] as const;

/** Creates the resolvers of all fields. A resolver is the same function wherever it runs. */
function createResolvers(model: DataModel): ReadonlyMap<string, Resolver> {
  const resolvers = new Map<string, Resolver>();
  for (const object of model.objects) {
    for (const field of object.fields) {
      if (field.isPlain) continue;
      const type = parseType(field.type);
      resolvers.set(`${object.name}.${field.name}`, (source, args, context) => {
        const is = (source as WorldObject | undefined)?.is ?? 'root';
        if (failsIn(object, field, context)) return lostValue(object, field);
        return dataOf(model, { object, field, is, args: stable(args), context }, type);
      });
    }
    if (object.keys.length === 0) continue;
    resolvers.set(`${object.name}.__resolveReference`, ((reference: Record<string, unknown>, context: WorldContext) => {
      const key = object.keys.map(({ field }) => reference[field]).find((value) => typeof value === 'string') as string;
      return createObject(model, object.name, key.slice(key.indexOf(':') + 1), context);
    }) as never);
  }
  return resolvers;
}

/**
 * Returns whether a field may be lost while a subgraph is away: it may be planned there, or its object may be reached
 * through it only. A value is what its creator made it, and a key is known wherever the object is.
 */
function failsIn({ name, kind, keys }: ObjectModel, { name: field, owners }: Field, { away, losesMatchSetsOnly }: WorldContext): boolean {
  if (away === undefined || (kind === 'value' && name !== 'Query') || (losesMatchSetsOnly && kind !== 'set')) return false;
  const [first, second] = keys;
  if (second?.subgraphs.includes(away) && first?.subgraphs.includes(away)) return true;
  return keys.some((key) => key.field === field) ? owners.join() === away : owners.includes(away);
}

function lostValue({ kind }: ObjectModel, field: Field): unknown {
  return kind === 'set' ? unknownOf(field) : new GraphQLError('away', { extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
}

/**
 * Returns what a match set says that cannot be loaded, because it can say that nothing is known: its outcome, its sources,
 * and no candidates.
 */
function unknownOf({ name, type }: Field): unknown {
  if (name === 'outcome') return 'UNKNOWN';
  if (name !== 'sources') return type.endsWith('!') ? [] : null;
  return ['ARRIVAL_NOTICE', 'COMMERCIAL_SCHEDULES', 'PORT_CALL'].map((standard) => ({ __typename: 'Source', standard, status: 'FAILED' }));
}

interface Wanted {
  readonly object: ObjectModel;
  readonly field: Field;
  readonly is: string;
  readonly args: string;
  readonly context: WorldContext;
}

function dataOf(model: DataModel, wanted: Wanted, type: TypeNode): unknown {
  const { object, field, is, args, context } = wanted;
  const key = object.keys.findIndex(({ field: name }) => name === field.name);
  if (key >= 0) return keyOf(object.name, is, key);
  const place = `${object.name}.${field.name} ${is} ${args}`;
  const random = createRandom(`${model.seed} ${place}`);
  // A match set whose own fields fail is unknown, which is not the answer of one schema.
  const neverFails = object.kind === 'set' && field.type.endsWith('!');
  const isAsync = !field.isPlain && random.chance(0.3);
  const value = (): unknown => {
    if (!field.isPlain && !neverFails && random.chance(0.02)) throw failure(random, place);
    return filled(type, place);
  };
  return isAsync ? Promise.resolve().then(value) : value();

  function filled(wantedType: TypeNode, at: string): unknown {
    if (wantedType.kind === Kind.NON_NULL_TYPE) {
      if (!neverFails && random.chance(0.008)) return null;
      return given(wantedType.type, at);
    }
    return random.chance(0.1) ? null : given(wantedType, at);
  }

  function given(wantedType: TypeNode, at: string): unknown {
    if (wantedType.kind === Kind.LIST_TYPE)
      return Array.from({ length: random.integer(0, 3) }, (_, index) => itemOf(wantedType.type, `${at}/${index}`));
    if (wantedType.kind === Kind.NON_NULL_TYPE) return filled(wantedType, at);
    const name = wantedType.name.value;
    const concrete = concreteOf(name, field.owners, model);
    const [first, ...others] = concrete;
    if (first === undefined) return leafOf(random, name, at);
    return objectOf(model, random.pick([first, ...others]), { at, random, context });
  }

  function itemOf(itemType: TypeNode, at: string): unknown {
    // graphql-js 16 leaves rejections unhandled if the items of a list must not be null.
    const mayBeAsync = !field.isPlain && itemType.kind !== Kind.NON_NULL_TYPE;
    if (!field.isPlain && !neverFails && random.chance(0.02)) {
      const error = failure(random, at);
      return mayBeAsync && random.chance(0.5) ? rejected(error) : error;
    }
    const item = filled(itemType, at);
    return mayBeAsync && random.chance(0.2) ? Promise.resolve(item) : item;
  }
}

/** Creates a rejected promise that need not be handled: a list of such promises may be dropped for another error. */
function rejected(error: Error): Promise<never> {
  const promise = Promise.reject<never>(error);
  promise.catch(() => {});
  return promise;
}

function objectOf(
  model: DataModel,
  name: string,
  { at, random, context }: { at: string; random: Random; context: WorldContext },
): WorldObject {
  const object = model.byName.get(name);
  const is =
    object?.kind === 'entity' ? String(random.integer(1, population)) : object?.kind === 'set' ? `set ${random.integer(1, 9)}` : at;
  return createObject(model, name, is, context);
}

/** Creates an object with the plain fields that its creator knows. */
function createObject(model: DataModel, name: string, is: string, context: WorldContext): WorldObject {
  const object = model.byName.get(name);
  const created: Record<string, unknown> = { __typename: name, is };
  for (const field of object?.fields ?? []) {
    if (!field.isPlain || object === undefined) continue;
    const { subgraph } = context;
    // What a subgraph knows under the name of another one's field is not that field.
    if (subgraph !== undefined && !field.owners.includes(subgraph)) created[field.name] = 'of another subgraph';
    else if (failsIn(object, field, context)) created[field.name] = lostValue(object, field);
    else created[field.name] = dataOf(model, { object, field, is, args: '', context }, parseType(field.type));
  }
  return created as unknown as WorldObject;
}

function keyOf(type: string, is: string, index: number): string {
  return `${type}${index}:${is}`;
}

function failure(random: Random, at: string): Error {
  const code = random.pick(errorCodes);
  return code === undefined ? new Error(`failed at ${at}`) : new GraphQLError(`failed at ${at}`, { extensions: { code } });
}

function leafOf(random: Random, name: string, at: string): unknown {
  // Values that the type cannot represent are errors of their field.
  const isWrong = random.chance(0.01);
  switch (name) {
    case 'Int':
      return isWrong ? 'no number' : random.integer(-5, 2_000_000_000);
    case 'Float':
      return isWrong ? Number.NaN : random.integer(-500, 500) / 8;
    case 'Boolean':
      return isWrong ? 'yes' : random.chance(0.5);
    case 'ID':
      return random.chance(0.3) ? random.integer(1, 99) : `id of ${at}`;
    case 'Colour':
      return isWrong ? 'PINK' : random.pick(['RED', 'GREEN', 'BLUE']);
    case 'Outcome':
      return random.pick(['UNIQUE', 'NONE']);
    case 'JSON':
      return random.pick<unknown>([
        1,
        'text',
        [1, [null]],
        { __typename: 'Ship', id: 7, is: null },
        {},
        JSON.parse('{ "__proto__": { "a": 1 }, "": 2, "constructor": 3 }'),
        false,
      ]);
    case 'Stamp':
      return random.pick<unknown>(['2026-01-01', 5, true]);
    default:
      return random.pick([at, at, '', '\u2028 "quoted" \\ \n', '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8']);
  }
}

/** The text of arguments, in which the order of their names has no meaning. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${stable(inner)}`);
  return `{${entries.sort().join()}}`;
}

const scalars = { JSON: JSONScalar, Stamp: new GraphQLScalarType({ name: 'Stamp' }) };

function resolversIn(subgraph: SubgraphName, objects: readonly ObjectModel[], resolvers: ReadonlyMap<string, Resolver>): Resolvers {
  const own: Resolvers = { ...scalars };
  for (const object of objects) {
    if (!object.subgraphs.includes(subgraph)) continue;
    const ofType: Record<string, Resolver> = {};
    for (const { name, owners } of object.fields) {
      const resolve = owners.includes(subgraph) ? resolvers.get(`${object.name}.${name}`) : undefined;
      if (resolve !== undefined) ofType[name] = resolve;
    }
    const reference = resolvers.get(`${object.name}.__resolveReference`);
    if (reference !== undefined) ofType['__resolveReference'] = reference;
    if (object.name === 'Query' && Object.keys(ofType).length === 0) continue;
    own[object.name] = ofType;
  }
  return own;
}

/** Builds the schema that clients see over the same resolvers. */
function judgeOf(
  supergraph: Supergraph,
  byName: ReadonlyMap<string, ObjectModel>,
  resolvers: ReadonlyMap<string, Resolver>,
): GraphQLSchema {
  const schema = buildASTSchema(parse(supergraph.apiSdl));
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) && type.name === 'JSON') Object.assign(type, { parseLiteral: JSONScalar.parseLiteral });
    if (!isObjectType(type) || !byName.has(type.name)) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = resolvers.get(`${type.name}.${field.name}`);
      if (resolve !== undefined) field.resolve = resolve as GraphQLFieldResolver<unknown, unknown>;
    }
  }
  return schema;
}
