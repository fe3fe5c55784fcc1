/** An endpoint of Commercial Schedules. */
export type Endpoint = 'vessel-schedules' | 'port-schedules' | 'point-to-point-routes';

/** How a Producer answers at all times, within the standard or not. */
export interface ProducerHabits {
  /** Endpoints that it does not have: 404 as servers answer that know nothing of the standard. */
  readonly lacks?: readonly Endpoint[];
  /** 404 with the standard's error body where nothing is found. */
  readonly nothingIs404?: boolean;
  /** Most root objects on a page, whatever the limit. @default as many as the request allows */
  readonly pageSize?: number;
  /** Most calls in an answer, counted from the first day asked for. @default all */
  readonly callsPerAnswer?: number;
  /** Whether the rest of a cut answer comes by cursor. @default false */
  readonly continues?: boolean;
  /** Parameters that it does not look at. */
  readonly ignores?: readonly ('DAYS' | 'UNLocationCode')[];
  /** Before 1.0.3 `responseScope` is not known, before 1.0.2 a cursor goes alone. @default 1.0.3 */
  readonly apiVersion?: '1.0.1' | '1.0.2' | '1.0.3';
  /** ISO date that open spans are counted from. @default they are open */
  readonly today?: string;
}
