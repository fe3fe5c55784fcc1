import type { CoreClient } from '../client/core-client.ts';
import type { TypedDocument } from '../client/document.ts';
import {
  AcknowledgeAlertDocument,
  MarkCollectedDocument,
  SnoozeAlertDocument,
  UnacknowledgeAlertDocument,
  UnmarkCollectedDocument,
  UnsnoozeAlertDocument,
} from '../client/generated/operations.ts';
import type { Alert, Collectable } from './model/arrival-row.ts';

export type MarkKind = 'acknowledged' | 'snoozed' | 'collected' | 'uncollected';

/** The last mark of the viewer, until it is dismissed or replaced by another one. */
export interface MarkReport {
  readonly kind: MarkKind;
  readonly ids: readonly string[];
  readonly state: 'saving' | 'saved' | 'undone' | 'failed';
  /** The reason for the failure. */
  readonly message?: string | undefined;
  readonly undo: () => void;
}

export interface MarkCommandsOptions {
  readonly client: CoreClient;
  /** Called when a mark was set, saved, undone or rejected. */
  readonly onMark: (report: MarkReport) => void;
  /** Called when alerts or arrivals with these ids have to be read again. */
  readonly onSaved: (ids: readonly string[]) => void;
}

type Send = () => Promise<unknown>[];

/** The viewer's marks, which are shown immediately, sent to the server, and removed if the server rejects them. */
export class MarkCommands {
  readonly #options: MarkCommandsOptions;
  /** Marks that are shown before the server has saved them, by the id of the alert, arrival or container. */
  readonly #shown = new Map<string, MarkKind>();
  #last: MarkReport | undefined;

  constructor(options: MarkCommandsOptions) {
    this.#options = options;
  }

  /** Returns the mark that is shown on an alert or arrival until the server's answer is read. */
  shownOn(id: string): MarkKind | undefined {
    return this.#shown.get(id);
  }

  /** Forgets marks when rows with the server's own marks have been loaded. */
  settle(ids: Iterable<string>): void {
    for (const id of ids) this.#shown.delete(id);
  }

  acknowledge(alerts: readonly Alert[]): void {
    this.#run('acknowledged', alerts, this.#onEach(alerts, AcknowledgeAlertDocument), this.#onEach(alerts, UnacknowledgeAlertDocument));
  }

  /** @param until RFC 3339 */
  snooze(alerts: readonly Alert[], until: string): void {
    const send = () => alerts.map(({ id }) => this.#options.client.query(SnoozeAlertDocument, { id, until }));
    this.#run('snoozed', alerts, send, this.#onEach(alerts, UnsnoozeAlertDocument));
  }

  collect(marked: readonly Collectable[]): void {
    this.#run('collected', marked, this.#onCargo(marked, MarkCollectedDocument), this.#onCargo(marked, UnmarkCollectedDocument));
  }

  uncollect(marked: readonly Collectable[]): void {
    this.#run('uncollected', marked, this.#onCargo(marked, UnmarkCollectedDocument), this.#onCargo(marked, MarkCollectedDocument));
  }

  /** Undoes the last mark, if it can still be undone. */
  undoLast(): void {
    if (this.#last?.state === 'saved' || this.#last?.state === 'saving') this.#last.undo();
  }

  #onEach(alerts: readonly Alert[], document: TypedDocument<unknown, { readonly id: string }>): Send {
    return () => alerts.map(({ id }) => this.#options.client.query(document, { id }));
  }

  #onCargo(
    marked: readonly Collectable[],
    document: TypedDocument<unknown, { readonly id: string; readonly equipmentReferences?: readonly string[] }>,
  ): Send {
    const arrivals = [...new Set(marked.map(({ arrivalId }) => arrivalId))];
    return () =>
      arrivals.map((id) => {
        const equipmentReferences = marked.flatMap((each) => (each.arrivalId === id && each.equipmentReference) || []);
        return this.#options.client.query(document, equipmentReferences.length === 0 ? { id } : { id, equipmentReferences });
      });
  }

  #run(kind: MarkKind, marked: readonly { readonly id: string }[], send: Send, revert: Send): void {
    const ids = marked.map(({ id }) => id);
    if (ids.length === 0) return;
    let isUndone = false;
    const report = (state: MarkReport['state'], message?: string): void => {
      this.#last = { kind, ids, state, message, undo };
      this.#options.onMark(this.#last);
    };
    const fail = (error: unknown): void => {
      this.settle(ids);
      report('failed', error instanceof Error ? error.message : String(error));
      // Some or all marks may have been saved, so the server is queried.
      this.#options.onSaved(ids);
    };
    for (const id of ids) this.#shown.set(id, kind);
    const saving = all(send()).then(() => {
      if (!isUndone) report('saved');
      this.#options.onSaved(ids);
    }, fail);
    const undo = (): void => {
      if (isUndone) return;
      isUndone = true;
      this.settle(ids);
      report('undone');
      saving
        .then(() => all(revert()))
        .then(() => this.#options.onSaved(ids))
        .catch(fail);
    };
    report('saving');
  }
}

/** Fails after all requests have been answered if one has failed. */
async function all(requests: readonly Promise<unknown>[]): Promise<void> {
  const answers = await Promise.allSettled(requests);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
