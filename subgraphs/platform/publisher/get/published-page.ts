import type { SourceReport } from '../../upstream/sources.ts';
import type { FeedbackElement } from '../../wire/dcsa.ts';
import type { Subscriber } from '../subscribers.ts';
import type { ParameterValues } from './parameters.ts';

/** A request of a subscriber, checked by the endpoint's profile. */
export interface PublishedRequest {
  readonly subscriber: Subscriber;
  readonly values: ParameterValues;
  /** Maximum rows of the page. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of rows. Of a large page only the rows being sent are in memory. */
export interface PublishedPage {
  /** Each one JSON object in UTF-8; an array if the page is small. */
  readonly rows: readonly Buffer[] | AsyncIterable<Buffer>;
  /** Ids of the partners that the rows come from, row by row. */
  readonly partners: readonly string[];
  /** Partners whose rows are missing or incomplete, for the header. */
  readonly missing: readonly Pick<SourceReport, 'partner' | 'status'>[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** About the rows. */
  readonly remarks: readonly FeedbackElement[];
}
