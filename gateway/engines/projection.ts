import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { nothing } from '#platform/graphql/conditions.ts';
import type { EngineResult } from '#platform/graphql/engine.ts';
import { isObject, type PlanData } from './plan-data.ts';
import { keyOf } from './selections.ts';

/** What is known about the merged data of a plan. */
export interface DataState {
  /** Whether any part of the data may be missing. */
  readonly hasErrors: boolean;
  /** Whether all answers were exact, see `SubgraphAnswer.isExact`. */
  readonly isExact: boolean;
}

/** Creates the result for a client from the merged data of a plan, without the fields that only the plan needs. */
export type Projection = (data: PlanData, state: DataState) => EngineResult['data'];

/** @returns undefined if the value is null, or missing, although the schema declares it non-null */
type Complete = (value: unknown) => unknown;

type Type = GraphQLCompositeType;

/** Where in the operation a completion is created, and how it behaves. */
interface Place {
  /** Response names of the fields from the root, each followed by a dot. Undefined below an interface or union. */
  readonly path: string | undefined;
  readonly unchanged: ReadonlySet<string>;
  /**
   * Whether null is propagated from non-null fields to the nearest nullable parent, as GraphQL requires. Without errors,
   * null in a non-null field stands for a value that clients may not see.
   */
  readonly propagatesNull: boolean;
}

const typeNameField = '__typename';
const typeKey = keyOf(nothing);

/**
 * Prepares the projection of an operation. Values of unchanged fields are not copied if all answers are exact.
 *
 * @param schema schema as clients see it
 * @param document as returned by `withPlainSelections`
 * @param unchanged paths of fields, as returned by `findUnchangedFields`
 */
export function createProjection(schema: GraphQLSchema, document: DocumentNode, unchanged: ReadonlySet<string>): Projection {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (operation === undefined || !root) throw new Error('expected an operation that the schema supports');
  const { selections } = operation.selectionSet;
  const create = (rules: Omit<Place, 'path'>) => lazily(() => completionOfObject(root, selections, { ...rules, path: '' }));
  const sharing = create({ unchanged, propagatesNull: false });
  const copying = create({ unchanged: new Set(), propagatesNull: false });
  const propagating = create({ unchanged: new Set(), propagatesNull: true });
  return (data, { hasErrors, isExact }) => {
    const complete = hasErrors ? propagating() : isExact ? sharing() : copying();
    return complete(data) as EngineResult['data'];
  };

  function completionOf(type: GraphQLOutputType, selections: readonly SelectionNode[] | undefined, place: Place): Complete {
    if (isNonNullType(type)) {
      const complete = completionOf(type.ofType, selections, place);
      if (place.propagatesNull) return (value) => complete(value) ?? undefined;
      return (value) => (value === undefined ? undefined : complete(value));
    }
    if (place.path !== undefined && place.unchanged.has(place.path)) return (value) => value ?? null;
    if (isListType(type)) {
      const complete = completionOf(type.ofType, selections, place);
      return (value) => {
        if (!Array.isArray(value)) return null;
        const items = value.map(complete);
        return items.includes(undefined) ? null : items;
      };
    }
    if (isCompositeType(type)) return completionOfObject(type, selections ?? [], place);
    if (!isEnumType(type)) return (value) => value ?? null;
    const known = new Set<unknown>(type.getValues().map(({ name }) => name));
    return (value) => (known.has(value) ? value : null);
  }

  function completionOfObject(type: Type, selections: readonly SelectionNode[], place: Place): Complete {
    if (isObjectType(type)) return completionOfFields(type, selections, place);
    const below = { ...place, path: undefined };
    const byType = new Map(
      schema.getPossibleTypes(type).map((possible) => {
        const selected = selections.flatMap((selection) => {
          if (selection.kind === Kind.FIELD) return [selection];
          const isFor = selection.kind === Kind.INLINE_FRAGMENT && selection.typeCondition?.name.value === possible.name;
          return isFor ? selection.selectionSet.selections : [];
        });
        return [possible.name, completionOfFields(possible, selected, below)] as const;
      }),
    );
    // The type of an object need not be known if the same fields are selected for all types.
    const ofAnyType = isInterfaceType(type) && selections.every(({ kind }) => kind === Kind.FIELD) ? type : undefined;
    const completeAny = ofAnyType && completionOfFields(ofAnyType, selections, below);
    return (value) => {
      if (!isObject(value)) return null;
      const name = value[typeNameField] ?? value[typeKey];
      const complete = typeof name === 'string' ? byType.get(name) : completeAny;
      return complete?.(value) ?? null;
    };
  }

  function completionOfFields(
    type: GraphQLObjectType | GraphQLInterfaceType,
    selections: readonly SelectionNode[],
    { path, ...place }: Place,
  ): Complete {
    const known = type.getFields();
    const fields = selections.flatMap((selection) => {
      if (selection.kind !== Kind.FIELD || keyOf(selection) === typeKey) return [];
      const key = keyOf(selection);
      if (selection.name.value === typeNameField) return [{ key, complete: (value: unknown) => value ?? type.name }];
      const field = known[selection.name.value];
      if (field === undefined) throw new Error(`expected a field of ${type.name}, got ${selection.name.value}`);
      const below = path === undefined ? undefined : `${path}${key}.`;
      return [{ key, complete: completionOf(field.type, selection.selectionSet?.selections, { ...place, path: below }) }];
    });
    return (value) => {
      if (!isObject(value)) return null;
      const completed: Record<string, unknown> = {};
      for (const { key, complete } of fields) {
        const inner = complete(value[key]);
        if (inner === undefined) return null;
        completed[key] = inner;
      }
      return completed;
    };
  }
}

function lazily<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
