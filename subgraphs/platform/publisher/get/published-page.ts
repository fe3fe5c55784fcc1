import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { SourceReport } from '../../upstream/sources.ts';
import type { Subscriber } from '../subscribers.ts';
import type { ParameterValues } from './parameters.ts';

/** A request of a subscriber, checked against the endpoint's profile. */
export interface PublishedRequest {
  readonly subscriber: Subscriber;
  readonly values: ParameterValues;
  /** Maximum number of rows on the page. */
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of rows. Of a large page, only the rows being sent are in memory. */
export interface PublishedPage {
  /** The rows, each one JSON object in UTF-8. An array if the page is small. */
  readonly rows: readonly Buffer[] | AsyncIterable<Buffer>;
  /** The partner id of each row, in the order of the rows. */
  readonly partners: readonly string[];
  /** Partners whose rows are missing or incomplete, for the response header. */
  readonly missing: readonly Pick<SourceReport, 'partner' | 'status'>[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
  /** Remarks about the rows. */
  readonly remarks: readonly FeedbackElement[];
}
