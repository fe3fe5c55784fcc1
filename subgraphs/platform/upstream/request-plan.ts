import { batchesOf } from '../store/batches.ts';

/** The form of several values of one parameter: `p=a,b` or `p=a&p=b`. */
export type ListStyle = 'comma' | 'repeat';

/** The requests that ask a partner a query. */
export interface RequestPlan<Name extends string> {
  /** The URLs without `limit` and cursor. All their responses together are the answer; a row may be in several. */
  readonly urls: readonly string[];
  /** The conditions that are sent. */
  readonly sent: readonly Name[];
  /**
   * Conditions that are not sent because the partner does not process them. The response may therefore have more rows
   * than requested.
   */
  readonly leftOut: readonly Name[];
}

/**
 * Plans the requests for a query by the filters of a partner. Conditions are combined with AND, the values of one list
 * with OR. Lists longer than the partner accepts are split; an empty list matches nothing, and needs no request.
 *
 * @param options.names the conditions in the order in which they are sent, after the lists
 * @param options.processes whether the partner processes a condition
 */
export function planRequests<Name extends string>(
  url: string,
  query: Readonly<Partial<Record<Name, unknown>>>,
  options: { names: readonly Name[]; processes: (name: Name) => boolean; maxReferences: number; listStyle: ListStyle },
): RequestPlan<Name> {
  const { names, processes, maxReferences, listStyle } = options;
  const given = names.filter((name) => query[name] !== undefined);
  const sent = given.filter(processes);
  const single: string[] = [];
  let variants: string[][] = [[]];
  for (const name of sent) {
    const value = query[name];
    if (!Array.isArray(value)) single.push(queryParameter(name, [String(value)]));
    else {
      const values = [...new Set(value.map(String).filter((text) => text !== ''))];
      const chunks = batchesOf(values, maxReferences);
      // If both lists are split, each chunk of one is combined with each chunk of the other, because they combine with AND.
      variants = variants.flatMap((parts) => chunks.map((chunk) => [...parts, queryParameter(name, chunk, listStyle)]));
    }
  }
  const urls = variants.map((parts) => withParameters(url, [...parts, ...single]));
  return { urls, sent, leftOut: given.filter((name) => !sent.includes(name)) };
}

/**
 * Formats a query parameter, each value encoded. Commas between values stay unencoded: some partners do not decode `%2C`.
 *
 * @param style matters for more than one value only
 */
export function queryParameter(name: string, values: readonly string[], style: ListStyle = 'comma'): string {
  const encoded = values.map(encodeURIComponent);
  return style === 'comma' ? `${name}=${encoded.join(',')}` : encoded.map((value) => `${name}=${value}`).join('&');
}

/** Appends parameters to a URL. */
export function withParameters(url: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}
