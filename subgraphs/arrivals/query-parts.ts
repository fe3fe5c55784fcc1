import type { Caller } from '#platform/access/entitlement.ts';
import type { RowCounter } from '#platform/access/row-counter.ts';
import type { CursorSigner } from '#platform/log/cursor-signer.ts';
import type { Store } from '#platform/store/store.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { AlertThresholds } from './alerts.ts';
import type { ArrivalState, ViewState } from './arrival-state.ts';

/** The parts that the queries of one request need. */
export interface QueryParts {
  readonly store: Store;
  readonly signer: CursorSigner;
  readonly caller: Caller;
  /** The view for the caller's rights. */
  readonly view: string;
  /** The thresholds of the caller's tenant. */
  readonly thresholds: AlertThresholds;
  /** Counts the notices whose arrivals are shown. */
  readonly rows: RowCounter;
  readonly clock: Pick<Clock, 'now'>;
}

/** An arrival as one caller sees it. */
export interface ArrivalView {
  readonly arrivalId: string;
  readonly state: ArrivalState;
  /** The part of the arrival that the caller's view shows. */
  readonly shown: ViewState;
}
