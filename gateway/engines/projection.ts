import {
  type GraphQLCompositeType,
  GraphQLError,
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
import type { EngineError, EngineResult } from '#platform/graphql/engine.ts';
import { nothing } from '#platform/graphql/plain-operation.ts';
import { isObject } from '#platform/wire/shape-check.ts';
import type { CanonicalOperation } from './canonical-names.ts';
import type { DataPath, PlanData } from './plan-data.ts';
import { keyOf } from './selections.ts';

/** The results of the requests of a plan, at canonical paths. */
export interface MergedData {
  readonly data: PlanData;
  readonly errors: EngineError[];
  /** Paths of values that are missing because of errors at other paths. They have no indexes. */
  readonly lost: DataPath[];
}

/** @returns undefined if a null inside has to be propagated to the parent */
type Complete = (value: unknown, violations: Violations, at: Place | undefined) => unknown;

/** A canonical path, from its end. */
interface Place {
  readonly before: Place | undefined;
  readonly segment: string | number;
}

/** Collects values that the schema does not allow. Their paths are collected only if there are any. */
interface Violations {
  found: boolean;
  readonly report: ((at: Place | undefined, message: string) => void) | undefined;
}

const typeNameField = '__typename';
const typeKey = keyOf(nothing);

/**
 * Prepares the projection of an operation. It creates the result for a client from the merged data of a plan: under the
 * client's names, in the order of its operation, without the fields that only the plan needs. Null is propagated from
 * non-null fields to the nearest nullable parent. If no error explains the null, one is added, as GraphQL requires.
 *
 * @param schema schema as clients see it
 */
export function createProjection(
  schema: GraphQLSchema,
  { shown, nameOf, pathOf }: CanonicalOperation,
): (merged: MergedData) => EngineResult {
  const root = schema.getRootType(shown.operation);
  if (!root) throw new Error('expected an operation that the schema supports');
  const complete = nullable(completionOfObject(root, shown.selectionSet.selections));
  return (merged) => {
    const { data, errors } = merged;
    const violations: Violations = { found: false, report: undefined };
    const completed = complete(data, violations, undefined) as EngineResult['data'];
    const all = violations.found ? [...errors, ...unexplained(complete, merged)] : errors;
    if (all.length === 0) return { data: completed };
    return { data: completed, errors: all.map((error) => (error.path === undefined ? error : withPath(error, pathOf(error.path)))) };
  };

  /** @param place the field that is completed, for error messages */
  function completionOf(type: GraphQLOutputType, selections: readonly SelectionNode[] | undefined, place: string): Complete {
    if (!isNonNullType(type)) return nullable(completionOfValue(type, selections, place));
    const complete = completionOfValue(type.ofType, selections, place);
    const message = `Cannot return null for non-nullable field ${place}.`;
    return (value, violations, at) => {
      const completed = complete(value, violations, at);
      if (completed !== null) return completed;
      violations.found = true;
      violations.report?.(at, message);
      return undefined;
    };
  }

  /** @returns a completion that returns null for a value that is absent */
  function completionOfValue(type: GraphQLOutputType, selections: readonly SelectionNode[] | undefined, place: string): Complete {
    if (isListType(type)) {
      const complete = completionOf(type.ofType, selections, place);
      return (value, violations, at) => {
        if (!Array.isArray(value)) return null;
        const items: unknown[] = [];
        for (let index = 0; index < value.length; index += 1) {
          const completed = complete(value[index], violations, violations.report && { before: at, segment: index });
          if (completed === undefined) return undefined;
          items.push(completed);
        }
        return items;
      };
    }
    if (isCompositeType(type)) return completionOfObject(type, selections ?? []);
    if (!isEnumType(type)) return asIs;
    const known = new Set<unknown>(type.getValues().map(({ name }) => name));
    return (value, violations, at) => {
      if (value === null || value === undefined || known.has(value)) return value ?? null;
      violations.found = true;
      violations.report?.(at, `Enum "${type.name}" cannot represent value: ${JSON.stringify(value)}`);
      return undefined;
    };
  }

  function completionOfObject(type: GraphQLCompositeType, selections: readonly SelectionNode[]): Complete {
    if (isObjectType(type)) return completionOfFields(type, selections);
    const byType = new Map(
      schema.getPossibleTypes(type).map((possible) => {
        const selected = selections.flatMap((selection) => {
          if (selection.kind === Kind.FIELD) return [selection];
          const isFor = selection.kind === Kind.INLINE_FRAGMENT && selection.typeCondition?.name.value === possible.name;
          return isFor ? selection.selectionSet.selections : [];
        });
        return [possible.name, completionOfFields(possible, selected)] as const;
      }),
    );
    // The type of an object need not be known if the same fields are selected for all types.
    const ofAnyType = isInterfaceType(type) && selections.every(({ kind }) => kind === Kind.FIELD) ? type : undefined;
    const completeAny = ofAnyType && completionOfFields(ofAnyType, selections);
    return (value, violations, at) => {
      if (!isObject(value)) return null;
      const name = value[typeNameField] ?? value[typeKey];
      const complete = typeof name === 'string' ? byType.get(name) : completeAny;
      return complete === undefined ? null : complete(value, violations, at);
    };
  }

  function completionOfFields(type: GraphQLObjectType | GraphQLInterfaceType, selections: readonly SelectionNode[]): Complete {
    const known = type.getFields();
    const fields = selections.flatMap((selection) => {
      if (selection.kind !== Kind.FIELD || nameOf(selection) === typeKey) return [];
      const [key, name] = [keyOf(selection), nameOf(selection)];
      if (selection.name.value === typeNameField) return [{ key, name, complete: (value: unknown) => value ?? type.name }];
      const field = known[selection.name.value];
      if (field === undefined) throw new Error(`expected a field of ${type.name}, got ${selection.name.value}`);
      return [{ key, name, complete: completionOf(field.type, selection.selectionSet?.selections, `${type.name}.${field.name}`) }];
    });
    return (value, violations, at) => {
      if (!isObject(value)) return null;
      const completed: Record<string, unknown> = {};
      for (const { key, name, complete } of fields) {
        const inner = complete(value[name], violations, violations.report && { before: at, segment: name });
        if (inner === undefined) return undefined;
        completed[key] = inner;
      }
      return completed;
    };
  }
}

/** Completes a scalar. */
const asIs: Complete = (value) => value ?? null;

/** Stops the propagation of null. */
function nullable(complete: Complete): Complete {
  if (complete === asIs) return complete;
  return (value, violations, at) => {
    const completed = complete(value, violations, at);
    return completed === undefined ? null : completed;
  };
}

/** Returns an error for each value that the schema does not allow and that none of the errors explains. */
function unexplained(complete: Complete, { data, errors, lost }: MergedData): EngineError[] {
  const isExplained = createIsExplained([...errors.map(({ path = [] }) => path), ...lost]);
  const added: EngineError[] = [];
  const report = (at: Place | undefined, message: string): void => {
    const path: (string | number)[] = [];
    for (let place = at; place !== undefined; place = place.before) path.unshift(place.segment);
    if (!isExplained(path)) added.push(new GraphQLError(message, { path }));
  };
  complete(data, { found: true, report }, undefined);
  return added;
}

/**
 * Returns whether one of the causes has the path, or that of a value above or below it. Causes that are failed requests
 * have no indexes in their paths.
 */
function createIsExplained(causes: readonly DataPath[]): (path: DataPath) => boolean {
  const [ends, prefixes] = [new Set<string>(), new Set<string>()];
  for (const path of causes) {
    ends.add(path.join('.'));
    for (let length = 1; length <= path.length; length += 1) prefixes.add(path.slice(0, length).join('.'));
  }
  const isExplained = (path: DataPath) =>
    ends.has('') || prefixes.has(path.join('.')) || path.some((_, index) => ends.has(path.slice(0, index + 1).join('.')));
  return (path) => isExplained(path) || isExplained(path.filter((segment) => typeof segment === 'string'));
}

function withPath(error: EngineError, path: DataPath): EngineError {
  const { message, extensions, originalError } = error;
  return new GraphQLError(message, { path, extensions: extensions ?? null, originalError: originalError ?? null });
}
