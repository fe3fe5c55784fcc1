/** Resolvers of fields that never change for one parent. */
const constant = new WeakSet<object>();

/**
 * Marks resolvers whose value depends on nothing but their parent, the caller's rights and the partners' files. Match
 * sets are cached by these three, so the gateway may cache what such fields return for a match set, too.
 */
export function constantFields<Fields extends Readonly<Record<string, (...parts: never[]) => unknown>>>(fields: Fields): Fields {
  for (const resolver of Object.values(fields)) constant.add(resolver);
  return fields;
}

/** Returns whether a resolver was marked by {@link constantFields}. */
export function isConstantField(resolver: object): boolean {
  return constant.has(resolver);
}
