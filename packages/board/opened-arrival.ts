import type { Alert, Arrival, Notice } from './model/arrival-row.ts';

/** The arrival whose panel is open. The panel reads its details by `Board.query`. */
export interface OpenedArrival {
  /** Global id of the arrival. */
  readonly id: string;
  /** The last known state of the arrival, which may have left the list since. */
  readonly arrival: Arrival;
  /** All arrivals of the document. */
  readonly notices: readonly Notice[];
  /** Increases when the arrival changes; the panel then reads its details again. */
  readonly revision: number;
}

/**
 * The marks of a tenant. Each takes effect immediately, is removed if the server rejects it, and can be undone by the
 * viewer.
 */
export interface Marks {
  acknowledge(alerts: readonly Alert[]): void;
  /** @param until RFC 3339 */
  snooze(alerts: readonly Alert[], until: string): void;
  collect(arrivals: readonly Notice[]): void;
  /** Removes the mark *collected*. */
  uncollect(arrivals: readonly Notice[]): void;
}
