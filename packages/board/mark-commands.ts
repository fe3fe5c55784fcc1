import type { CoreClient } from '../client/core-client.ts';
import { ApplyMarksDocument, type MarkInput } from '../client/generated/operations.ts';
import type { Collectable } from './model/arrival-row.ts';

/** An alert, or a ship with those of its alerts that were shown. */
export type Markable = Pick<MarkInput, 'id' | 'alertsSeen'>;

export type MarkKind = 'acknowledged' | 'snoozed' | 'collected' | 'uncollected';

/** The last mark of the viewer, until it is dismissed or replaced by another one. */
export interface MarkReport {
  readonly kind: MarkKind;
  readonly ids: readonly string[];
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
  /** Returns the ids of the arrivals that are marked; their rows may leave the list before the mark is undone. */
  readonly arrivalsOf: (ids: readonly string[]) => readonly string[];
  /** Called when these arrivals have to be read again. */
  readonly onSaved: (arrivals: readonly string[]) => void;
}

/** Maximum number of marks in one request. */
const mostMarks = 500;

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

  /** Returns whether an arrival or container is collected, also by a mark that the server has not saved. */
  isCollected({ id, isCollected }: Pick<Collectable, 'id' | 'isCollected'>): boolean {
    const mark = this.#shown.get(id);
    return mark === 'collected' || (isCollected && mark !== 'uncollected');
  }

  /** Forgets marks when rows with the server's own marks have been loaded. */
  settle(ids: Iterable<string>): void {
    for (const id of ids) this.#shown.delete(id);
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

  #run(kind: MarkKind, marked: readonly Pick<MarkInput, 'id'>[], marks: readonly MarkInput[]): void {
    const ids = marked.map(({ id }) => String(id));
    if (ids.length === 0) return;
    let isUndone = false;
    const { arrivalsOf, onMark, onSaved } = this.#options;
    const arrivals = arrivalsOf(ids);
    const report = (state: MarkReport['state'], more: Pick<MarkReport, 'message' | 'failedCount'> = {}): void => {
      this.#last = { kind, ids, state, ...more, undo };
      onMark(this.#last);
    };
    const fail = (error: unknown): void => {
      this.settle(ids);
      report('failed', { message: error instanceof Error ? error.message : String(error) });
      // Some or all marks may have been saved, so the server is queried.
      onSaved(arrivals);
    };
    for (const id of ids) this.#shown.set(id, kind);
    const saving = this.#apply(marks).then((saved) => {
      const { undo: reverts, isFailed, failedCount, message } = saved;
      if (failedCount > 0) this.settle(ids);
      if (!isUndone) report(isFailed ? 'failed' : 'saved', { failedCount, message });
      onSaved(arrivals);
      return reverts;
    });
    saving.catch(fail);
    const undo = (): void => {
      if (isUndone) return;
      isUndone = true;
      this.settle(ids);
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
  return [...new Set(cargo.map(({ arrivalId }) => arrivalId))].map((id) => {
    const equipmentReferences = cargo.flatMap((each) => (each.arrivalId === id && each.equipmentReference) || []);
    return equipmentReferences.length === 0 ? { action, id } : { action, id, equipmentReferences };
  });
}
