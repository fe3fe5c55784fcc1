import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { memoryBounds } from '#platform/cache/memory-bounds.ts';

/** Content codings of HTTP. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** A file in the form in which it is sent. */
export interface EncodedFile {
  /** Entity tag of the content, the same in every process and every encoding. */
  readonly etag: string;
  readonly bytes: Buffer;
}

/** Files that do not change while the process runs. */
export interface FileCache {
  /** @throws if the file cannot be read */
  read(path: string, encoding: Encoding): Promise<EncodedFile>;
  /** Size of the cached bytes. */
  readonly size: number;
}

/**
 * The highest quality takes seconds for a large script; this one takes a tenth of a second, and its result is a few
 * percent larger.
 */
const brotliQuality = 5;

/**
 * Reads and compresses files on first use, off the main thread, and caches the most recently used ones.
 *
 * @param maxBytes maximum size of the cache; the default is enough for all pages in two encodings. A larger file is
 *   read for each request
 */
export function createFileCache(maxBytes: number = memoryBounds.pageFiles.bytes): FileCache {
  const files = new LRUCache<string, EncodedFile, { readonly path: string; readonly encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
    fetchMethod: (_key, _stale, { context: { path, encoding } }) => load(path, encoding),
    // A file that is evicted while it is compressed is still returned to the requests that wait for it.
    ignoreFetchAbort: true,
  });
  return {
    read: (path, encoding) => files.forceFetch(`${encoding} ${path}`, { context: { path, encoding } }),
    get size() {
      return files.calculatedSize;
    },
  };
}

async function load(path: string, encoding: Encoding): Promise<EncodedFile> {
  const plain = await readFile(path);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { etag, bytes: await encode(plain, encoding) };
}

/**
 * Returns the coding with the smallest result that an `Accept-Encoding` header accepts (RFC 9110, section 12.5.3).
 * Without the header the content is not encoded.
 */
export function encodingFor(acceptEncoding = ''): Encoding {
  const taken = new Set(
    acceptEncoding.split(',').flatMap((part) => {
      const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [coding];
    }),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain);
  if (encoding === 'br') return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  return plain;
}
