import { type DocumentNode, type FragmentDefinitionNode, type GraphQLError, Kind, type SelectionSetNode, visit } from 'graphql';
import { refusal } from '../graphql/client-errors.ts';
import { countOverlappingFields } from './overlapping-fields.ts';

/** Limits on the size of an operation. A fragment counts as often as it is spread. */
export interface OperationLimits {
  /** Maximum number of characters in the query text, including comments and white space. */
  readonly maxCharacters: number;
  readonly maxTokens: number;
  /** Maximum depth of nested fields. */
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  /** Maximum number of fields in total. Limits the expansion of fragments that spread each other. */
  readonly maxFields: number;
  readonly maxFragments: number;
  /** Maximum number of pairs of fields with the same response path; validation compares every pair. */
  readonly maxOverlappingFields: number;
  /** Maximum depth of nested lists and objects, in literals and in variables. */
  readonly maxInputDepth: number;
  /** Maximum number of lists, objects and plain values in the variables. */
  readonly maxInputValues: number;
}

export const defaultOperationLimits: OperationLimits = {
  maxCharacters: 100_000,
  maxTokens: 5_000,
  maxDepth: 25,
  maxAliases: 100,
  maxRootFields: 20,
  maxFields: 5_000,
  maxFragments: 200,
  maxOverlappingFields: 10_000,
  maxInputDepth: 16,
  maxInputValues: 10_000,
};

/** For the operations of our own gateways, which have limited those of their clients. */
export const unlimitedOperations: OperationLimits = {
  maxCharacters: Number.POSITIVE_INFINITY,
  maxTokens: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxAliases: Number.POSITIVE_INFINITY,
  maxRootFields: Number.POSITIVE_INFINITY,
  maxFields: Number.POSITIVE_INFINITY,
  maxFragments: Number.POSITIVE_INFINITY,
  maxOverlappingFields: Number.POSITIVE_INFINITY,
  maxInputDepth: Number.POSITIVE_INFINITY,
  maxInputValues: Number.POSITIVE_INFINITY,
};

/**
 * Size of a selection set with its fragments expanded. Sums stop at {@link ceiling}, because fragments can double many
 * times.
 */
interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** Number of fields of the outermost level. */
  readonly width: number;
}

const ceiling = 1_000_000_000;
const empty: Size = { depth: 0, aliases: 0, fields: 0, width: 0 };

/** Maximum number of nested selection sets that are examined, far above any sensible `maxDepth`. */
const maxNesting = 500;

/** JavaScript objects treat `__proto__` differently from every other name. */
const unsafeName = '__proto__';

/**
 * Checks the operations of a document against the limits. Runs before validation, parts of which take quadratic time in
 * these counts, and needs no schema. Also reports errors of fragments that would falsify the counts.
 *
 * @returns errors with OPERATION_TOO_LARGE and GRAPHQL_VALIDATION_FAILED, none if the document may be validated; and
 *   the number of its fields with fragments expanded
 */
export function measureDocument(
  document: DocumentNode,
  limits: OperationLimits,
): { readonly errors: readonly GraphQLError[]; readonly fields: number } {
  const errors: GraphQLError[] = [];
  const check = (what: string, found: number, limit: number): void => {
    if (found > limit)
      errors.push(refusal('OPERATION_TOO_LARGE', `The operation has ${atLeast(found)} ${what}, at most ${limit} are allowed.`));
  };
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  check('fragments', definitions.length, limits.maxFragments);
  check('levels of input', inputDepthOf(document), limits.maxInputDepth);
  if (errors.length > 0) return { errors, fields: 0 };
  const fragments = new Map(definitions.map((definition) => [definition.name.value, definition]));
  const walk = createWalk(fragments);
  let fields = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = walk.sizeOf(definition.selectionSet, 0);
    fields += size.fields;
    check('levels of fields', size.depth, limits.maxDepth);
    check('root fields', size.width, limits.maxRootFields);
    check('aliases', size.aliases, limits.maxAliases);
  }
  check('fields', fields, limits.maxFields);
  errors.push(...walk.errors(definitions));
  if (errors.length === 0)
    check(
      'pairs of fields with the same response name in the same selection',
      countOverlappingFields(document, fragments),
      limits.maxOverlappingFields,
    );
  return { errors, fields };
}

interface Walk {
  sizeOf(set: SelectionSetNode, nesting: number): Size;
  /** Returns the errors of the fragments that were visited. */
  errors(definitions: readonly FragmentDefinitionNode[]): GraphQLError[];
}

function createWalk(fragments: ReadonlyMap<string, FragmentDefinitionNode>): Walk {
  const sizes = new Map<string, Size>();
  const entered = new Set<string>();
  const cycles = new Set<string>();
  let unsafe = false;

  function sizeOf(set: SelectionSetNode, nesting: number): Size {
    if (nesting > maxNesting) return { ...empty, depth: ceiling };
    let size = empty;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        size = add(size, fragmentSize(selection.name.value, nesting));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        size = add(size, sizeOf(selection.selectionSet, nesting + 1));
      } else {
        const inner = selection.selectionSet === undefined ? empty : sizeOf(selection.selectionSet, nesting + 1);
        if ((selection.alias ?? selection.name).value === unsafeName) unsafe = true;
        const aliases = inner.aliases + (selection.alias === undefined ? 0 : 1);
        size = add(size, { depth: inner.depth + 1, aliases, fields: inner.fields + 1, width: 1 });
      }
    }
    return size;
  }

  function fragmentSize(name: string, nesting: number): Size {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return empty;
    if (entered.has(name)) {
      cycles.add(name);
      return empty;
    }
    entered.add(name);
    const size = sizeOf(fragment.selectionSet, nesting + 1);
    sizes.set(name, size);
    return size;
  }

  return {
    sizeOf,
    errors(definitions) {
      const doubled = definitions.filter((definition) => fragments.get(definition.name.value) !== definition);
      const unused = [...fragments.keys()].filter((name) => !entered.has(name));
      const messages = [
        ...[...cycles].map((name) => `Cannot spread fragment "${name}" within itself.`),
        ...doubled.map(({ name }) => `There can be only one fragment named "${name.value}".`),
        ...unused.map((name) => `Fragment "${name}" is never used.`),
        ...(unsafe ? [`\`${unsafeName}\` cannot be the name of a field in the answer.`] : []),
      ];
      return messages.slice(0, maxViolations).map((message) => refusal('GRAPHQL_VALIDATION_FAILED', message));
    },
  };
}

const maxViolations = 20;

/** Returns the greatest depth of nested lists and objects in the document. */
function inputDepthOf(document: DocumentNode): number {
  let depth = 0;
  let deepest = 0;
  const nested = {
    enter: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    leave: () => {
      depth -= 1;
    },
  };
  visit(document, { ListValue: nested, ObjectValue: nested });
  return deepest;
}

function add(left: Size, right: Size): Size {
  return {
    depth: Math.max(left.depth, right.depth),
    aliases: Math.min(ceiling, left.aliases + right.aliases),
    fields: Math.min(ceiling, left.fields + right.fields),
    width: Math.min(ceiling, left.width + right.width),
  };
}

function atLeast(count: number): string {
  return count >= ceiling ? 'far too many' : String(count);
}
