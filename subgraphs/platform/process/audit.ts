import type { RowCounts } from '../access/row-counter.ts';
import type { ErrorCode } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { PublishAnswered } from '../publisher/get/routes.ts';
import type { PushAnswered } from '../receiver/routes.ts';

/** Who asked for what, and how. Nothing of it is a secret, and nothing a person's. */
export interface AccessLine {
  /** Name in the access file; empty where access is open. */
  readonly tenant: string;
  readonly signedInBy: string;
  readonly requestId: string;
  readonly transport: string;
  readonly operation: {
    readonly kind: string;
    readonly name?: string | undefined;
    /** SHA-256 of the document in hex: the id that a trusted document has. */
    readonly document?: string | undefined;
  };
}

/** What a subscription was sent since the line before. */
export interface SentLine extends AccessLine, Partial<RowCounts> {
  readonly events: number;
}

/** Writes down who was given confidential rows, and what partners pushed and read: one line each, `audit: true`. */
export interface Audit {
  /** Whether anything is written now. */
  readonly isOn: boolean;
  /** An operation was answered with confidential rows. */
  rowsRead(line: AccessLine & RowCounts & { readonly outcome: 'ok' | 'errors' }): void;
  subscriptionBegan(line: AccessLine): void;
  rowsSent(line: SentLine): void;
  /** @param line.outcome `ended` by the client or the connection, or why it was ended */
  subscriptionEnded(line: SentLine & { readonly outcome: 'ended' | ErrorCode }): void;
  /** A push was answered, whatever the answer was. */
  pushAnswered(push: PushAnswered): void;
  /** A subscriber asked for confidential rows, whatever the answer was. */
  pageAnswered(page: PublishAnswered): void;
}

export interface AuditOptions {
  readonly logger: Logger;
  /** Default: on unless access is open. */
  readonly setting: 'on' | 'off' | undefined;
  /** Looked at for every line: access may be open for a while. */
  readonly isOpen: () => boolean;
}

/**
 * Opens the audit log. It goes where the log goes, at level `info` and whatever level the log has: who quiets the log does
 * not quiet this. Its lines hold what they are given and no more, so they are not searched for what has to be redacted,
 * which would take several times as long as writing them.
 */
export function openAudit({ logger, setting, isOpen }: AuditOptions): Audit {
  const isOn = () => (setting === undefined ? !isOpen() : setting === 'on');
  const lines = logger.child({ audit: true }, { level: 'info', redact: [] });
  const write = (line: object, message: string) => {
    if (isOn()) lines.info(line, message);
  };
  return {
    get isOn() {
      return isOn();
    },
    rowsRead: (line) => write(line, 'confidential rows were read'),
    subscriptionBegan: (line) => write(line, 'a subscription to confidential rows began'),
    rowsSent: (line) => write(line, 'confidential rows were sent'),
    subscriptionEnded: (line) => write(line, 'a subscription to confidential rows ended'),
    pushAnswered: ({ partner = 'unknown', path, status, code, requestId, objects, counts }) =>
      write({ partner, path, requestId, status, code, objects, ...counts }, status === 200 ? 'a push was accepted' : 'a push was refused'),
    pageAnswered: ({ partner = 'unknown', path, status, code, requestId, rows, rowKind, sources }) => {
      if (rowKind === undefined) return;
      const counts = rows === 0 ? {} : { rows: { [rowKind]: rows }, partners: sources };
      write({ partner, path, requestId, status, code, ...counts }, status === 200 ? 'a subscriber read' : 'a subscriber was refused');
    },
  };
}
