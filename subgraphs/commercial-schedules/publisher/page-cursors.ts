import { LandfallError } from '#platform/errors.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import { type EndpointProfile, pageSize } from '#platform/publisher/get/endpoint.ts';
import type { ParameterValues } from '#platform/publisher/get/parameters.ts';
import type { PublishedRequest } from '#platform/publisher/get/routes.ts';
import type { Subscriber } from '#platform/publisher/recipient.ts';

/** Content of a cursor: values in the order of the profile, page size, position. */
type Content = readonly [values: readonly (ParameterValues[string] | null)[], limit: number, position: string];

/**
 * Creates and reads the cursors of one endpoint, which contain the parameters of their request. Since 1.0.2 all parameters
 * are sent with a cursor, before that it was sent alone, and both kinds of Consumers are served. The parameters are
 * limited, so that a cursor has at most the standard's 1,024 characters.
 */
export function createPageCursors({ path, parameters }: EndpointProfile, signer: CursorSigner) {
  const scopeOf = ({ partner, caller }: Subscriber) => JSON.stringify(['GET', path, partner.id, caller.key]);
  const valuesOf = (values: ParameterValues) => parameters.map(({ name }) => values[name] ?? null);
  const open = (cursor: string, subscriber: Subscriber): Content => JSON.parse(signer.open(scopeOf(subscriber), cursor));

  return {
    /** Creates a cursor. @param position position of the page in the whole list */
    create: ({ subscriber, values, limit }: PublishedRequest, position: string): string => {
      const content: Content = [valuesOf(values), limit, position];
      return signer.sign(scopeOf(subscriber), JSON.stringify(content));
    },
    /** Returns the position in a request's cursor. @throws {LandfallError} CURSOR_INVALID, also for other parameters */
    positionIn: ({ subscriber, values, limit, cursor }: PublishedRequest): string | undefined => {
      if (cursor === undefined) return undefined;
      const [givenFor, size, position] = open(cursor, subscriber);
      if (size === limit && JSON.stringify(givenFor) === JSON.stringify(valuesOf(values))) return position;
      throw new LandfallError('CURSOR_INVALID', 'The cursor was issued for other parameters.');
    },
    /**
     * Adds the parameters contained in a cursor to a query that has only the cursor. @throws {LandfallError}
     * CURSOR_INVALID
     */
    wholeQuery: (query: URLSearchParams, subscriber: Subscriber): URLSearchParams => {
      const cursor = query.get('cursor');
      if (cursor === null || query.has('limit') || parameters.some(({ name }) => query.has(name))) return query;
      const [values, limit] = open(cursor, subscriber);
      const whole = new URLSearchParams(query);
      for (const [index, { name }] of parameters.entries()) {
        const value = values[index];
        if (value !== null && value !== undefined) whole.set(name, String(value));
      }
      if (limit !== pageSize.default) whole.set('limit', String(limit));
      return whole;
    },
  };
}
