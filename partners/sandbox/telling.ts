import type { Outbound } from '#platform/http/outbound.ts';
import type { Logger } from '#platform/logger.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { FeedbackElement } from '#platform/wire/dcsa.ts';
import { createDelivery, type Delivered, type Push } from './delivery.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

/** Something a person watching may want to know. */
export interface SandboxEvent<Kind extends string = string> {
  /** Id of the party. */
  readonly party: string;
  /** What was pushed and answered; or a question that was answered, or Landfall going away and coming back. */
  readonly kind: Kind | 'ASKED' | 'LANDFALL_AWAY' | 'LANDFALL_BACK';
  /** What it is about, where it is about one thing. */
  readonly reference: string | undefined;
  readonly detail: string;
  /** Status of the answer: Landfall's to a push, the party's to a question; undefined where there was none. */
  readonly status: number | undefined;
}

export interface ScenarioRun {
  /** Root of Landfall, `/dcsa/...` is appended. Undefined: nobody is told, and the story goes on all the same. */
  readonly landfallUrl: string | undefined;
  /** Pause between two changes once the opening is over. Default {@link defaultPaceMs}. */
  readonly paceMs?: number;
}

/** A step of a story: what is sent in one request, and what a person should know of it. */
export interface Step<Kind extends string> extends Push {
  readonly kind: Kind;
  readonly reference: string;
  readonly detail: string;
  /** The steps of an opening follow closely on each other. */
  readonly isOpening: boolean;
}

export const defaultPaceMs = 1_500;
/** The opening of some twenty pushes takes less than a second. */
const openingPaceMs = 40;

export interface ScenarioRunnerParts<Kind extends string> {
  readonly id: string;
  readonly pushCredential: { readonly header: string; readonly value: string };
  /** The next step; undefined when there is nothing to say at this moment. */
  readonly next: (now: number) => Step<Kind> | undefined;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onEvent: (event: SandboxEvent<Kind>) => void;
}

/** Goes on with a party's story, and pushes it. */
export interface ScenarioRunner extends AsyncDisposable {
  /** Begins, and goes on until disposed; once only. While Landfall is away the story waits, nothing is left out. */
  tell(telling: ScenarioRun): void;
  /** Tells of a question that was answered. */
  asked(question: SandboxRequest, answer: SandboxResponse): void;
}

export function createScenarioRunner<Kind extends string>({
  id,
  next,
  clock,
  logger,
  onEvent,
  ...parts
}: ScenarioRunnerParts<Kind>): ScenarioRunner {
  const closing = new AbortController();
  const told: Promise<void>[] = [];
  const tellOf = (event: Omit<SandboxEvent<Kind>, 'party'>) => onEvent({ party: id, ...event });

  const pushAll = async ({ landfallUrl, paceMs = defaultPaceMs }: ScenarioRun): Promise<void> => {
    const onAway = (isAway: boolean, reason: string) =>
      tellOf({ kind: isAway ? 'LANDFALL_AWAY' : 'LANDFALL_BACK', reference: undefined, detail: reason, status: undefined });
    const deliver = landfallUrl === undefined ? undefined : createDelivery({ ...parts, clock, landfallUrl, onAway });
    for (;;) {
      const step = next(clock.now());
      if (step !== undefined) {
        const delivered = await deliver?.(step, closing.signal);
        tellOf({ kind: step.kind, reference: step.reference, detail: detailOf(step.detail, delivered), status: delivered?.status });
      }
      await clock.wait(step?.isOpening ? Math.min(openingPaceMs, paceMs) : paceMs, closing.signal);
    }
  };
  return {
    tell: (telling) => {
      if (told.length > 0) throw new Error(`${id} is telling its story already`);
      const pushing = pushAll(telling).catch((error: unknown) => {
        if (!closing.signal.aborted) logger.error({ err: error, party: id }, 'the story broke off');
      });
      told.push(pushing);
    },
    asked: ({ path, query }, { summary, status }) => {
      if (summary === undefined) return;
      const shown = new URLSearchParams(query);
      shown.delete('cursor');
      const words = decodeURIComponent(shown.toString()) || 'everything';
      tellOf({ kind: 'ASKED', reference: undefined, detail: `${path} for ${words}: ${summary}`, status });
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the party closes'));
      await Promise.all(told);
    },
  };
}

/** Tells a person who watches, in one line. */
export function lineOf({ party, kind, reference, detail, status }: SandboxEvent): string {
  return `${party.padEnd(14)} ${kind.toLowerCase().replaceAll('_', ' ').padEnd(20)} ${(reference ?? '').padEnd(18)} ${status ?? ''} ${detail}`;
}

/** "200" is not "accepted": single objects may have been refused. */
function detailOf(detail: string, delivered: Delivered | undefined): string {
  const [worst] = (delivered?.feedback ?? []).toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
  if (worst === undefined) return detail;
  const { severity, message, propertyPath } = worst;
  return `${detail} (${severity}${propertyPath === undefined ? '' : ` at ${propertyPath}`}: ${message})`;
}

const severities: readonly FeedbackElement['severity'][] = ['ERROR', 'WARN', 'INFO'];
