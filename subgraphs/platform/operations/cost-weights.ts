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

/** Assumed length of a list before it is executed. */
export interface ListSize {
  /** Arguments that limit the list. The greatest argument that is passed counts. */
  readonly slicingArguments: readonly string[];
  /** Fields of the returned object that are the list; empty if the field itself is. */
  readonly sizedFields: readonly string[];
  /** Length if no argument is passed. */
  readonly assumedSize: number;
}

/** Weights of one field, by the directives of the schema. */
export interface FieldWeight {
  /** Cost of resolving the field once, without the objects that it returns. */
  readonly own: number;
  /** Weights by argument, added if the argument is passed. */
  readonly byArgument: ReadonlyMap<string, number>;
  readonly listSize: ListSize;
  /** Cost of each object that the field returns. Default: that of its type. */
  readonly each?: number;
}

/** Weights of everything that can be selected: from `@cost` and `@listSize` of the schema, or defaults. */
export interface CostWeights {
  ofField(field: GraphQLField<unknown, unknown>): FieldWeight;
  /** Returns the weight of each object of the type; for an abstract type, that of the most expensive of its types. */
  ofObject(type: GraphQLNamedType): number;
}

/** Length of a list without `@listSize`. */
const defaultListSize = 5;

/** Objects of introspection are in memory, so two of them cost as much as one stored object. */
const introspectionWeight = 0.5;

/** The field by which routers ask a subgraph for entities, one for each representation. */
const entitiesField = '_entities';
/** Of each entity: most are match sets, and the fields that lead to them have this weight in the API. */
const entityWeight = 20;

/** Returns the weights of a schema that was built from SDL. */
export function costWeightsOf(schema: GraphQLSchema): CostWeights {
  const fields = new WeakMap<GraphQLField<unknown, unknown>, FieldWeight>();
  // Computed at the first introspection: it resolves the fields of all types, which a start need not wait for.
  let sizes: ReadonlyMap<string, number> | undefined;
  const introspectionSizes = (): ReadonlyMap<string, number> => {
    sizes ??= introspectionSizesOf(schema);
    return sizes;
  };

  function weigh({ name, args, astNode }: GraphQLField<unknown, unknown>): FieldWeight {
    const listSize = argumentsOf(astNode?.directives, 'listSize');
    const weighed = args.flatMap((argument): [string, number][] => {
      const weight = weightOf(argument.astNode?.directives);
      return weight === undefined ? [] : [[argument.name, weight]];
    });
    const introspected = astNode ? undefined : introspectionSizes().get(name);
    const isEntities = name === entitiesField;
    return {
      own: weightOf(astNode?.directives) ?? 0,
      byArgument: new Map(weighed),
      ...(isEntities ? { each: entityWeight } : {}),
      listSize: {
        slicingArguments: isEntities ? ['representations'] : namesOf(listSize?.['slicingArguments']),
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

/** Returns the average length of the lists of introspection in this schema, by field name. */
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
