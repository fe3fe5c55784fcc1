import type { Partner } from '#platform/partners/partner.ts';
import { type ListRequest, type PageReaderParts, type PartnerPage, readPages } from '#platform/upstream/pages.ts';

/** A page of a list, with the result of its response. */
export interface ReadListPage extends PartnerPage {
  readonly apiVersion: string | undefined;
}

/** The pages of a list, which are requested while they are read. */
export interface ReadList extends AsyncIterable<ReadListPage> {
  readonly leftOut: readonly string[];
}

/** Reads the pages of a list as a pull does. */
export function readList(
  parts: PageReaderParts,
  partner: Partner,
  request: ListRequest,
  options: { readonly signal?: AbortSignal } = {},
): ReadList {
  async function* read(): AsyncGenerator<ReadListPage> {
    for await (const page of readPages(parts, { partner, ...request, ...options })) yield { ...page, apiVersion: page.response.apiVersion };
  }
  return { leftOut: request.leftOut, [Symbol.asyncIterator]: read };
}
