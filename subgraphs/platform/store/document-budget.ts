import { LandfallError } from '../errors.ts';
import { createFairQueue } from '../json/fair-queue.ts';

/** Bytes of the documents of one page, as they are stored; one that is larger by itself comes alone. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Bytes of a page from which on the work that it makes is felt by others. */
const largePageBytes = 256 * 1024;

/** The thread is one for all. */
const largePages = createFairQueue();

/**
 * Waits for the turn of a page with so many bytes. What is made of a page, parsing its rows and writing the answer, is done
 * in one go, so large ones go on one at a time, owners in turn, and between two of them everything else is served.
 */
export async function turnOfPage(owner: string, bytes: number): Promise<void> {
  if (bytes > largePageBytes) await largePages.run(owner, () => new Promise((resolve) => setImmediate(resolve)));
}

/** Bytes of the documents of all pages of one answer, and how many of these are read at a time. */
const [maxAnswerBytes, maxReadings] = [32 * 1024 * 1024, 8];

/** The documents of all pages that the answer to one request is made of. */
export interface DocumentBudget {
  /**
   * Reads a page, when it is its turn.
   *
   * @throws {LandfallError} OPERATION_TOO_LARGE where the pages that were read before are too large together
   */
  read<T>(page: () => Promise<T>, bytesOf: (page: T) => number): Promise<T>;
}

/** Opens the budget of one request. @param owner whose it is */
export function createDocumentBudget(owner: string): DocumentBudget {
  let [bytes, reading] = [0, 0];
  const waiting: (() => void)[] = [];
  return {
    read: async (read, bytesOf) => {
      if (reading === maxReadings) await new Promise<void>((begin) => waiting.push(begin));
      else reading += 1;
      try {
        if (bytes > maxAnswerBytes) throw tooLarge();
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
    `The documents of this answer are larger than ${maxAnswerBytes} bytes: ask for fewer rows, or for fewer pages in one operation.`,
  );
}
