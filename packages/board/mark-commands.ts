import type { CoreClient } from '../client/core-client.ts';
import { ApplyMarksDocument, type MarkInput } from '../client/generated/operations.ts';
import { type Collectable, type Markable, referenceOf } from './model/arrival-row.ts';

export type MarkKind = 'acknowledged' | 'snoozed' | 'collected' | 'uncollected';

/** The last mark of the viewer, until it is dismissed or replaced by another one. */
export interface MarkReport {
  readonly kind: MarkKind;
  /** The names of what was marked. */
  readonly references: readonly string[];
  readonly state: 'saving' | 'saved' | 'undone' | 'failed';
  /** How many marks of a saved report were not saved. */
  readonly failedCount?: number | undefined;
  /** The reason for the failure. */
  readonly message?: string | undefined;
  readonly undo: () => void;
}

export interface MarkCommandsOptions {
  readonly client: CoreClient;
  /** Called when a mark was set, saved, undone or rejected. */
  readonly onMark: (report: MarkReport) => void;
  /** Called when these arrivals have to be read again. */
  readonly onSaved: (arrivals: readonly string[]) => void;
}

/** Maximum number of marks in one request. */
const mostMarks = 500;

/** The viewer's marks, which are shown immediately, sent to the server, and removed if the server rejects them. */
export class MarkCommands {
  readonly #options: MarkCommandsOptions;
  /** Marks that are shown before the server has saved them, by the id of the alert, arrival or container. */
  readonly #shown = new Map<string, { readonly kind: MarkKind; readonly arrivalId: string }>();
  #last: MarkReport | undefined;

  constructor(options: MarkCommandsOptions) {
    this.#options = options;
  }

  /** Returns the mark that is shown on an alert or arrival until the server's answer is read. */
  shownOn(id: string): MarkKind | undefined {
    return this.#shown.get(id)?.kind;
  }

  /** Returns whether an arrival or container is collected, also by a mark that the server has not saved. */
  isCollected({ id, isCollected }: Pick<Collectable, 'id' | 'isCollected'>): boolean {
    const mark = this.shownOn(id);
    return mark === 'collected' || (isCollected && mark !== 'uncollected');
  }

  /** Forgets marks of arrivals that have been loaded with the server's own marks. */
  settle(arrivals: readonly string[]): void {
    const settled = new Set(arrivals);
    for (const [id, { arrivalId }] of this.#shown) if (settled.has(arrivalId)) this.#shown.delete(id);
  }

  acknowledge(alerts: readonly Markable[]): void {
    const marks = alerts.map(({ id, alertsSeen }): MarkInput => ({ action: 'ACKNOWLEDGE', id, alertsSeen }));
    this.#run('acknowledged', alerts, marks);
  }

  /** @param until RFC 3339 */
  snooze(alerts: readonly Markable[], until: string): void {
    const marks = alerts.map(({ id, alertsSeen }): MarkInput => ({ action: 'SNOOZE', id, until, alertsSeen }));
    this.#run('snoozed', alerts, marks);
  }

  collect(cargo: readonly Collectable[]): void {
    this.#run('collected', cargo, marksOn(cargo, 'MARK_COLLECTED'));
  }

  uncollect(cargo: readonly Collectable[]): void {
    this.#run('uncollected', cargo, marksOn(cargo, 'UNMARK_COLLECTED'));
  }

  /** Undoes the last mark, if it can still be undone. */
  undoLast(): void {
    if (this.#last?.state === 'saved' || this.#last?.state === 'saving') this.#last.undo();
  }

  #run(kind: MarkKind, marked: readonly Markable[], marks: readonly MarkInput[]): void {
    if (marked.length === 0) return;
    const references = [...new Set(marked.map(nameOf))];
    // Their rows may leave the list before the mark is undone.
    const arrivals = [...new Set(marked.map(({ arrival }) => arrival.id))];
    const forget = () => {
      for (const { id } of marked) this.#shown.delete(id);
    };
    let isUndone = false;
    const { onMark, onSaved } = this.#options;
    const report = (state: MarkReport['state'], more: Pick<MarkReport, 'message' | 'failedCount'> = {}): void => {
      this.#last = { kind, references, state, ...more, undo };
      onMark(this.#last);
    };
    const fail = (error: unknown): void => {
      forget();
      report('failed', { message: error instanceof Error ? error.message : String(error) });
      // Some or all marks may have been saved, so the server is queried.
      onSaved(arrivals);
    };
    for (const { id, arrival } of marked) this.#shown.set(id, { kind, arrivalId: arrival.id });
    const saving = this.#apply(marks).then((saved) => {
      const { undo: reverts, isFailed, failedCount, message } = saved;
      if (failedCount > 0) forget();
      if (!isUndone) report(isFailed ? 'failed' : 'saved', { failedCount, message });
      onSaved(arrivals);
      return reverts;
    });
    saving.catch(fail);
    const undo = (): void => {
      if (isUndone) return;
      isUndone = true;
      forget();
      report('undone');
      saving
        .then((reverts) => this.#apply(reverts))
        .then(() => onSaved(arrivals))
        .catch(fail);
    };
    report('saving');
  }

  /** Sends marks, of which one on a ship has several results. @returns those that take them back, and how many or whether all failed */
  async #apply(
    marks: readonly MarkInput[],
  ): Promise<{ undo: MarkInput[]; isFailed: boolean; failedCount: number; message: string | undefined }> {
    const undo: MarkInput[] = [];
    const messages: string[] = [];
    let count = 0;
    for (let at = 0; at < marks.length; at += mostMarks) {
      const { data } = await this.#options.client.query(ApplyMarksDocument, { marks: marks.slice(at, at + mostMarks) });
      for (const result of data.applyMarks ?? []) {
        count += 1;
        if (result.undo !== null) undo.push(result.undo);
        if (result.code !== null) messages.push(result.message ?? result.code);
      }
    }
    return { undo, isFailed: count > 0 && messages.length === count, failedCount: messages.length, message: messages[0] };
  }
}

/** Returns one mark for each arrival, with its containers. */
function marksOn(cargo: readonly Collectable[], action: MarkInput['action']): MarkInput[] {
  return [...new Set(cargo.map(({ arrival }) => arrival.id))].map((id) => {
    const equipmentReferences = cargo.flatMap((each) => (each.arrival.id === id && each.equipmentReference) || []);
    return equipmentReferences.length === 0 ? { action, id } : { action, id, equipmentReferences };
  });
}

/** Returns the number of a container, otherwise the name of the document or ship. */
function nameOf({ arrival, ...marked }: Markable | Collectable): string {
  return ('equipmentReference' in marked && marked.equipmentReference) || referenceOf({ ...arrival, box: undefined });
}
