import { parseJsonBody } from '../json/json-slices.ts';
import type { RefusedPartnerRequest } from './observed-capabilities.ts';

/** Parameters that select a page, not rows. */
const pageParameters: ReadonlySet<string> = new Set(['limit', 'cursor']);
/** Maximum size of an error body that is read. */
const maxBodyBytes = 65_536;

/**
 * Returns the filters of a request that was answered with 400.
 *
 * @param body in the shape of any of the standards, or any other
 * @returns undefined when no filter was refused: a page after a cursor, or a request without filters
 */
export function refusedPartnerRequestOf(url: string, body: Buffer): RefusedPartnerRequest | undefined {
  const names = new Set(new URL(url).searchParams.keys());
  const filters = [...names].filter((name) => !pageParameters.has(name)).toSorted();
  if (names.has('cursor') || filters.length === 0) return undefined;
  const words = new Set(remarksOf(body).flatMap((remark) => remark.split(/\W+/)));
  return { filters, namedFilters: filters.filter((name) => words.has(name)) };
}

/**
 * Returns whether a body has the error shape of one of the standards, which shows that the partner itself has answered,
 * not a proxy.
 */
export function isStandardErrorBody(body: Buffer): boolean {
  return remarkListsOf(body).length > 0;
}

/** Returns the remarks of an error body without the URL of the request, because that names every filter. */
function remarksOf(body: Buffer): string[] {
  return remarkListsOf(body).flatMap((remarks) =>
    remarks.flatMap((remark) => {
      const { property, errorCodeText, errorCodeMessage, message } = (remark ?? {}) as Readonly<Record<string, unknown>>;
      return [property, errorCodeText, errorCodeMessage, message].filter((text) => typeof text === 'string');
    }),
  );
}

function remarkListsOf(body: Buffer): (readonly unknown[])[] {
  const parsed = body.length > maxBodyBytes ? undefined : parseJsonBody(body);
  const { errors, feedbackElements } = (parsed ?? {}) as { readonly errors?: unknown; readonly feedbackElements?: unknown };
  return [errors, feedbackElements].filter(Array.isArray);
}
