import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRowCounter, type RowCounter } from '#platform/access/row-counter.ts';
import type { Session } from '#platform/access/sessions.ts';
import type { ErrorCode } from '#platform/errors.ts';
import type { ValidatedOperation } from '#platform/graphql/engine.ts';
import type { AccessLine, Audit, SentLine } from '#platform/process/audit.ts';
import type { LogMessage } from '#platform/subscriptions/log-reader.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Transport } from '#platform/transports/request-pipeline.ts';

/** An operation of somebody who signed in. */
export interface Accessed {
  readonly session: Session;
  readonly operation: ValidatedOperation;
  readonly transport: Transport;
  readonly requestId: string;
}

/** Sees to it that what clients are given is written down. */
export interface AccessAudit {
  /** Counts the rows of one answer; undefined where nobody wants to know. */
  tally(): RowCounter | undefined;
  answered(accessed: Accessed, rows: RowCounter | undefined, outcome: 'ok' | 'errors'): void;
  /** A subscription begins. @param accessed as it stands whenever a line is written */
  follow(accessed: () => Accessed): SubscriptionMeter;
}

/** Counts what one subscription is sent. */
export interface SubscriptionMeter {
  sent(message: LogMessage): void;
  /** To be called once. */
  end(outcome: 'ended' | ErrorCode): void;
}

/**
 * Time between two lines of one subscription, where there is anything to be written. A line for each event would bury
 * everything else; a process that is killed has not written down what it sent in the last minute.
 */
const lineMs = 60_000;
/** Lines that are written in one go; events of others wait no longer than for these. */
const linesPerTurn = 100;
/** Clients choose the name. */
const maxNameLength = 100;

const unmetered: SubscriptionMeter = { sent: () => {}, end: () => {} };

export function createAccessAudit(audit: Audit, clock: Clock): AccessAudit {
  /** Of each subscription what writes its line, if there is one to be written. */
  const writers = new Set<() => boolean>();
  let stop = new AbortController();

  const writeEachMinute = async ({ signal }: AbortController): Promise<void> => {
    for (;;) {
      await clock.wait(lineMs, signal).catch(() => undefined);
      let written = 0;
      for (const write of writers) {
        if (signal.aborted) return;
        if (write() && ++written % linesPerTurn === 0) await nextTurn();
      }
      if (signal.aborted) return;
    }
  };
  const add = (write: () => boolean) => {
    writers.add(write);
    if (writers.size > 1) return;
    stop = new AbortController();
    void writeEachMinute(stop);
  };
  const remove = (write: () => boolean) => {
    if (writers.delete(write) && writers.size === 0) stop.abort();
  };

  return {
    tally: () => (audit.isOn ? createRowCounter() : undefined),
    answered: (accessed, rows, outcome) => {
      const counts = rows?.counts();
      if (counts !== undefined) audit.rowsRead({ ...lineOf(accessed), outcome, ...counts });
    },
    follow: (accessed) => {
      if (!audit.isOn) return unmetered;
      let events = 0;
      let rows = createRowCounter();
      const sentSinceLastLine = (): SentLine => {
        const line = { ...lineOf(accessed()), events, ...rows.counts() };
        events = 0;
        rows = createRowCounter();
        return line;
      };
      const write = () => {
        if (events === 0) return false;
        audit.rowsSent(sentSinceLastLine());
        return true;
      };
      audit.subscriptionBegan(lineOf(accessed()));
      add(write);
      return {
        sent: (message) => {
          events += 1;
          if (message.rows !== undefined) rows.addCounts(message.rows);
        },
        end: (outcome) => {
          remove(write);
          audit.subscriptionEnded({ ...sentSinceLastLine(), outcome });
        },
      };
    },
  };
}

function lineOf({ session, operation, transport, requestId }: Accessed): AccessLine {
  const { tenant, signedInBy } = session;
  const { kind, definition, textHash: document } = operation;
  const name = definition.name?.value.slice(0, maxNameLength);
  return { tenant, signedInBy, requestId, transport, operation: { kind, name, document } };
}
