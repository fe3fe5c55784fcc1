/** Answers equal questions that are asked at the same time once. A failure is shared by those who waited, and forgotten. */
export function createInFlight<T>(): (key: string, ask: () => Promise<T>) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key, ask) => {
    const known = asked.get(key);
    if (known !== undefined) return known;
    const asking = ask().finally(() => asked.delete(key));
    asked.set(key, asking);
    return asking;
  };
}
