/** An endpoint of Commercial Schedules. */
export type Endpoint = 'vessel-schedules' | 'port-schedules' | 'point-to-point-routes';

/** How a Producer permanently answers, conforming to the standard or not. */
export interface ProducerHabits {
  /** Endpoints that it does not have. It answers 404, like a server that does not know the standard. */
  readonly lacks?: readonly Endpoint[];
  /** Whether it answers 404 with the standard's error body if nothing is found. */
  readonly nothingIs404?: boolean;
  /** Maximum number of rows on a page, whatever the limit. @default as many as the request allows */
  readonly pageSize?: number;
  /** Maximum number of calls in an answer, counted from the first requested day. @default all */
  readonly callsPerAnswer?: number;
  /** Whether the rest of a truncated answer is available by cursor. @default false */
  readonly continues?: boolean;
  /** Parameters that it ignores. */
  readonly ignores?: readonly ('DAYS' | 'UNLocationCode')[];
  /** Before 1.0.3 `responseScope` is unknown, before 1.0.2 a cursor is sent alone. @default 1.0.3 */
  readonly apiVersion?: '1.0.1' | '1.0.2' | '1.0.3';
  /** ISO date from which open ranges are counted. @default they are unlimited */
  readonly today?: string;
}
