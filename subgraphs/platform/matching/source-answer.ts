import type { SourceAnswer } from '@landfall/matching/outcome.ts';
import type { SourceStatus } from '../upstream/sources.ts';

/** Returns what the status of a source report means for an outcome. */
export function answerOfStatus(status: SourceStatus): SourceAnswer {
  switch (status) {
    case 'OK':
    case 'STORED':
    case 'EMPTY':
    case 'IGNORED_FILTER':
      return 'ANSWERED';
    case 'NOT_CONNECTED':
    case 'REFUSED_FILTER':
      return 'NOT_QUERIED';
    case 'FAILED':
    case 'TIMED_OUT':
    case 'RATE_LIMITED':
    case 'PARTNER_BUSY':
    case 'PENDING':
      return 'FAILED';
    case 'DENIED':
    case 'TRUNCATED':
      return 'WITHHELD';
    case 'BUDGET_EXHAUSTED':
      return 'OUT_OF_BUDGET';
  }
}
