import { type LandfallError, UpstreamBusyError } from '../errors.ts';
import { UpstreamStatusError } from './attempt-outcome.ts';
import type { SourceReport, SourceStatus } from './sources.ts';

const lastingStatuses: ReadonlySet<SourceStatus> = new Set(['OK', 'EMPTY', 'IGNORED_FILTER', 'TRUNCATED', 'REFUSED_FILTER']);

/**
 * Returns whether an outcome is reused for a while. After any other outcome the next query sends a request again. A
 * partner that rejects an address, or redirects from it, will do so the next time, too.
 */
export function isLasting({ status, code, retrievedAt }: Pick<SourceReport, 'status' | 'code' | 'retrievedAt'>): boolean {
  return lastingStatuses.has(status) || (status === 'FAILED' && code === 'UPSTREAM_REJECTED' && retrievedAt === undefined);
}

/**
 * Returns the status of a partner whose answer ended with an error.
 *
 * @param mayRefuseFilter whether a 400 refuses a filter; after the first page it refuses the cursor
 */
export function statusOfError({ code, cause }: LandfallError, mayRefuseFilter: boolean): SourceStatus {
  const status = cause instanceof UpstreamStatusError ? cause.status : undefined;
  if (status === 401 || status === 403) return 'DENIED';
  if (status === 400 && mayRefuseFilter) return 'REFUSED_FILTER';
  if (code === 'RATE_LIMITED') return 'RATE_LIMITED';
  if (code === 'UPSTREAM_BUSY') return 'PARTNER_BUSY';
  return code === 'UPSTREAM_TIMEOUT' ? 'TIMED_OUT' : 'FAILED';
}

/** Returns the fields of a report that explain a failure. */
export function failureOf(error: LandfallError): Partial<Pick<SourceReport, 'code' | 'retryAt'>> {
  const retryAt = error instanceof UpstreamBusyError ? error.retryAt : undefined;
  return { code: error.code, ...(retryAt === undefined ? {} : { retryAt: new Date(retryAt).toISOString() }) };
}
