import type { SourceReport } from '../../upstream/sources.ts';
import type { FeedbackElement } from '../../wire/dcsa.ts';
import type { Subscriber } from '../subscribers.ts';
import type { ParameterValues } from './parameters.ts';

/** A question of a subscriber, checked by the endpoint's profile. */
export interface PublishedRequest {
  readonly subscriber: Subscriber;
  readonly values: ParameterValues;
  /** Most rows of the page. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of an answer. Of its rows only what is being sent is in memory. */
export interface PublishedPage {
  /** Each one JSON object in UTF-8, as the standard has it; a list where the whole page is small. */
  readonly rows: readonly Buffer[] | AsyncIterable<Buffer>;
  /** Ids of the partners that the rows come from, row by row. */
  readonly partners: readonly string[];
  /** Partners whose part of the answer is missing, or not all there; said in a header. */
  readonly missing: readonly Pick<SourceReport, 'partner' | 'status'>[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** About the rows. */
  readonly remarks: readonly FeedbackElement[];
}
