import { createBoundedCache } from '../cache/bounded-cache.ts';
import { memoryBounds } from '../cache/memory-bounds.ts';

export const graphqlResponseType = 'application/graphql-response+json';
export const jsonType = 'application/json';
export const eventStreamType = 'text/event-stream';

/** Media types of answers. */
export type AnswerType = typeof graphqlResponseType | typeof jsonType | typeof eventStreamType;

/** Media types in order of preference. */
const offered: readonly AnswerType[] = [graphqlResponseType, jsonType, eventStreamType];

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
export function acceptedTypes(accept = '*/*'): Accepted {
  let accepted = cache.get(accept);
  if (accepted === undefined) {
    accepted = readAccept(accept);
    cache.set(accept, accepted, acceptedBytes);
  }
  return accepted;
}

/** Estimated memory of a cache entry in bytes. */
const acceptedBytes = 60;
/** Clients send the same few headers repeatedly. */
const cache = createBoundedCache<string, Accepted>(memoryBounds.acceptHeaders.bytes);

function readAccept(accept: string): Accepted {
  const ranges = accept.split(',').map(parseMediaType);
  const weights = new Map(offered.map((type) => [type, weightOf(type, ranges)]));
  const isOnlyWildcards = !ranges.some(({ type }) => type === graphqlResponseType);
  let best: AnswerType | undefined;
  for (const type of isOnlyWildcards ? ([jsonType, graphqlResponseType, eventStreamType] as const) : offered) {
    if ((weights.get(type) ?? 0) > (best === undefined ? 0 : (weights.get(best) ?? 0))) best = type;
  }
  const bestWeight = best === undefined ? 0 : (weights.get(best) ?? 0);
  return { best, eventStream: (weights.get(eventStreamType) ?? 0) > 0, prefersPage: weightOf('text/html', ranges) > bestWeight };
}

/** Returns the weight of a type, which is that of the most specific matching range. */
function weightOf(type: AnswerType | 'text/html', ranges: readonly MediaType[]): number {
  const [range] = ranges
    .filter((candidate) => matches(candidate.type, type) && (candidate.parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8')
    .sort((left, right) => specificity(right.type) - specificity(left.type));
  const weight = Number(range?.parameters.get('q') ?? '1');
  return range === undefined || Number.isNaN(weight) ? 0 : weight;
}

/** A media type or a range of media types, in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Separates a media type from its parameters. */
export function parseMediaType(text: string): MediaType {
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
