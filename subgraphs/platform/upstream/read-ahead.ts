/**
 * Reads several sources one after the other, while the first pages of the following ones are already requested. Pages
 * are returned in the order of the sources, and at most one page of each source waits in memory.
 *
 * Throws the error of a source when its turn comes, and returns no pages of later sources. When reading ends, all
 * sources that were started are ended.
 *
 * @param width number of sources that are requested at a time, at least 1
 */
export async function* readSequentially<S, P>(
  sources: readonly S[],
  read: (source: S) => AsyncGenerator<P>,
  width: number,
): AsyncGenerator<P> {
  const started: { readonly pages: AsyncGenerator<P>; readonly first: Promise<IteratorResult<P>> }[] = [];
  try {
    for (const place of sources.keys()) {
      for (const source of sources.slice(started.length, place + width)) {
        const pages = read(source);
        const first = pages.next();
        // Reading may end before the turn of a source that fails.
        first.catch(() => undefined);
        started.push({ pages, first });
      }
      const source = started[place];
      const first = await source?.first;
      if (source === undefined || first === undefined || first.done) continue;
      yield first.value;
      yield* source.pages;
    }
  } finally {
    // Not awaited, because a source with a request in flight ends only after the response.
    for (const { pages } of started) pages.return(undefined).catch(() => undefined);
  }
}
