import { memoryBounds } from '../cache/memory-bounds.ts';

/** Size of each buffer, enough for a published page that is written as a whole. */
const bufferBytes = 640 * 1024;
/** Smaller bodies are allocated. */
const minBytes = 64 * 1024;
const maxFree = Math.floor(memoryBounds.responseBodies.bytes / bufferBytes);

/** Creates the buffers. Allocating memory for each body would take longer than filling it. */
export function createBodyBuffers() {
  const free: Buffer[] = [];
  return {
    /** Returns memory of this length, which is used for another body once the response has been sent. */
    allocate: (length: number, response: { once(event: 'finish', listener: () => void): unknown }): Buffer => {
      if (length < minBytes || length > bufferBytes) return Buffer.allocUnsafe(length);
      const buffer = free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
      // Not after a lost connection, on which the buffer may still be in use.
      response.once('finish', () => {
        if (free.length < maxFree) free.push(buffer);
      });
      return buffer.subarray(0, length);
    },
  };
}

/** The buffers of this process. */
export const bodyBuffers = createBodyBuffers();
