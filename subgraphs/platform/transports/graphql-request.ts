import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../errors.ts';
import type { Variables } from '../graphql/engine.ts';
import { isObject } from '../wire/shape-check.ts';

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

/** Maximum length of a GET's path and query. */
export const maxUrlBytes = 8_192;

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
export function readGetRequest({ query, raw }: FastifyRequest): GraphqlRequest {
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

export const graphqlResponseType = 'application/graphql-response+json';
export const jsonType = 'application/json';
export const eventStreamType = 'text/event-stream';

/** Media types of answers. */
export type AnswerType = typeof graphqlResponseType | typeof jsonType | typeof eventStreamType;

/** The media types that a client accepts. */
export interface Accepted {
  /** The preferred media type; undefined if the client accepts none of ours. */
  readonly best: AnswerType | undefined;
  readonly eventStream: boolean;
  /** Whether the client prefers HTML to our media types, as browsers do when they open a URL. */
  readonly prefersPage: boolean;
}

/**
 * Reads an `Accept` header (RFC 9110, section 12.5.1). Clients without the header, or with wildcards only, get plain
 * JSON; the newer type is for clients that name it.
 */
export function acceptedTypes(accept: string | undefined): Accepted {
  return accept === undefined ? withoutHeader : readAccept(accept);
}

function readAccept(accept: string): Accepted {
  const ranges = accept.split(',').map(parseMediaType);
  const isNewerNamed = ranges.some(({ type }) => type === graphqlResponseType);
  const offered: readonly AnswerType[] = isNewerNamed
    ? [graphqlResponseType, jsonType, eventStreamType]
    : [jsonType, graphqlResponseType, eventStreamType];
  const weights = offered.map((type) => weightOf(type, ranges));
  const bestWeight = Math.max(0, ...weights);
  return {
    best: bestWeight === 0 ? undefined : offered[weights.indexOf(bestWeight)],
    eventStream: weightOf(eventStreamType, ranges) > 0,
    prefersPage: weightOf('text/html', ranges) > bestWeight,
  };
}

const withoutHeader = readAccept('*/*');

/** Returns the weight of a type, which is that of the most specific matching range. */
function weightOf(type: AnswerType | 'text/html', ranges: readonly MediaType[]): number {
  const [range] = ranges
    .filter((candidate) => matches(candidate.type, type) && (candidate.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8')
    .sort((left, right) => specificity(right.type) - specificity(left.type));
  const weight = Number(range?.parameters.get('q') ?? '1');
  return range === undefined || Number.isNaN(weight) ? 0 : weight;
}

/** A media type or a range of media types, in lower case. */
export type MediaType = ReturnType<typeof parseMediaType>;

/** Separates a media type from its parameters. */
export function parseMediaType(text: string) {
  const [type = '', ...rest] = text.split(';');
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const [name = '', value = ''] = parameter.split('=');
    parameters.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return { type: type.trim().toLowerCase(), parameters };
}

function matches(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

function specificity(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
