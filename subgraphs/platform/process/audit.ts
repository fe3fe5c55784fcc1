import type { RowKind } from '../access/row-counter.ts';
import type { Logger } from '../logger.ts';
import type { MadeAttempt } from '../publisher/deliveries/delivery-queue.ts';
import type { PublishAnswered } from '../publisher/get/routes.ts';
import type { PushAnswered } from '../receiver/routes.ts';
import type { LogName } from '../store/version-store.ts';

/** Logs accesses to confidential rows, and pushes and reads of partners: one line each, with `audit: true`. */
export type Audit = ReturnType<typeof openAudit>;

/** Kinds of rows that webhooks send, by log. */
const rowKinds = {
  'arrival-notice-versions': 'noticeVersions',
  'arrival-notice-notifications': 'notifications',
  'port-call-events': 'portCallEvents',
  'arrival-alerts': 'arrivalAlerts',
} as const satisfies Readonly<Record<LogName, RowKind>>;

/** What a line of the log says about an attempt to send an event to a webhook. */
const webhookMessages = {
  DELIVERED: 'a webhook was sent an event',
  RETRY: 'a webhook did not accept an event',
  REFUSED: 'a webhook did not accept an event',
  PAUSE: 'a webhook was disabled by its answer',
} as const satisfies Readonly<Record<MadeAttempt['outcome'], string>>;

/**
 * Opens the audit log. It writes at level `info`, whatever the level of the log. Its lines contain only the given
 * fields, so redaction is disabled, which would take several times as long as writing them.
 *
 * @param setting default: on, unless access is open
 * @param isOpen evaluated for every line, because access may become restricted
 */
export function openAudit({
  logger,
  setting,
  isOpen,
}: {
  readonly logger: Logger;
  readonly setting: 'on' | 'off' | undefined;
  readonly isOpen: () => boolean;
}) {
  const isOn = () => (setting === undefined ? !isOpen() : setting === 'on');
  const lines = logger.child({ audit: true }, { level: 'info', redact: [] });
  const write = (line: object, message: string) => {
    if (isOn()) lines.info(line, message);
  };
  return {
    get isOn() {
      return isOn();
    },
    write,
    /** Logs a push, whatever the response. */
    pushAnswered: ({ partner = 'unknown', path, status, code, requestId, objects, counts }: PushAnswered) =>
      write({ partner, path, requestId, status, code, objects, ...counts }, status === 200 ? 'a push was accepted' : 'a push was refused'),
    /** Logs a subscriber's request for confidential rows, whatever the response. */
    pageAnswered: ({ partner = 'unknown', path, status, code, requestId, rows, rowKind, sources }: PublishAnswered) => {
      if (rowKind === undefined) return;
      const counts = rows === 0 ? {} : { rows: { [rowKind]: rows }, partners: sources };
      write({ partner, path, requestId, status, code, ...counts }, status === 200 ? 'a subscriber read' : 'a subscriber was refused');
    },
    /** Logs an attempt to send an event to a webhook of a tenant, whatever the response. */
    webhookAttempted: ({ subscriber, log, message, outcome, versions, partners }: MadeAttempt) => {
      const line = { subscriber, message, outcome, rows: { [rowKinds[log]]: versions }, partners };
      write(line, webhookMessages[outcome]);
    },
  };
}
