import { LandfallError } from '../errors.ts';
import { createFairQueue, createTurns } from '../json/steps.ts';

/** Maximum size of the documents on one page, in bytes. A larger document gets a page of its own. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Pages of at least this size delay other requests noticeably. */
const largePageBytes = 256 * 1024;

/** Shared by all requests, because they share the thread. */
const largePages = createFairQueue();

/**
 * Waits until a page of this size may be processed. Parsing the rows of a large page and writing the response blocks
 * the thread, so large pages are processed one at a time, alternating between owners, and other requests are served in
 * between.
 */
export async function turnOfPage(owner: string, bytes: number): Promise<void> {
  if (bytes > largePageBytes) await largePages.run(owner, () => new Promise((resolve) => setImmediate(resolve)));
}

/** Maximum size of the documents on all pages of one response, in bytes, and maximum number of concurrent reads. */
const [maxResponseBytes, maxReads] = [32 * 1024 * 1024, 8];

/**
 * Opens the budget of one request, which limits the total size of the documents on all pages of its response.
 *
 * @param owner key of the caller, which takes turns with the other callers
 */
export function createDocumentBudget(owner: string) {
  let bytes = 0;
  const inTurn = createTurns(maxReads);
  return {
    /**
     * Reads a page when its turn comes.
     *
     * @throws {LandfallError} OPERATION_TOO_LARGE when the pages that were read before exceed the budget
     */
    read: <T>(read: () => Promise<T>, bytesOf: (page: T) => number): Promise<T> =>
      inTurn(async () => {
        if (bytes > maxResponseBytes) throw tooLarge();
        const page = await read();
        bytes += bytesOf(page);
        await turnOfPage(owner, bytesOf(page));
        return page;
      }),
  };
}

function tooLarge(): LandfallError {
  return new LandfallError(
    'OPERATION_TOO_LARGE',
    `The documents of this response exceed ${maxResponseBytes} bytes: request fewer rows, or fewer pages in one operation.`,
  );
}
