import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { memoryBounds } from '#platform/cache/memory-bounds.ts';

/** A built file of a page. */
export interface BuiltFile {
  /** Absolute path. */
  readonly path: string;
  /** Path below the folder of the page, separated by `/`. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Whether the name changes with the content; builds put such files into `assets`. */
  readonly isHashed: boolean;
}

/** Content codings of HTTP. */
type Encoding = 'br' | 'gzip' | 'identity';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
};

/** Lists the files of a folder that browsers can use; empty if the folder does not exist. */
export function listBuiltFiles(folder: string): BuiltFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((found) => {
    const type = types[extname(found)];
    const name = found.replaceAll(sep, '/');
    return type === undefined ? [] : [{ path: join(folder, found), name, type, isHashed: name.startsWith('assets/') }];
  });
}

/** Files that do not change while the process runs. */
export type FileCache = ReturnType<typeof createFileCache>;

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
export function createFileCache(maxBytes: number = memoryBounds.pageFiles.bytes) {
  const files = new LRUCache<string, Awaited<ReturnType<typeof load>>, { readonly path: string; readonly encoding: Encoding }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
    fetchMethod: (_key, _stale, { context: { path, encoding } }) => load(path, encoding),
    // A file that is evicted while it is compressed is still returned to the requests that wait for it.
    ignoreFetchAbort: true,
  });
  return {
    /** @throws if the file cannot be read */
    read: (path: string, encoding: Encoding) => files.forceFetch(`${encoding} ${path}`, { context: { path, encoding } }),
    /** Size of the cached bytes. */
    get size() {
      return files.calculatedSize;
    },
  };
}

/** The tag is that of the content, the same in every process and every encoding, whenever the file was written. */
async function load(path: string, encoding: Encoding): Promise<{ readonly etag: string; readonly bytes: Buffer }> {
  const plain = await readFile(path);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  if (encoding === 'gzip') return { etag, bytes: await promisify(gzip)(plain) };
  if (encoding === 'identity') return { etag, bytes: plain };
  return { etag, bytes: await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }) };
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

/** One year. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * Sends a file, or 304 if the client has it. Files with a stable name are revalidated each time; files whose name
 * changes with the content never are. The tags of `@fastify/static` are made of the size and the time of a file, and npm
 * writes all files with one time, so a page of the same size from another release would count as the same.
 *
 * @throws {Error} if the file no longer exists; the message does not contain the path
 */
export async function sendFile(file: BuiltFile, cache: FileCache, exchange: { request: FastifyRequest; reply: FastifyReply }) {
  const { request, reply } = exchange;
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { etag, bytes } = await cache.read(file.path, encoding).catch((cause: unknown) => {
    // The files were rebuilt while this process runs. The cause contains the path.
    throw new Error(`${file.name} cannot be read. Restart the server.`, { cause });
  });
  reply.headers({ etag, 'cache-control': file.isHashed ? forGood : 'no-cache', vary: 'Accept-Encoding' });
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', file.type).send(bytes);
}

/**
 * Returns whether the client has the content. Uses weak comparison, because proxies that compress make a tag weak (RFC
 * 9110, section 13.1.2).
 */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false;
}
