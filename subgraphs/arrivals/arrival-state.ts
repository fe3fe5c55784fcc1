import type { Check, OpenAlert, Transition, ViewMemory } from './alerts.ts';
import type { ArrivalPicture, NoticeEvidence, PortEvidence, ScheduleEvidence } from './model.ts';

/** What was last known of an arrival in one view. Plain JSON. */
export interface ViewState {
  readonly schedule: ScheduleEvidence;
  readonly port: PortEvidence;
  readonly memory: ViewMemory;
  readonly picture: ArrivalPicture;
  readonly openAlerts: readonly OpenAlert[];
  readonly checks: readonly Check[];
}

/** A transition of one view that is not in the log of alerts yet. */
export interface PendingTransition {
  readonly view: string;
  readonly transition: Transition;
}

/** What was last known of an arrival in every view. Plain JSON. */
export interface ArrivalState {
  /** The entity id of the notice. */
  readonly arrivalId: string;
  /** Of the current version. */
  readonly notice: NoticeEvidence;
  /** Index terms of the parties that the current version names by codes. They decide who may see the arrival. */
  readonly partyTerms: readonly string[];
  /** Numbers in the followed logs up to which the arrival is evaluated. */
  readonly positions: { readonly notices: number; readonly events: number };
  /** By the ids of the views. */
  readonly views: Readonly<Record<string, ViewState>>;
  readonly pending: readonly PendingTransition[];
  /** When the clock alone may change something next. */
  readonly wakeAtMs?: number | undefined;
  /** When the schedules are asked next. */
  readonly askAtMs?: number | undefined;
  /** When a transition or a new picture was written last. */
  readonly changedAtMs: number;
}
