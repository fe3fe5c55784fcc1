import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { SourceStatus } from '../upstream/sources.ts';

/** What the status of a source report means for an outcome. */
export const answerOfStatus: Readonly<Record<SourceStatus, SourceAnswer>> = {
  OK: 'ANSWERED',
  STORED: 'ANSWERED',
  EMPTY: 'ANSWERED',
  IGNORED_FILTER: 'ANSWERED',
  NOT_CONNECTED: 'NOT_QUERIED',
  REFUSED_FILTER: 'NOT_QUERIED',
  FAILED: 'FAILED',
  TIMED_OUT: 'FAILED',
  RATE_LIMITED: 'FAILED',
  PARTNER_BUSY: 'FAILED',
  PENDING: 'FAILED',
  DENIED: 'WITHHELD',
  TRUNCATED: 'WITHHELD',
  BUDGET_EXHAUSTED: 'OUT_OF_BUDGET',
};
