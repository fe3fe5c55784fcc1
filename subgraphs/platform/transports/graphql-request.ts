import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { Variables } from '../graphql/engine.ts';
import { parseMediaType } from './media-types.ts';

/** The document of a request, by its text or its hash. Only the type of `query` is checked. */
export interface DocumentRequest {
  readonly query?: string | undefined;
  /** SHA-256 of a document in hex, with or without the prefix `sha256:`. */
  readonly documentId?: unknown;
  /** `persistedQuery.sha256Hash` is an alternative to `documentId`. */
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A GraphQL request of any transport; its shape is checked, but not its content. */
export interface GraphqlRequest extends DocumentRequest {
  /** An empty name means none, by every transport: GraphQL over HTTP demands it of URLs. */
  readonly operationName?: string | null | undefined;
  readonly variables?: Variables | null | undefined;
}

/** Limits of a request in addition to those of the HTTP server. */
export interface RequestLimits {
  /** Maximum length of a GET's path and query. */
  readonly maxUrlBytes: number;
}

export const defaultRequestLimits: RequestLimits = { maxUrlBytes: 8_192 };

const codesByStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [405, 'METHOD_NOT_ALLOWED'],
  [429, 'RATE_LIMITED'],
]);

/** Thrown for a request that is not a GraphQL request. */
export class MalformedRequest extends Error {
  readonly status: number;
  readonly code: ErrorCode;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'MalformedRequest';
    this.status = status;
    this.code = codesByStatus.get(status) ?? 'BAD_REQUEST';
  }

  /** Converts an error of the HTTP server; returns undefined unless the request caused it. */
  static ofServer(error: unknown): MalformedRequest | undefined {
    const { statusCode } = (error ?? {}) as { statusCode?: unknown };
    if (statusCode === 413) return new MalformedRequest(413, 'The body is too large.');
    if (statusCode === 415) return new MalformedRequest(415, 'Send application/json.');
    if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
      return new MalformedRequest(statusCode, 'The request could not be read.');
    return undefined;
  }
}

/**
 * Reads a request from a JSON body. Browsers send this media type to another origin only after a preflight, so no page
 * can send it without permission.
 *
 * @throws {MalformedRequest}
 */
export function readPostRequest({ headers, body }: FastifyRequest): GraphqlRequest {
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset = parseMediaType(headers['content-type'] ?? '').parameters.get('charset') ?? 'utf-8';
  if (encoding !== 'identity' || charset.toLowerCase() !== 'utf-8')
    throw new MalformedRequest(415, 'Send application/json in UTF-8, not compressed.');
  if (!Buffer.isBuffer(body) || body.length === 0) throw new MalformedRequest(400, 'The body is empty: expected a JSON object with query.');
  const parsed = parseJson(decode(body), 'The body');
  if (Array.isArray(parsed)) throw new MalformedRequest(400, 'Batched requests are not supported: expected a JSON object, got a list.');
  return requestOf(parsed, 'The body');
}

/** Reads a request from the URL. @throws {MalformedRequest} */
export function readGetRequest({ query, raw }: FastifyRequest, { maxUrlBytes }: RequestLimits): GraphqlRequest {
  if ((raw.url ?? '').length > maxUrlBytes) throw new MalformedRequest(414, `The URL is longer than ${maxUrlBytes} bytes: use POST.`);
  const given = query as Record<string, unknown>;
  const json = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? parseJson(given[name], `Parameter ${name}`) : given[name] || undefined;
  return requestOf(
    {
      query: given['query'],
      documentId: given['documentId'],
      operationName: given['operationName'],
      variables: json('variables'),
      extensions: json('extensions'),
    },
    'The URL',
  );
}

/** @throws {MalformedRequest} */
function requestOf(parsed: unknown, where: string): GraphqlRequest {
  if (!isObject(parsed)) throw new MalformedRequest(400, `${where}: expected a JSON object with query.`);
  const { query, documentId, operationName, variables, extensions } = parsed;
  const named = documentId ?? (isObject(extensions) ? extensions['persistedQuery'] : undefined);
  if (typeof query !== 'string' && (query !== undefined || named === undefined)) {
    throw new MalformedRequest(400, `${where}: expected query as a string.`);
  }
  if (documentId !== undefined && typeof documentId !== 'string')
    throw new MalformedRequest(400, `${where}: expected documentId as a string.`);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw new MalformedRequest(400, `${where}: expected operationName as a string.`);
  }
  if (variables !== undefined && variables !== null && !isObject(variables))
    throw new MalformedRequest(400, `${where}: expected variables as a JSON object.`);
  if (extensions !== undefined && extensions !== null && !isObject(extensions))
    throw new MalformedRequest(400, `${where}: expected extensions as a JSON object.`);
  return { query, documentId, operationName, variables, extensions };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new MalformedRequest(400, 'The body is not UTF-8.');
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequest(400, `${where} is not JSON.`);
  }
}

/** Returns whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
