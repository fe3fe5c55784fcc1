import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { Partner } from '#platform/partners/partner.ts';
import { type ListPage, type ListRequest, listReaders } from '#platform/upstream/lists.ts';
import { type PagedRequest, type PageReaderParts, readPages } from '#platform/upstream/pages.ts';

/** A page of a list, with the result of its response. */
export interface ReadListPage extends ListPage {
  readonly apiVersion: string | undefined;
  readonly isCutOff: boolean;
  readonly feedback: readonly FeedbackElement[];
}

/** The pages of a list, which are requested while they are read. */
export interface ReadList extends AsyncIterable<ReadListPage> {
  readonly leftOut: readonly string[];
}

/** Reads the pages of a list as a pull does. */
export function readList(
  parts: PageReaderParts,
  partner: Partner,
  { leftOut, ...request }: ListRequest,
  options: Pick<PagedRequest<ListPage>, 'signal'> = {},
): ReadList {
  async function* read(): AsyncGenerator<ReadListPage> {
    const paged = { partner, ...request, ...options, ...listReaders(partner, { leftOut, ...request }) };
    for await (const { response, page, isCutOff } of readPages(parts, paged)) yield { ...page, apiVersion: response.apiVersion, isCutOff };
  }
  return { leftOut, [Symbol.asyncIterator]: read };
}
