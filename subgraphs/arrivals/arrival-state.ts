import type { OpenAlert, Transition, ViewMemory } from './alerts.ts';
import type { ArrivalEnds, ArrivalSnapshot, VisitSnapshot } from './arrival/arrival.ts';
import type { HeldTransition } from './facts/alert-collector.ts';
import type { NoticeVersions } from './facts/version-numbers.ts';
import type { NoticeEvidence, PortEvidence, ScheduleEvidence } from './model.ts';

/**
 * What one view shows of the visit of a ship, without anything that identifies a document: it is the same for all documents
 * about which the sides state the same. Plain JSON. Equal ones that were stored are one object.
 */
export interface VisitState {
  readonly schedule: ScheduleEvidence;
  readonly port: PortEvidence;
  readonly memory: object;
  readonly snapshot: VisitSnapshot;
}

/** What follows from the clock and the marks, and not from the notice alone. */
export type ViewEnds = Omit<ArrivalEnds, 'freeTimes'>;

/** The last known state of an arrival in one view. Plain JSON. */
export interface ViewState extends Pick<VisitState, 'schedule' | 'port'> {
  readonly visit: VisitState;
  /** What the facts about the notice remember, and those about the visit: the memory of the visit. */
  readonly memory: ViewMemory;
  /** The version of the notice that the view shows. */
  readonly noticeVersionId: string;
  readonly ends: ViewEnds;
  readonly snapshot: ArrivalSnapshot;
  readonly openAlerts: readonly OpenAlert[];
  /** When a transition or a changed snapshot was last written. */
  readonly changedAtMs: number;
  /** The name under which the alerts are stored that views with the same state share. Default: the id of the view. */
  readonly alertsOf?: string | undefined;
}

/** A transition that is not in the log of alerts yet: it is written to it together with the state. */
export interface PendingTransition {
  /** The name under which the alerts of the views are stored. */
  readonly view: string;
  /** The views that show it. Default: only `view`. */
  readonly views?: readonly string[] | undefined;
  /** The terms of the notice version that was current in the view. */
  readonly partyTerms: readonly string[];
  readonly transition: Transition;
  /** Only of an evaluation, if it is about the visit: the transition as it is for each document, with the versions of this one. */
  readonly ofVisit?: { readonly transition: HeldTransition; readonly versions: NoticeVersions } | undefined;
}

/** The last known state of an arrival in all views. Plain JSON. */
export interface ArrivalState {
  /** The entity id of the notice. */
  readonly arrivalId: string;
  /** The evidence of the current version. */
  readonly notice: NoticeEvidence;
  /** Index terms of the parties that the current version names by codes. They decide who may see the arrival. */
  readonly partyTerms: readonly string[];
  /** Index terms of the words in the parties' names and codes, by which the arrival is found. */
  readonly partyWords: readonly string[];
  /** Numbers in the followed logs up to which the arrival has been evaluated. */
  readonly positions: { readonly notices: number; readonly events: number };
  /** By what the sides find the arrival's call, for its current version; undefined if that is not known. */
  readonly matchKey?: string | undefined;
  /** By the ids of the views. A view that does not show the current version keeps its last state. */
  readonly views: Readonly<Record<string, ViewState>>;
  readonly pending: readonly PendingTransition[];
  /** The next time at which the clock alone may change something. */
  readonly wakeAtMs?: number | undefined;
  /** When the schedules are requested next. */
  readonly queryAtMs?: number | undefined;
  /** When each tenant last set or removed a mark, by the tenant's name. */
  readonly markedAtMs?: Readonly<Record<string, number>> | undefined;
  /** Only of an evaluation: whether what it found about the visit depends on more of the document. */
  readonly dependsOnDocument?: true | undefined;
}

/**
 * Returns the view if it shows the current version of the notice; otherwise undefined, because the arrival does not
 * exist for its callers.
 */
export function shownIn({ notice, views }: Pick<ArrivalState, 'notice' | 'views'>, view: string): ViewState | undefined {
  const state = views[view];
  return state?.noticeVersionId === notice.versionId ? state : undefined;
}

/** Returns the views that show the current version of the notice. */
export function shownViews(state: Pick<ArrivalState, 'notice' | 'views'>): ViewState[] {
  return Object.keys(state.views).flatMap((view) => shownIn(state, view) ?? []);
}
