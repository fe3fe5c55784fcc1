import { type DocumentNode, type GraphQLSchema, getNamedType, isObjectType, Kind } from 'graphql';
import { withPlainSelections } from './plain-selections.ts';
import { createSelectionCheck, type FieldSources } from './selection-check.ts';

/** Resolvers of fields that depend on one entity alone. */
const ofEntity = new WeakSet<object>();

/**
 * Marks resolvers whose value depends only on the versions of the entity of their parent, on the partners' files, and
 * on those rights of the caller that are not about partners. A caller who may see an entity may see its partner, so such
 * a field is the same for all callers who may see the entity and whose other rights are equal.
 */
export function markEntityFields<Types extends object>(
  types: Types,
  names: { readonly [Type in keyof Types]?: readonly (keyof NonNullable<Types[Type]>)[] },
): void {
  for (const [type, fields] of Object.entries(names) as [keyof Types, readonly string[]][]) {
    for (const field of fields) ofEntity.add((types[type] as Readonly<Record<string, object>>)[field] ?? {});
  }
}

/**
 * Creates a function that returns whether a query of a log selects, below `field` of its page, only fields that depend on
 * the entity of each event. Fields without a resolver are attributes of the entity; all others must be marked by
 * {@link markEntityFields}.
 */
export function createReadsOneEntity(schema: GraphQLSchema, rules: FieldSources): (document: DocumentNode, field: string) => boolean {
  const dependsOnEntity = createSelectionCheck(schema, rules, (resolve) => ofEntity.has(resolve));
  return (document, name) => {
    const operation = withPlainSelections(schema, document).definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return false;
    const query = schema.getQueryType();
    return operation.selectionSet.selections.every((page) => {
      const field = page.kind === Kind.FIELD ? query?.getFields()[page.name.value] : undefined;
      if (page.kind !== Kind.FIELD || field === undefined) return false;
      const [owner, ...others] = rules.ownersOf('Query', field.name);
      const type = getNamedType(field.type);
      if (owner === undefined || others.length > 0 || !isObjectType(type)) return false;
      return (page.selectionSet?.selections ?? []).every((selection) => {
        if (selection.kind !== Kind.FIELD) return false;
        if (selection.name.value !== name || selection.selectionSet === undefined) return true;
        const events = type.getFields()[name];
        return events !== undefined && dependsOnEntity(getNamedType(events.type).name, selection.selectionSet, owner);
      });
    });
  };
}
