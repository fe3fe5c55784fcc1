/** Resolvers of fields that never change for a given parent. */
const constant = new WeakSet<object>();

/**
 * Marks resolvers whose value depends only on their parent, the caller's rights and the partners' files. Match sets are
 * cached by these three, so the gateway may cache the values of such fields for a match set, too.
 */
export function constantFields<Fields extends Readonly<Record<string, (...parts: never[]) => unknown>>>(fields: Fields): Fields {
  for (const resolver of Object.values(fields)) constant.add(resolver);
  return fields;
}

/** Returns whether a resolver was marked by {@link constantFields}. */
export function isConstantField(resolver: object): boolean {
  return constant.has(resolver);
}
