import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuiltFile } from './built-files.ts';
import { encodingFor, type FileCache } from './file-cache.ts';

/** For a year. */
const forGood = 'public, max-age=31536000, immutable';

/**
 * Answers with a file, or with 304 if the client has it. A name that stays is asked for each time; one that changes with
 * the content never again.
 *
 * @throws {Error} without a word on folders, when the file is gone
 */
export async function sendFile(file: BuiltFile, cache: FileCache, exchange: { request: FastifyRequest; reply: FastifyReply }) {
  const { request, reply } = exchange;
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { etag, bytes } = await cache.read(file.path, encoding).catch((cause: unknown) => {
    // Built again while this process runs. The cause names folders.
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

/** Compares weakly: proxies that compress take a tag as weak (RFC 9110, section 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false;
}
