import type { PortEvent, PortEvidence, SideOutcome } from '../model.ts';
import type { Asked, SourceAnswer } from './schedule.ts';
import { isUnanswered } from './schedule.ts';

type Maybe<T> = T | null | undefined;

/** `PortCallEventMatch` as a GraphQL operation returns it. */
export interface EventMatchAnswer {
  readonly confidence: string;
  readonly contradictions: readonly unknown[];
  readonly reasons: readonly string[];
  readonly event: {
    readonly id: string;
    readonly partner: { readonly id: string };
    readonly eventID?: Maybe<string>;
    readonly eventUpdatedDateTime?: Maybe<string>;
    readonly receivedAt: string;
    readonly isFYI?: Maybe<boolean>;
    readonly portCall?: Maybe<{
      readonly portCallID?: Maybe<string>;
      readonly UNLocationCode?: Maybe<string>;
      readonly isOmitted?: Maybe<boolean>;
    }>;
    readonly terminalCall?: Maybe<{ readonly terminalCallID?: Maybe<string>; readonly isOmitted?: Maybe<boolean> }>;
    readonly portCallService?: Maybe<{
      readonly portCallServiceID?: Maybe<string>;
      readonly portCallServiceTypeCode?: Maybe<string>;
      readonly portCallServiceEventTypeCode?: Maybe<string>;
      readonly portCallPhaseTypeCode?: Maybe<string>;
      readonly isCanceled?: Maybe<boolean>;
      readonly isDeclined?: Maybe<boolean>;
    }>;
    readonly timestamp?: Maybe<{ readonly classifierCode?: Maybe<string>; readonly serviceDateTime?: Maybe<string> }>;
  };
}

/** `PortCallEventMatchSet` as a GraphQL operation returns it. */
export interface PortCallEventMatchSetAnswer {
  readonly outcome: Exclude<SideOutcome, 'NOT_ASKED'>;
  readonly terminalOutcome: Exclude<SideOutcome, 'NOT_ASKED'>;
  readonly events: readonly EventMatchAnswer[];
  readonly sources: readonly SourceAnswer[];
}

/** Evidence of a port side that has never been asked, or that the view does not show. */
export const portNotAsked: PortEvidence = { outcome: 'NOT_ASKED', couldAsk: true, events: [], terminalCallIDs: [] };

/**
 * Reduces the answer of `portCallEvents`. A visit that is omitted is never a unique match; its events are kept where they belong
 * to the visit that was the match, or would be the match if it were not omitted.
 *
 * @param answer null or undefined if the field failed
 */
export function portEvidenceOf(
  answer: Maybe<PortCallEventMatchSetAnswer>,
  { askedAt, question }: Asked,
  previous: PortEvidence | undefined,
): PortEvidence {
  const known = previous?.question === question ? previous : undefined;
  const matches = matchesOf(answer, known);
  const isOpen =
    answer === null || answer === undefined || (matches.length === 0 && answer.outcome !== 'UNIQUE' && isUnanswered(answer.sources));
  if (isOpen) {
    const unknown = { outcome: answer?.outcome ?? 'NOT_ASKED', question, events: [], terminalCallIDs: [] } as const;
    return { ...(known ?? unknown), couldAsk: false };
  }
  const UNLocationCode = matches.map(({ event }) => event.portCall?.UNLocationCode).find((code) => code !== null && code !== undefined);
  return {
    outcome: answer.outcome,
    couldAsk: true,
    askedAt,
    question,
    events: matches.map(({ event }) => portEventOf(event)),
    terminalCallIDs: terminalCallsOf(answer, matches),
    ...(UNLocationCode && { UNLocationCode }),
  };
}

function matchesOf(answer: Maybe<PortCallEventMatchSetAnswer>, known: PortEvidence | undefined): readonly EventMatchAnswer[] {
  if (answer === null || answer === undefined) return [];
  if (answer.outcome === 'UNIQUE') return answer.events;
  const former = new Set((known?.events ?? []).flatMap((event) => portCallKeyOf(event) ?? []));
  const isFormer = (match: EventMatchAnswer) => former.has(portCallKeyOf(portEventOf(match.event)) ?? '');
  const ofFormer = answer.events.filter(isFormer);
  if (ofFormer.some(({ reasons }) => reasons.includes('OMITTED'))) return ofFormer;
  const omitted = answer.events.filter(({ reasons }) => reasons.includes('OMITTED'));
  if (omitted.length === 0 || omitted.some(({ contradictions }) => contradictions.length > 0)) return [];
  if (omitted.some(({ confidence }) => confidence === 'EXACT')) return omitted;
  // Without a reference another visit in the answer may be the one that is meant.
  const isOnly = omitted.length === answer.events.length && omitted.some(({ confidence }) => confidence === 'STRONG');
  return isOnly ? omitted : [];
}

/** Identifies the visit within the statements of its partner; undefined if the event names none. */
export function portCallKeyOf({ partner, portCallID }: Pick<PortEvent, 'partner' | 'portCallID'>): string | undefined {
  return portCallID === undefined ? undefined : JSON.stringify([partner, portCallID]);
}

function portEventOf(event: EventMatchAnswer['event']): PortEvent {
  const { portCall, terminalCall, portCallService: service, timestamp } = event;
  return {
    partner: event.partner.id,
    versionId: event.id,
    eventID: event.eventID ?? undefined,
    eventUpdatedDateTime: event.eventUpdatedDateTime ?? undefined,
    receivedAt: event.receivedAt,
    portCallID: portCall?.portCallID ?? undefined,
    terminalCallID: terminalCall?.terminalCallID ?? undefined,
    portCallServiceID: service?.portCallServiceID ?? undefined,
    portCallServiceTypeCode: service?.portCallServiceTypeCode ?? undefined,
    portCallServiceEventTypeCode: service?.portCallServiceEventTypeCode ?? undefined,
    portCallPhaseTypeCode: service?.portCallPhaseTypeCode ?? undefined,
    classifierCode: timestamp?.classifierCode ?? undefined,
    serviceDateTime: timestamp?.serviceDateTime ?? undefined,
    isFYI: event.isFYI === true,
    isCanceled: service?.isCanceled === true,
    isDeclined: service?.isDeclined === true,
    isPortCallOmitted: portCall?.isOmitted ?? undefined,
    isTerminalCallOmitted: terminalCall?.isOmitted ?? undefined,
  };
}

/**
 * The terminal calls that are meant within the visit: all of them where the answer tells none apart, those whose terminal does not
 * differ where it does. Empty where it is open.
 */
function terminalCallsOf({ terminalOutcome }: PortCallEventMatchSetAnswer, matches: readonly EventMatchAnswer[]): string[] {
  const idsOf = (some: readonly EventMatchAnswer[]) => [...new Set(some.flatMap(({ event }) => event.terminalCall?.terminalCallID ?? []))];
  const same = idsOf(matches.filter(({ reasons }) => !reasons.includes('TERMINAL_DIFFERS')));
  const all = idsOf(matches);
  if (all.length === 1 || (same.length > 0 && same.length < all.length)) return same;
  return terminalOutcome === 'UNIQUE' ? same : [];
}
