import type { FetchNodePathSegment, FetchRewrite } from '@graphql-hive/router-query-planner';
import { type DataPath, type HoldsFor, isObject, type TypeConditions } from './plan-data.ts';

/**
 * Renames the fields that a plan requests under names of its own, because the subgraph declares different types for fields
 * of the same name.
 */
export interface Rewrite {
  /** Renames fields of an answer in place, before it is merged. */
  readonly data: (value: unknown) => void;
  /** Returns the path of an error of the answer with the same names. */
  readonly path: (path: DataPath) => DataPath;
}

/** One segment of the path to a renamed field: a field, or a condition on the type of the object. */
type Segment = { readonly key: string } | { readonly holdsFor: HoldsFor };

/** Creates the rewrites of the answers to one request of a plan. @returns undefined if there are none */
export function createRewrite(rewrites: readonly FetchRewrite[] | undefined, conditions: TypeConditions): Rewrite | undefined {
  if (rewrites === undefined || rewrites.length === 0) return undefined;
  const renamed = new Map<unknown, string>();
  const steps = rewrites.map((rewrite) => {
    if (!('KeyRenamer' in rewrite)) throw new Error('unexpected rewrite in a plan: only interface objects need it, which are not composed');
    const { path, renameKeyTo } = rewrite.KeyRenamer;
    const segments = path.map((segment) => segmentOf(segment, conditions));
    const [last] = segments.slice(-1);
    if (last !== undefined && 'key' in last) renamed.set(last.key, renameKeyTo);
    return renaming(segments, renameKeyTo);
  });
  return {
    data: (value) => {
      for (const step of steps) step(value);
    },
    path: (path) => path.map((segment) => renamed.get(segment) ?? segment),
  };
}

function segmentOf(segment: FetchNodePathSegment, conditions: TypeConditions): Segment {
  return 'Key' in segment ? { key: segment.Key } : { holdsFor: conditions(segment.TypenameEquals) };
}

/** Creates the rewrite that renames the last field of the path, in every object to which the path leads. */
function renaming(segments: readonly Segment[], name: string): (value: unknown) => void {
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
    } else if (depth < segments.length - 1) {
      apply(value[segment.key], depth + 1);
    } else if (segment.key in value) {
      value[name] = value[segment.key];
      delete value[segment.key];
    }
  };
  return (value) => apply(value, 0);
}
