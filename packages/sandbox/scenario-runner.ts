import type { FeedbackElement } from '@landfall/dcsa/feedback.ts';
import type { Clock } from './clock.ts';
import { createDelivery, type Delivered, type Push } from './delivery.ts';
import type { SandboxRequest, SandboxResponse } from './server.ts';

/** An event that the demo prints. */
export interface SandboxEvent<Kind extends string = string> {
  /** Id of the party. */
  readonly party: string;
  /**
   * The kind of the pushed step; ANSWERED for a request that was answered; LANDFALL_AWAY and LANDFALL_BACK when
   * Landfall became unreachable or reachable again; or SCENARIO_FAILED, after which nothing more is pushed.
   */
  readonly kind: Kind | 'ANSWERED' | 'LANDFALL_AWAY' | 'LANDFALL_BACK' | 'SCENARIO_FAILED';
  /** Document or port, if it concerns a single one. */
  readonly reference: string | undefined;
  readonly detail: string;
  /** Status of Landfall's response to a push, or of the party's response to a request; undefined without a response. */
  readonly status: number | undefined;
}

export interface ScenarioRun {
  /** Root URL of Landfall, to which `/dcsa/...` is appended. If undefined, the scenario runs and nothing is pushed. */
  readonly landfallUrl: string | undefined;
  /** Pause between two changes after the opening. Default {@link defaultPaceMs}. */
  readonly paceMs?: number;
}

/** A step of a scenario: what is sent in one request, and its description. */
export interface Step<Kind extends string> extends Push {
  readonly kind: Kind;
  readonly reference: string;
  readonly detail: string;
  /** The steps of an opening follow each other immediately. */
  readonly isOpening: boolean;
}

const defaultPaceMs = 1_500;
/** At this pace, the opening of some twenty pushes takes less than a second. */
const openingPaceMs = 40;

export interface ScenarioRunnerParts<Kind extends string> {
  readonly id: string;
  readonly pushCredential: { readonly header: string; readonly value: string };
  /** Returns the next step; undefined if there is none at this moment. */
  readonly next: (now: number) => Step<Kind> | undefined;
  readonly clock: Clock;
  readonly onEvent: (event: SandboxEvent<Kind>) => void;
}

/** Runs the scenario of a party and pushes its steps. */
export interface ScenarioRunner extends AsyncDisposable {
  /**
   * Starts the scenario, until disposed. Must be called once. While Landfall is unreachable the scenario waits; no step
   * is skipped.
   */
  run(scenarioRun: ScenarioRun): void;
  /** Reports a request that was answered. */
  answered(request: SandboxRequest, response: SandboxResponse): void;
}

export function createScenarioRunner<Kind extends string>({
  id,
  next,
  clock,
  onEvent,
  ...parts
}: ScenarioRunnerParts<Kind>): ScenarioRunner {
  const closing = new AbortController();
  const running: Promise<void>[] = [];
  const report = (event: Omit<SandboxEvent<Kind>, 'party'>) => onEvent({ party: id, ...event });

  const pushAll = async ({ landfallUrl, paceMs = defaultPaceMs }: ScenarioRun): Promise<void> => {
    const onAway = (isAway: boolean, reason: string) =>
      report({ kind: isAway ? 'LANDFALL_AWAY' : 'LANDFALL_BACK', reference: undefined, detail: reason, status: undefined });
    const deliver = landfallUrl === undefined ? undefined : createDelivery({ ...parts, clock, landfallUrl, onAway });
    for (;;) {
      const step = next(clock.now());
      if (step !== undefined) {
        const delivered = await deliver?.(step, closing.signal);
        report({ kind: step.kind, reference: step.reference, detail: detailOf(step.detail, delivered), status: delivered?.status });
      }
      await clock.wait(step?.isOpening ? Math.min(openingPaceMs, paceMs) : paceMs, closing.signal);
    }
  };
  return {
    run: (scenarioRun) => {
      if (running.length > 0) throw new Error(`${id} runs its scenario already`);
      const pushing = pushAll(scenarioRun).catch((error: unknown) => {
        if (!closing.signal.aborted) report({ kind: 'SCENARIO_FAILED', reference: undefined, detail: String(error), status: undefined });
      });
      running.push(pushing);
    },
    answered: ({ path, query }, { summary, status }) => {
      if (summary === undefined) return;
      const shown = new URLSearchParams(query);
      shown.delete('cursor');
      const words = decodeURIComponent(shown.toString()) || 'everything';
      report({ kind: 'ANSWERED', reference: undefined, detail: `${path} for ${words}: ${summary}`, status });
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort(new Error('the party closes'));
      await Promise.all(running);
    },
  };
}

/** Formats an event as one line. */
export function lineOf({ party, kind, reference, detail, status }: SandboxEvent): string {
  return `${party.padEnd(14)} ${kind.toLowerCase().replaceAll('_', ' ').padEnd(20)} ${(reference ?? '').padEnd(18)} ${status ?? ''} ${detail}`;
}

/** A 200 does not mean "accepted", because single objects may have been rejected. */
function detailOf(detail: string, delivered: Delivered | undefined): string {
  const [worst] = (delivered?.feedback ?? []).toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
  if (worst === undefined) return detail;
  const { severity, message, propertyPath } = worst;
  return `${detail} (${severity}${propertyPath === undefined ? '' : ` at ${propertyPath}`}: ${message})`;
}

const severities: readonly FeedbackElement['severity'][] = ['ERROR', 'WARN', 'INFO'];
