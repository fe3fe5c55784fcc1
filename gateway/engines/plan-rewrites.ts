import type { FetchNodePathSegment, FetchRewrite } from '@graphql-hive/router-query-planner';
import { type HoldsFor, isObject, type TypeConditions } from './plan-data.ts';

/** Changes representations before they are sent, or data of an answer before they are merged, in place. */
export type Rewrite = (value: unknown) => void;

type Change = (object: Record<string, unknown>, key: string) => void;

/** One segment of the path to a rewritten field: a field, or a condition on the type of the object. */
type Segment = { readonly key: string } | { readonly holdsFor: HoldsFor };

/** Creates the rewrites of one request of a plan. @returns undefined if there are none */
export function createRewrite(rewrites: readonly FetchRewrite[] | undefined, conditions: TypeConditions): Rewrite | undefined {
  if (rewrites === undefined || rewrites.length === 0) return undefined;
  const steps = rewrites.map((rewrite) => stepOf(rewrite, conditions));
  return (value) => {
    for (const step of steps) step(value);
  };
}

function stepOf(rewrite: FetchRewrite, conditions: TypeConditions): Rewrite {
  if ('KeyRenamer' in rewrite) {
    const { path, renameKeyTo } = rewrite.KeyRenamer;
    return changing(segmentsOf(path, conditions), (object, key) => {
      if (!(key in object)) return;
      object[renameKeyTo] = object[key];
      delete object[key];
    });
  }
  const { path, setValueTo } = 'ValueSetter' in rewrite ? rewrite.ValueSetter : rewrite;
  return changing(segmentsOf(path, conditions), (object, key) => {
    object[key] = setValueTo;
  });
}

function segmentsOf(path: readonly FetchNodePathSegment[], conditions: TypeConditions): Segment[] {
  return path.map((segment) => ('Key' in segment ? { key: segment.Key } : { holdsFor: conditions(segment.TypenameEquals) }));
}

/** Creates the rewrite that applies a change to the last field of the path, in every object to which the path leads. */
function changing(segments: readonly Segment[], change: Change): Rewrite {
  const apply = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) {
      for (const item of value) apply(item, depth);
      return;
    }
    const segment = segments[depth];
    if (segment === undefined || !isObject(value)) return;
    if ('holdsFor' in segment) {
      const { __typename: type } = value;
      if (typeof type !== 'string' || segment.holdsFor(type)) apply(value, depth + 1);
    } else if (depth === segments.length - 1) change(value, segment.key);
    else apply(value[segment.key], depth + 1);
  };
  return (value) => apply(value, 0);
}
