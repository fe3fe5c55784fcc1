import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Variables } from '#platform/graphql/engine.ts';
import { nothing } from '#platform/graphql/plain-operation.ts';
import type { DataPath } from './plan-data.ts';
import { keyOf } from './selections.ts';

/** An operation in which names of this program replace the names that the client chose. */
export type CanonicalOperation = ReturnType<ReturnType<typeof createCanonicalize>>;

/** The response names below one canonical path, of all types together. */
interface Level {
  /** Canonical names by the text of the field and its type. */
  readonly names: Map<string, string>;
  /** The client's names by the canonical ones. */
  readonly shown: Map<string, string>;
  /** Number of fields with the same name in the schema. */
  readonly counts: Map<string, number>;
  readonly below: Map<string, Level>;
}

const typeNameField = '__typename';

/**
 * Creates the function that replaces names. The planner relates fields by their response names: it takes a field whose
 * name is that of a key for the key, and ends the process for some. A subgraph must not depend on the client's names
 * either.
 *
 * A response name becomes the name of the field. If several response names of a place have the same field, all but the
 * first get a number, so that the result has no fewer names than the client's: what does not conflict in the client's
 * operation does not conflict in the canonical one. Fields of different types with equal response names get different
 * names, because a planner would have to rename them.
 *
 * @param schema schema as clients see it
 * @param unifiedGraph schema of the supergraph, none of whose fields has the name of another with a number
 */
export function createCanonicalize(schema: GraphQLSchema, unifiedGraph: GraphQLSchema) {
  const fieldNames = new Set(
    Object.values(unifiedGraph.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [],
    ),
  );

  function nameIn(level: Level, field: FieldNode, parent: GraphQLNamedType): string {
    const name = field.name.value;
    // The planner requests it itself, and it is the same however often it is selected.
    if (name === typeNameField) return field === nothing ? keyOf(nothing) : name;
    const type = 'getFields' in parent ? parent.getFields()[name]?.type : undefined;
    const { selectionSet: _, ...alone } = field;
    const text = `${type} ${print(alone)}`;
    let canonical = level.names.get(text);
    if (canonical === undefined) {
      // Data are read by these names, and every object has some already, such as `constructor`.
      let count = level.counts.get(name) ?? (name in Object.prototype ? 1 : 0);
      do {
        count += 1;
        canonical = count === 1 ? name : `${name}_${count}`;
      } while (count > 1 && fieldNames.has(canonical));
      level.counts.set(name, count);
      level.names.set(text, canonical);
      level.shown.set(canonical, keyOf(field));
    }
    return canonical;
  }

  /** @param plain as returned by `withPlainSelections` */
  return (plain: DocumentNode) => {
    const operation = getOperationAST(plain);
    const root = operation && schema.getRootType(operation.operation);
    if (!operation || !root) throw new Error('expected an operation that the schema supports');
    const nameOfShown = new Map<FieldNode, string>();

    /** Renames the fields of a set for the planner, and copies them for the result, because one node may be at several places. */
    function rename(parent: GraphQLNamedType, set: SelectionSetNode, level: Level): Record<'planned' | 'shown', SelectionSetNode> {
      const [planned, shown]: [SelectionNode[], SelectionNode[]] = [[], []];
      let hasTypeName = false;
      for (const selection of set.selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) throw new Error(`unexpected fragment ${selection.name.value}`);
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          const type = schema.getType(selection.typeCondition?.name.value ?? '') ?? parent;
          const inner = rename(type, selection.selectionSet, level);
          planned.push({ ...selection, selectionSet: inner.planned });
          shown.push({ ...selection, selectionSet: inner.shown });
          continue;
        }
        const { alias: _, ...field } = selection;
        const name = nameIn(level, selection, parent);
        const inner = field.selectionSet && rename(typeOf(parent, field), field.selectionSet, levelBelow(level, name));
        const copy: FieldNode = { ...selection, ...(inner && { selectionSet: inner.shown }) };
        nameOfShown.set(copy, name);
        shown.push(copy);
        if (name === typeNameField && hasTypeName) continue;
        if (name === typeNameField) hasTypeName = true;
        const alias = name === field.name.value ? {} : { alias: nameNode(name) };
        planned.push({ ...field, ...alias, ...(inner && { selectionSet: inner.planned }) });
      }
      return { planned: { ...set, selections: planned }, shown: { ...set, selections: shown } };
    }

    const top = newLevel();
    const { planned, shown } = rename(root, operation.selectionSet, top);
    // The type of the root is known here; the planner would request it from a subgraph, which may be unavailable.
    const rooted = {
      ...planned,
      selections: planned.selections.filter((each) => each.kind !== Kind.FIELD || each.name.value !== typeNameField),
    };
    const variables = new Map(
      operation.variableDefinitions?.map(({ variable }, index) => [variable.name.value, `v${index + 1}`] as const) ?? [],
    );
    const { name: _, ...unnamed } = operation;
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ ...unnamed, selectionSet: rooted }] };
    return {
      /** The operation to plan. */
      document: visit(document, {
        Variable: (node) => ({ ...node, name: nameNode(variables.get(node.name.value) ?? node.name.value) }),
      }),
      /** The operation of the client, whose response names the result has. */
      shown: { ...operation, selectionSet: shown },
      /** Returns the canonical response name of a field of `shown`. */
      nameOf: (field: FieldNode): string => nameOfShown.get(field) ?? keyOf(field),
      /** Returns the values of the client's variables by their canonical names. */
      variablesOf: (given: Variables): Variables =>
        Object.fromEntries([...variables].flatMap(([name, canonical]) => (Object.hasOwn(given, name) ? [[canonical, given[name]]] : []))),
      /** Returns the client's path of a canonical path. It ends at an object if only the plan needs the rest. */
      pathOf: (path: DataPath): DataPath => shownPath(path, top),
    };
  };
}

function shownPath(path: DataPath, top: Level): DataPath {
  const shown: (string | number)[] = [];
  let level: Level | undefined = top;
  for (const segment of path) {
    if (typeof segment === 'number') {
      shown.push(segment);
      continue;
    }
    const name = level?.shown.get(segment);
    if (name === undefined) break;
    shown.push(name);
    level = level?.below.get(segment);
  }
  return shown;
}

function levelBelow({ below }: Level, name: string): Level {
  const known = below.get(name) ?? newLevel();
  below.set(name, known);
  return known;
}

function newLevel(): Level {
  return { names: new Map(), shown: new Map(), counts: new Map(), below: new Map() };
}

function typeOf(parent: GraphQLNamedType, { name }: FieldNode): GraphQLNamedType {
  const type = 'getFields' in parent ? getNamedType(parent.getFields()[name.value]?.type) : undefined;
  if (type === undefined) throw new Error(`expected a field of ${parent.name}, got ${name.value}`);
  return type;
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
