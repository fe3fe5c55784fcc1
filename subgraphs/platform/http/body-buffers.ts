import { memoryBounds } from '../cache/memory-bounds.ts';

/** Size of each buffer, enough for a published page that is written as a whole. */
const bufferBytes = 640 * 1024;
/** Smaller bodies are allocated. */
const minBytes = 64 * 1024;
const maxFree = Math.floor(memoryBounds.responseBodies.bytes / bufferBytes);

/** A response, of which only its end matters. */
export interface SentResponse {
  once(event: 'finish', listener: () => void): unknown;
}

/** Provides memory for the bodies of responses. */
export interface BodyBuffers {
  /** Returns memory of this length, which is used for another body once the response has been sent. */
  allocate(length: number, response: SentResponse): Buffer;
}

/** Creates the buffers. Allocating memory for each body would take longer than filling it. */
export function createBodyBuffers(): BodyBuffers {
  const free: Buffer[] = [];
  return {
    allocate: (length, response) => {
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
