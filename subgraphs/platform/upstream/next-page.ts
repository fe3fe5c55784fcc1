import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import type { Endpoint } from '../partners/partner.ts';
import { queryParameter, withParameters } from './request-plan.ts';
import type { SendResponse } from './send.ts';

/** What follows a page. */
export interface NextPage {
  /** The cursor by which the next page is requested; absent when there is none, or when its URL is known. */
  readonly cursor?: string | undefined;
  /** The URL of the next page, on the same host. */
  readonly url?: string | undefined;
  /** Says that the partner has rows that cannot be requested. Absent when all pages can be read. */
  readonly missing?: FeedbackElement | undefined;
}

/** A page, and what was read with it. */
interface ReadPage {
  readonly response: Pick<SendResponse, 'status' | 'headers'>;
  /** URL of the first page, without a cursor. */
  readonly firstUrl: string;
  /** URL of this page. */
  readonly url: string;
  /** Number of rows on this page. */
  readonly rows: number;
  /** Number of rows on all pages that were read, with this one. */
  readonly rowsRead: number;
}

/** The standards' name first, then those of common gateways and frameworks. */
const cursorHeaders = ['next-page-cursor', 'next-page', 'next-cursor', 'x-next-page-cursor', 'x-next-cursor'];
const totalHeaders = ['x-total-count', 'x-total', 'total-count'];

/** Returns whether a header is read as the way to the next page without a line in the partner's file. */
export function isKnownPagingHeader(name: string): boolean {
  return [...cursorHeaders, ...totalHeaders, 'link', 'content-range'].includes(name);
}

/**
 * Finds what follows a page. The standards name one header, but APIs that were built before them lead to the next page
 * in other ways; the partner's file may name them. Pages may be empty, so only the headers decide, except for pages that
 * are numbered by their first row.
 */
export function nextPageOf({ response, firstUrl, url, rows, rowsRead }: ReadPage, { pages }: Pick<Endpoint, 'pages'>): NextPage {
  const { headers, status } = response;
  const textOf = (names: readonly string[]) =>
    names.map((name) => [headers[name]].flat()[0]).find((text) => text !== undefined && text !== '');
  const cursor = textOf(pages.cursorHeader === undefined ? cursorHeaders : [pages.cursorHeader]);
  if (cursor !== undefined) return { cursor };
  const link = linkOf([headers[pages.linkHeader ?? 'link']].flat().join(','), url);
  if (link?.isElsewhere) {
    return { missing: feedback('WARN', 'Further pages exist and are not read: the link to the next page leads to another host.') };
  }
  if (link !== undefined) return { url: link.url };
  const total = totalOf(textOf(pages.totalHeader === undefined ? totalHeaders : [pages.totalHeader]), textOf(['content-range']));
  const hasMore = total === undefined ? rows > 0 : rowsRead < total;
  if (pages.offset !== undefined && hasMore && rows > 0) {
    return { url: withParameters(firstUrl, [queryParameter(pages.offset, [String(rowsRead)])]) };
  }
  if (total !== undefined && rowsRead < total) {
    const how = 'If it has further pages, add `paging` to its file.';
    return { missing: feedback('WARN', `The partner says that it has ${total} rows; ${rowsRead} could be read. ${how}`) };
  }
  return status === 206 ? { missing: feedback('WARN', 'The partner says that these are a part of its rows (206).') } : {};
}

/** Reads a number of rows: of a header of its own, or `items 0-49/312`. */
function totalOf(total: string | undefined, range: string | undefined): number | undefined {
  const digits = total ?? /^\s*\w+\s+\S+\/(\d+)\s*$/.exec(range ?? '')?.[1];
  return digits !== undefined && /^\s*\d{1,15}\s*$/.test(digits) ? Number(digits) : undefined;
}

/** Finds the link to the next page (RFC 8288). A relative one is resolved. */
function linkOf(header: string, base: string): { readonly url: string; readonly isElsewhere: boolean } | undefined {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]{1,4000})>((?:\s*;[^,<]{0,200}){1,10})/g)) {
    if (!/;\s*rel\s*=\s*"?(?:[^";]* )?next(?: [^";]*)?"?\s*(?:;|$)/i.test(parameters)) continue;
    if (!URL.canParse(target, base)) continue;
    const url = new URL(target, base);
    url.hash = '';
    return { url: url.href, isElsewhere: url.origin !== new URL(base).origin };
  }
  return undefined;
}
