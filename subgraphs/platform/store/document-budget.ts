import { LandfallError } from '../errors.ts';
import { createFairQueue } from '../json/fair-queue.ts';

/** Most bytes of the stored documents of one page; a larger document is a page of its own. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Pages from this size on delay other requests noticeably. */
const largePageBytes = 256 * 1024;

/** All requests share the thread. */
const largePages = createFairQueue();

/**
 * Waits for the turn of a page with so many bytes. Parsing the rows of a page and writing the response blocks the thread,
 * so large pages are processed one at a time, owners in turn, and other requests are served between two of them.
 */
export async function turnOfPage(owner: string, bytes: number): Promise<void> {
  if (bytes > largePageBytes) await largePages.run(owner, () => new Promise((resolve) => setImmediate(resolve)));
}

/** Most bytes of the documents of all pages of one response, and most pages that are read at a time. */
const [maxResponseBytes, maxReads] = [32 * 1024 * 1024, 8];

/** Bounds the documents of all pages of the response to one request. */
export interface DocumentBudget {
  /**
   * Reads a page, at its turn.
   *
   * @throws {LandfallError} OPERATION_TOO_LARGE when the pages that were read before exceed the budget
   */
  read<T>(page: () => Promise<T>, bytesOf: (page: T) => number): Promise<T>;
}

/** Opens the budget of one request. @param owner key of the caller, for taking turns */
export function createDocumentBudget(owner: string): DocumentBudget {
  let [bytes, reading] = [0, 0];
  const waiting: (() => void)[] = [];
  return {
    read: async (read, bytesOf) => {
      if (reading === maxReads) await new Promise<void>((begin) => waiting.push(begin));
      else reading += 1;
      try {
        if (bytes > maxResponseBytes) throw tooLarge();
        const page = await read();
        bytes += bytesOf(page);
        await turnOfPage(owner, bytesOf(page));
        return page;
      } finally {
        const next = waiting.shift();
        if (next === undefined) reading -= 1;
        else next();
      }
    },
  };
}

function tooLarge(): LandfallError {
  return new LandfallError(
    'OPERATION_TOO_LARGE',
    `The documents of this response exceed ${maxResponseBytes} bytes: request fewer rows, or fewer pages in one operation.`,
  );
}
