import { execute, type FieldNode, Kind, visit } from 'graphql';
import { perObject } from '../cache/bounded-cache.ts';
import type { Engine, EngineRequest, EngineResult, ValidatedOperation } from '../graphql/engine.ts';
import { rootFieldsOf } from '../subscriptions/log-operation.ts';

/** Root fields that the schema itself answers. */
const introspectionFields: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Executes an operation: the schema answers its introspection fields, the engine all others. */
export async function executeShared(engine: Engine, request: EngineRequest): Promise<EngineResult> {
  const { keys, introspection, rest } = shareOf(request.operation);
  if (introspection === undefined) return engine.execute(request);
  const result = execute({ schema: engine.schema, document: introspection.document, variableValues: request.variables });
  if ('then' in result) throw new Error('introspection is never asynchronous');
  const { data: introspected = null, errors = [] } = result;
  if (rest === undefined) return errors.length === 0 ? { data: introspected } : { data: introspected, errors };
  const other = await engine.execute({ ...request, operation: rest });
  const all = [...(other.errors ?? []), ...errors];
  const data =
    other.data === null || introspected === null
      ? null
      : Object.fromEntries(Object.entries(other.data).map(([key, value]) => [key, keys.has(key) ? introspected[key] : value]));
  return all.length === 0 ? { data } : { data, errors: all };
}

/**
 * Separates the root fields of introspection. Engines never receive those, because a planner's schema contains more
 * than the API. A field that belongs to the other part is a `__typename` under its name, which keeps the order.
 */
const shareOf = perObject((operation: ValidatedOperation) => {
  const { fields } = rootFieldsOf(operation);
  const roots = new Set(fields);
  const isIntrospection = ({ name }: FieldNode) => introspectionFields.has(name.value);
  const part = (wanted: boolean): ValidatedOperation => {
    const document = visit(operation.document, {
      Field: (field) => (roots.has(field) && isIntrospection(field) !== wanted ? placeholderOf(field) : undefined),
    });
    const definition = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as ValidatedOperation['definition'];
    return { ...operation, document, definition };
  };
  const keys = new Set(fields.filter(isIntrospection).map(keyOf));
  if (fields.every(({ name }) => name.value.startsWith('__'))) return { keys, introspection: operation };
  return keys.size === 0 ? { keys } : { keys, introspection: part(true), rest: part(false) };
});

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

function placeholderOf(field: FieldNode): FieldNode {
  const { selectionSet: _, ...alone } = field;
  return { ...alone, alias: field.alias ?? field.name, name: { kind: Kind.NAME, value: '__typename' }, arguments: [] };
}
