import { type DocumentNode, type FragmentDefinitionNode, type GraphQLError, Kind, type SelectionSetNode } from 'graphql';
import { refusal } from './errors.ts';

/** How large an operation may be, fragments counted as often as they are spread. */
export interface OperationLimits {
  readonly maxTokens: number;
  /** Fields nested in each other. */
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  /** Fields in all. It bounds what a few fragments that spread each other can grow to. */
  readonly maxFields: number;
}

export const defaultOperationLimits: OperationLimits = {
  maxTokens: 5_000,
  maxDepth: 25,
  maxAliases: 100,
  maxRootFields: 20,
  maxFields: 5_000,
};

/** Size of a selection set with its fragments written out. Sums stop at {@link ceiling}: fragments can double many times. */
interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** Fields of the outermost level. */
  readonly width: number;
}

const ceiling = 1_000_000_000;
const empty: Size = { depth: 0, aliases: 0, fields: 0, width: 0 };

/** Selection sets written in each other; the walk goes no deeper. Far above any sensible `maxDepth`. */
const maxNesting = 500;

/** Name that JavaScript objects treat differently from every other. */
const unsafeName = '__proto__';

/**
 * Measures every operation of a document against the limits, in time linear in the document. It looks at the text
 * alone, so it is done before validation, which costs more.
 *
 * @returns OPERATION_TOO_LARGE errors, none when all is within the limits
 */
export function measureOperations(document: DocumentNode, limits: OperationLimits): GraphQLError[] {
  const walk = createWalk(document);
  const errors: GraphQLError[] = [];
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const size = walk.sizeOf(definition.selectionSet, 0);
    const check = (what: string, found: number, limit: number): void => {
      if (found > limit)
        errors.push(refusal('OPERATION_TOO_LARGE', `The operation has ${atLeast(found)} ${what}, at most ${limit} are allowed.`));
    };
    check('levels of fields', size.depth, limits.maxDepth);
    check('root fields', size.width, limits.maxRootFields);
    check('aliases', size.aliases, limits.maxAliases);
    check('fields', size.fields, limits.maxFields);
  }
  if (walk.unsafe) errors.push(refusal('GRAPHQL_VALIDATION_FAILED', `\`${unsafeName}\` cannot be the name of a field in the answer.`));
  return errors;
}

function createWalk(document: DocumentNode): { sizeOf(set: SelectionSetNode, nesting: number): Size; readonly unsafe: boolean } {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const sizes = new Map<string, Size>();
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
    // A fragment that spreads itself counts as empty here; validation refuses it.
    sizes.set(name, empty);
    const size = sizeOf(fragment.selectionSet, nesting + 1);
    sizes.set(name, size);
    return size;
  }

  return {
    sizeOf,
    get unsafe() {
      return unsafe;
    },
  };
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
