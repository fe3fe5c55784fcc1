import { hash } from 'node:crypto';
import { globalIdOf, parseGlobalId } from '#platform/log/global-id.ts';
import { stringOfVersionKey, versionKeyOf } from '#platform/log/log-queries.ts';
import type { NewVersion, StoredVersion } from '#platform/store/version-store.ts';
import { type AlertIdentity, alertTermsOf, type LoggedAlert, type Transition, viewsOfTerms } from '../alerts.ts';
import type { ArrivalState, PendingTransition } from '../arrival-state.ts';
import type { HeldTransition } from '../facts/alert-collector.ts';
import { createResolve, type NoticeVersions } from '../facts/version-numbers.ts';
import { alertEntityIdOf, alertIdentityIn, type EvidenceRef, noticeIdentityOf } from '../model.ts';
import { compactJson, expanded, parseCompactJson } from './compact-json.ts';

/** The content of an entry of the log of alerts. */
export type AlertDocument = PendingTransition['transition'] & { readonly arrivalId: string; readonly view: string };

/** The first line of an entry about the visit of a ship. The second one is the transition, which other documents of the ship share. */
interface VisitAlertDocument {
  /** Those to which the transition refers by their numbers. */
  readonly versions: Readonly<Record<string, EvidenceRef | StoredVersionRef>>;
}

/** A version of the notice that the id of the entry names: its sort key, and when it was issued. */
type StoredVersionRef = readonly [sortKey: string, at: string];

function storedRefOf(ref: EvidenceRef, arrivalId: string): EvidenceRef | StoredVersionRef {
  const { typeName, key = '' } = parseGlobalId(ref.id) ?? {};
  const version = typeName === versionType ? versionKeyOf(key) : undefined;
  return version?.entityId === arrivalId ? [version.sortKey, ref.at] : ref;
}

function refOf([sortKey, at]: StoredVersionRef, arrivalId: string): EvidenceRef {
  const id = globalIdOf(versionType, stringOfVersionKey({ entityId: arrivalId, sortKey }));
  return { source: 'NOTICE', partner: noticeIdentityOf(arrivalId).partner, id, at };
}

const versionType = 'ArrivalNoticeVersion';

/** Returns the content of an entry of the log of alerts. */
export function alertDocumentOf({ entityId, document }: Pick<NewVersion, 'entityId' | 'document'>): AlertDocument {
  const [own = '', shared = ''] = document.toString().split('\n', 2);
  const content = JSON.parse(own) as AlertDocument | VisitAlertDocument;
  if (!('versions' in content)) return expanded(content) as AlertDocument;
  const identity = alertIdentityIn(entityId);
  const versions = Object.entries(content.versions).map(([number, ref]): [string, EvidenceRef] => [
    number,
    'id' in ref ? ref : refOf(ref, identity.arrivalId),
  ]);
  const transition = createResolve(Object.fromEntries(versions))(parseCompactJson(shared));
  return { ...(transition as Omit<AlertDocument, keyof typeof identity>), ...identity };
}

/** The alerts of one view in the log, in the order in which they were raised, and the name under which the open ones are stored. */
export interface ViewHistory {
  readonly alerts: readonly LoggedAlert[];
  readonly name?: string | undefined;
}

/** The alerts of one arrival in the log by view. Views that have the same ones have the same object. */
export type AlertHistory = ReadonlyMap<string, ViewHistory>;

/** Returns the alerts that the log has of an arrival. @param entries the last ones of its alerts, in the order of raising */
export function alertHistoryOf(entries: readonly Pick<StoredVersion, 'entityId' | 'document' | 'terms'>[]): AlertHistory {
  const ofView = new Map<string, AlertDocument[]>();
  for (const entry of entries) {
    const alert = alertDocumentOf(entry);
    for (const view of viewsOfTerms(entry.terms)) ofView.set(view, [...(ofView.get(view) ?? []), alert]);
  }
  const byAlerts = new Map<string, ViewHistory>();
  return new Map(
    [...ofView].map(([id, alerts]) => {
      const key = alerts.map(({ view, alertId }) => `${view}/${alertId}`).join();
      const open = alerts.find(({ allSteps }) => allSteps.some(({ closedAt }) => closedAt === undefined));
      const history = byAlerts.get(key) ?? { alerts: alerts.map(({ view: _, ...alert }) => alert), name: open?.view };
      byAlerts.set(key, history);
      return [id, history];
    }),
  );
}

