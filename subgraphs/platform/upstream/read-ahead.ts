/**
 * Reads several sources one after the other, while the first page of those whose turn comes next is already asked for:
 * what comes is in the order of the sources, and no more than one page of each waits in memory.
 *
 * Reading throws what a source throws, when it is its turn; pages of the sources behind it are not given. However reading ends,
 * every source that was asked is ended with it.
 *
 * @param width how many sources are asked at a time, at least 1
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
        // A source that nobody comes to any more may fail unnoticed.
        first.catch(() => undefined);
        started.push({ pages, first });
      }
      const turn = started[place];
      const first = await turn?.first;
      if (turn === undefined || first === undefined || first.done) continue;
      yield first.value;
      yield* turn.pages;
    }
  } finally {
    // Not waited for: one that is still asked ends after its answer.
    for (const { pages } of started) pages.return(undefined).catch(() => undefined);
  }
}
