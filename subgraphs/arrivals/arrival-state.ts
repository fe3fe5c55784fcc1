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
  /** When a transition or another picture was written last. */
  readonly changedAtMs: number;
}

/** A transition of one view that is not in the log of alerts yet. */
export interface PendingTransition {
  readonly view: string;
  /** Of the version of the notice that was current in the view. */
  readonly partyTerms: readonly string[];
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
  /** Index terms of the words of the parties' names and codes, by which the arrival is found. */
  readonly partyWords: readonly string[];
  /** Numbers in the followed logs up to which the arrival is evaluated. */
  readonly positions: { readonly notices: number; readonly events: number };
  /** By the ids of the views. One that does not show the current version remains as it was when it last did. */
  readonly views: Readonly<Record<string, ViewState>>;
  readonly pending: readonly PendingTransition[];
  /** When the clock alone may change something next. */
  readonly wakeAtMs?: number | undefined;
  /** When the schedules are asked next. */
  readonly askAtMs?: number | undefined;
  /** When each tenant has set or removed a mark last, by name. */
  readonly markedAtMs?: Readonly<Record<string, number>> | undefined;
}

/** Returns the view if it shows the current version of the notice; undefined otherwise: to its callers there is no arrival. */
export function shownIn({ notice, views }: Pick<ArrivalState, 'notice' | 'views'>, view: string): ViewState | undefined {
  const state = views[view];
  return state?.picture.noticeVersionId === notice.versionId ? state : undefined;
}

/** Returns the views that show the current version of the notice. */
export function shownViews(state: Pick<ArrivalState, 'notice' | 'views'>): ViewState[] {
  return Object.keys(state.views).flatMap((view) => shownIn(state, view) ?? []);
}
