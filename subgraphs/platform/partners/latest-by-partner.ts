/** Keeps the latest different values of each partner. @param maxListed maximum number for one partner */
export function createLatestByPartner<T>(maxListed: number) {
  const listed = new Map<string, Map<string, T>>();
  return {
    /** Makes values the newest ones, each by its key. @param values get the former value of the key */
    put: (partner: string, values: ReadonlyMap<string, (former: T | undefined) => T>): void => {
      const own = listed.get(partner) ?? new Map<string, T>();
      listed.set(partner, own);
      for (const [key, next] of values) {
        const value = next(own.get(key));
        // Moved to the end, so that the oldest is dropped.
        own.delete(key);
        own.set(key, value);
      }
      for (const oldest of own.keys()) {
        if (own.size <= maxListed) break;
        own.delete(oldest);
      }
    },
    /** Returns the values of a partner, the newest first. */
    of: (partner: string): readonly T[] => [...(listed.get(partner)?.values() ?? [])].toReversed(),
  };
}
