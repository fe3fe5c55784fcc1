import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  valueFromASTUntyped,
} from 'graphql';

/** How long a list is taken to be before it is known. */
export interface ListSize {
  /** Arguments that bound the list; the largest that is given counts. */
  readonly slicingArguments: readonly string[];
  /** Fields of the returned object that are the list; none when the field itself is. */
  readonly sizedFields: readonly string[];
  /** Where no argument says anything. */
  readonly assumedSize: number;
}

/** What the schema says about the cost of one field. */
export interface FieldWeight {
  /** For answering it once, whatever it gives. */
  readonly own: number;
  /** By argument, added when the argument is given. */
  readonly byArgument: ReadonlyMap<string, number>;
  readonly listSize: ListSize;
}

/** Weights of everything that can be selected: `@cost` and `@listSize` of the schema, and what holds without them. */
export interface CostWeights {
  ofField(field: GraphQLField<unknown, unknown>): FieldWeight;
  /** For each object of the type; of an abstract type the dearest. */
  ofObject(type: GraphQLNamedType): number;
}

/** Length of a list of which nothing is said. */
export const defaultListSize = 5;

/** Objects of the schema's description are in memory: two of them cost as much as one of the store. */
const introspectionWeight = 0.5;

/** Reads the weights off a schema that was built from text. */
export function costWeightsOf(schema: GraphQLSchema): CostWeights {
  const fields = new WeakMap<GraphQLField<unknown, unknown>, FieldWeight>();
  const introspectionSizes = introspectionSizesOf(schema);

  function weigh({ name, args, astNode }: GraphQLField<unknown, unknown>): FieldWeight {
    const listSize = argumentsOf(astNode?.directives, 'listSize');
    const weighed = args.flatMap((argument): [string, number][] => {
      const weight = weightOf(argument.astNode?.directives);
      return weight === undefined ? [] : [[argument.name, weight]];
    });
    const introspected = astNode ? undefined : introspectionSizes.get(name);
    return {
      own: weightOf(astNode?.directives) ?? 0,
      byArgument: new Map(weighed),
      listSize: {
        slicingArguments: namesOf(listSize?.['slicingArguments']),
        sizedFields: namesOf(listSize?.['sizedFields']),
        assumedSize: numberOf(listSize?.['assumedSize']) ?? introspected ?? defaultListSize,
      },
    };
  }

  function ofObject(type: GraphQLNamedType): number {
    if (!isCompositeType(type)) return 0;
    if (isIntrospectionType(type)) return introspectionWeight;
    const own = isObjectType(type) || isInterfaceType(type) || isUnionType(type) ? weightOf(type.astNode?.directives) : undefined;
    if (own !== undefined || isObjectType(type)) return own ?? 1;
    return Math.max(1, ...schema.getPossibleTypes(type).map(ofObject));
  }

  return {
    ofField(field) {
      let weight = fields.get(field);
      if (weight === undefined) {
        weight = weigh(field);
        fields.set(field, weight);
      }
      return weight;
    },
    ofObject,
  };
}

/** Lists of `__Schema` and its like, by the name of the field: as long as they are in this schema, on average. */
function introspectionSizesOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap());
  const withFields = types.flatMap((type) => ('getFields' in type ? [Object.keys(type.getFields()).length] : []));
  const fields = Math.ceil(withFields.reduce((sum, count) => sum + count, 0) / Math.max(1, withFields.length));
  return new Map([
    ['types', types.length],
    ['fields', fields],
    ['inputFields', fields],
    ['directives', schema.getDirectives().length],
    ['args', 2],
    ['interfaces', 1],
    ['possibleTypes', 1],
    ['enumValues', 2],
  ]);
}

function weightOf(directives: readonly ConstDirectiveNode[] | undefined): number | undefined {
  return numberOf(argumentsOf(directives, 'cost')?.['weight']);
}

function argumentsOf(directives: readonly ConstDirectiveNode[] | undefined, name: string): Readonly<Record<string, unknown>> | undefined {
  const directive = directives?.find((candidate) => candidate.name.value === name);
  if (directive === undefined) return undefined;
  return Object.fromEntries((directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}
