import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFile } from './built-files.ts';
import { encodingFor, type FileCache } from './file-cache.ts';

/** One year. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * Sends a file, or 304 if the client has it. Files with a stable name are revalidated each time; files whose name
 * changes with the content never are.
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
  reply
    .header('etag', etag)
    .header('cache-control', file.isHashed ? forGood : 'no-cache')
    .header('vary', 'Accept-Encoding');
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
