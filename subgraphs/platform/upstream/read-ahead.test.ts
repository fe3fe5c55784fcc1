import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readSequentially } from './pages.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function readAll<P>(pages: AsyncGenerator<P>, read: P[] = []): Promise<P[]> {
  for await (const page of pages) read.push(page);
  return read;
}

describe('several sources', () => {
  it('are returned in their order, whichever answers first, and no more than the width are requested at a time', async () => {
    const answers = new EventEmitter();
    const queried: number[] = [];
    async function* read(source: number) {
      queried.push(source);
      await once(answers, `${source}`);
      yield `${source}a`;
      yield `${source}b`;
    }
    const reading = readAll(readSequentially([0, 1, 2], read, 2));
    await settled();
    expect(queried).toEqual([0, 1]);
    answers.emit('1');
    await settled();
    expect(queried).toEqual([0, 1]);
    answers.emit('0');
    await settled();
    expect(queried).toEqual([0, 1, 2]);
    answers.emit('2');
    expect(await reading).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  });

  it('of which one fails return everything before the failure, then its error', async () => {
    async function* read(source: string) {
      yield `${source}1`;
      if (source === 'b') throw new Error('b failed');
      yield `${source}2`;
    }
    const pages: string[] = [];
    await expect(readAll(readSequentially(['a', 'b', 'c'], read, 3), pages)).rejects.toThrow('b failed');
    expect(pages).toEqual(['a1', 'a2', 'b1']);
  });

  it('may fail unnoticed when the reader has stopped before them', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first page
    async function* read(source: string): AsyncGenerator<string> {
      throw new Error(`${source} failed`);
    }
    await expect(readAll(readSequentially(['a', 'b'], read, 2))).rejects.toThrow('a failed');
    await settled();
  });

  it.each(['fails', 'is enough'])('are all ended when one of them %s', async (what) => {
    const ended: string[] = [];
    async function* read(source: string) {
      try {
        yield `${source}1`;
        if (what === 'fails') throw new Error(`${source} failed`);
        yield `${source}2`;
      } finally {
        ended.push(source);
      }
    }
    const reading = async () => {
      for await (const page of readSequentially(['a', 'b', 'c', 'd'], read, 3)) if (page === 'a2') return;
    };
    await reading().catch(() => undefined);
    await settled();
    expect(ended.sort()).toEqual(['a', 'b', 'c']);
  });

  it('without a page are skipped', async () => {
    async function* read(pages: readonly string[]) {
      yield* pages;
    }
    expect(await readAll(readSequentially([[], ['a'], []], read, 2))).toEqual(['a']);
    expect(await readAll(readSequentially([], read, 2))).toEqual([]);
  });
});