/** Returns the pending transitions as entries of the log of alerts. */
export function alertVersionsOf({ pending, ...arrival }: Pick<ArrivalState, 'arrivalId' | 'notice' | 'pending'>): NewVersion[] {
  return pending.map(({ view, views, partyTerms, transition, ofVisit }) => {
    const { alertId } = transition;
    if (ofVisit !== undefined)
      return visitAlertsOf({ view, views }, ofVisit.transition)(arrival, { partyTerms, alertId, versions: ofVisit.versions });
    const text = compactJson({ arrivalId: arrival.arrivalId, view, ...transition });
    return alertEntriesOf({ view, views }, transition)(arrival, { partyTerms, alertId, text });
  });
}

/** The views that an entry is about. */
type AlertViews = Pick<PendingTransition, 'view' | 'views'>;
/** Of which document and alert an entry is. */
type AlertSubject = Pick<PendingTransition, 'partyTerms'> & Pick<AlertIdentity, 'alertId'>;
type AlertArrival = Pick<ArrivalState, 'arrivalId' | 'notice'>;

/** Returns the function that creates the entry of the log of alerts for a transition about a visit, in each of its documents. */
export function visitAlertsOf(views: AlertViews, transition: HeldTransition) {
  const entryOf = alertEntriesOf(views, transition);
  const ofVisit = textOfVisitAlert(transition);
  return (arrival: AlertArrival, { versions, ...subject }: AlertSubject & { readonly versions: NoticeVersions }): NewVersion => {
    const refs = Object.entries(versions).map(([number, ref]) => [number, storedRefOf(ref, arrival.arrivalId)]);
    const own: VisitAlertDocument = { versions: Object.fromEntries(refs) };
    return entryOf(arrival, { ...subject, text: `${JSON.stringify(own)}\n${ofVisit}` });
  };
}

function alertEntriesOf({ view, views = [view] }: AlertViews, transition: Omit<PendingTransition['transition'], 'alertId'>) {
  const sortKey = sortKeyOf(transition, views);
  const terms = termsOfTransition(views, transition);
  return ({ arrivalId, notice }: AlertArrival, of: AlertSubject & { readonly text: string }): NewVersion => {
    const { partner, transportDocumentReference } = notice;
    const document = Buffer.from(of.text);
    const subjects = [`partner:${partner}`, `arrival:${arrivalId}`.toWellFormed(), `document:${transportDocumentReference}`.toWellFormed()];
    return {
      partner,
      entityId: alertEntityIdOf(arrivalId, view, of.alertId),
      sortKey,
      receivedAt: transition.at,
      receivedBy: 'DERIVED',
      document,
      contentHash: hash('sha256', document, 'base64url'),
      violations: [],
      completeness: 0,
      index: { terms: [...subjects, ...of.partyTerms, ...terms], groups: [] },
    };
  };
}

/** The texts of transitions of visits, which the alerts of many documents contain. */
const visitAlertTexts = new WeakMap<object, string>();

function textOfVisitAlert(transition: HeldTransition): string {
  const { key: _, raised: __, again: ___, ...content } = transition;
  const text = visitAlertTexts.get(transition) ?? compactJson(content);
  visitAlertTexts.set(transition, text);
  return text;
}

/** An entry that only states which views share an alert follows the last transition: they become fewer each time. */
function sortKeyOf({ ordinal, steps }: Pick<Transition, 'ordinal' | 'steps'>, views: readonly string[]): string {
  const [number, fewer] = [ordinal, maxViews - views.length].map((value) => String(value).padStart(6, '0'));
  return steps.length === 0 ? `${number}-${fewer}` : `${number}`;
}

const maxViews = 999_999;

function termsOfTransition(
  views: readonly string[],
  { allSteps, ...transition }: Omit<PendingTransition['transition'], 'alertId'>,
): string[] {
  const open = allSteps.filter(({ closedAt }) => closedAt === undefined);
  const closed = allSteps.filter(({ closedAt }) => closedAt !== undefined);
  return [
    ...alertTermsOf('at', views, transition),
    ...alertTermsOf('open', views, { ...transition, steps: open }),
    ...alertTermsOf('closed', views, { ...transition, steps: closed }),
  ];
}
