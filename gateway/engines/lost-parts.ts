import {
  type FieldNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type ErrorCode, errorTable } from '#platform/errors.ts';
import type { Requested } from './answer-shape.ts';
import { type Entity, entitiesField, entitiesOf } from './representations.ts';
import { keyOf, type Selections } from './selections.ts';
import type { SubgraphAnswer } from './subgraph-client.ts';
import type { UnknownMatches } from './unknown-matches.ts';

/** Replaces the answers of subgraphs that are unavailable: reports what is lost and keeps the rest. */
export interface LostParts {
  /**
   * Returns the answer of an unavailable subgraph: match sets are unknown, and everything else is missing and has an
   * error at its path.
   */
  answerOfAway(subgraph: string, requested: Requested): SubgraphAnswer;
  /**
   * Returns the same answer, in which match sets that failed internally are unknown, and errors are moved to the
   * requested fields.
   */
  withUnknownMatches(answer: SubgraphAnswer, requested: Requested): SubgraphAnswer;
}

type Path = readonly (string | number)[];

export interface LostPartsOptions {
  readonly selections: Selections;
  readonly matches: UnknownMatches;
  /** Called with the first of the errors that made match sets of an answer unknown. */
  readonly onUnknown: (cause: GraphQLError) => void;
}

/** @param schema schema as clients see it */
export function createLostParts(schema: GraphQLSchema, { selections, matches, onUnknown }: LostPartsOptions): LostParts {
  const fieldsOf = (type: string): Readonly<Record<string, { readonly type: GraphQLOutputType }>> => {
    const named = schema.getType(type);
    return isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
  };

  /** Returns a match set as a subgraph would return it. */
  function unknownMatch({ type, key }: Entity, field: FieldNode, requested: Requested): Record<string, unknown> {
    return projected({ read: (name) => matches.valueOf(type, name, key), type }, field, requested);
  }

  function projected(
    object: { readonly type: string; readonly read: (name: string) => unknown },
    field: FieldNode,
    requested: Requested,
  ): Record<string, unknown> {
    const fields = selections.below(field, requested.document, object.type);
    return Object.fromEntries(
      fields.map((inner) => {
        if (inner.name.value === '__typename') return [keyOf(inner), object.type];
        return [keyOf(inner), plain(object.read(inner.name.value), fieldsOf(object.type)[inner.name.value]?.type, inner, requested)];
      }),
    );
  }

  function plain(value: unknown, type: GraphQLOutputType | undefined, field: FieldNode, requested: Requested): unknown {
    if (Array.isArray(value)) return value.map((item) => plain(item, type, field, requested));
    if (typeof value !== 'object' || value === null) return value ?? null;
    const name = String(type).replaceAll(/[[\]!]/g, '');
    return projected({ type: name, read: (inner) => Reflect.get(value, inner) }, field, requested);
  }

  /** Returns the paths of the missing parts of an object: its fields if they are nullable, otherwise the object. */
  function lostPathsOf(type: string, field: FieldNode, requested: Requested, path: Path): Path[] {
    const lost = selections.below(field, requested.document, type).filter(({ name }) => name.value !== '__typename');
    const known = fieldsOf(type);
    const isWhole = lost.some(({ name }) => known[name.value] === undefined || isNonNullType(known[name.value]?.type));
    return isWhole ? [path] : lost.map((inner) => [...path, keyOf(inner)]);
  }

  function lost(requested: Requested, errorAt: (path: Path) => GraphQLError): SubgraphAnswer {
    const data: Record<string, unknown> = {};
    const errors: GraphQLError[] = [];
    for (const field of selections.rootOf(requested.document)) {
      const key = keyOf(field);
      // A root field that several subgraphs share must not become null for the others.
      if (field.name.value !== entitiesField) {
        errors.push(errorAt([key]));
        continue;
      }
      data[key] = entitiesOf(field, requested.variables).map((entity, index) => {
        if (matches.isMatchSet(entity.type)) return unknownMatch(entity, field, requested);
        errors.push(...lostPathsOf(entity.type, field, requested, [key, index]).map(errorAt));
        return null;
      });
    }
    return errors.length === 0 ? { data } : { data, errors };
  }

  return {
    answerOfAway: (subgraph, requested) => lost(requested, (path) => lostBecauseAway(subgraph, path)),

    withUnknownMatches(answer, requested) {
      const { data, errors = [] } = answer;
      const [first] = errors;
      // Nothing was executed: the one error applies to every selection.
      if (data === null && first !== undefined && errors.every(({ path }) => path === undefined)) {
        if (!isOurs(first)) return answer;
        onUnknown(first);
        return lost(requested, (path) => new GraphQLError(first.message, { path, extensions: first.extensions }));
      }
      if (data === null) return answer;
      let left = errors;
      let cause: GraphQLError | undefined;
      let isChanged = false;
      for (const field of selections.rootOf(requested.document)) {
        const [key, entities] = [keyOf(field), data[keyOf(field)]];
        if (field.name.value !== entitiesField || !Array.isArray(entities)) continue;
        for (const [index, entity] of entitiesOf(field, requested.variables).entries()) {
          if (entities[index] !== null || !matches.isMatchSet(entity.type)) continue;
          const isAbout = ({ path }: GraphQLError) => path?.[0] === key && path[1] === index;
          const about = left.filter(isAbout);
          if (!about.every(isOurs)) continue;
          cause ??= about[0];
          entities[index] = unknownMatch(entity, field, requested);
          isChanged = true;
          if (about.length > 0) left = left.filter((error) => !isAbout(error));
        }
      }
      if (!isChanged) return answer;
      if (cause !== undefined) onUnknown(cause);
      return left.length === 0 ? { data } : { data, errors: left };
    },
  };
}

/** Creates the error at the path of an unavailable subgraph. */
export function lostBecauseAway(subgraph: string, path: Path): GraphQLError {
  return new GraphQLError(`The subgraph ${subgraph} did not answer.`, { path, extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
}

/** Returns whether an error is not caused by the caller. */
export function isOurs({ extensions }: { readonly extensions?: Readonly<Record<string, unknown>> | undefined }): boolean {
  const code = extensions?.['code'];
  return typeof code !== 'string' || !Object.hasOwn(errorTable, code) || errorTable[code as ErrorCode].status >= 500;
}
