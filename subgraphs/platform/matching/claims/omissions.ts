import type { CallRecord, EventRecord } from './records.ts';

/**
 * Whether the visit is skipped: what the newest event says that says anything about it. Of equally new ones an omission
 * counts, for taking back an omission is news, and keeping silent about it is not.
 */
export function isVisitOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isOmitted }) => isOmitted);
}

/** Whether the call at this terminal is skipped, by the same rule. */
export function isTerminalCallOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isTerminalCallOmitted: isOmitted }) => isOmitted);
}

function newestOf(records: readonly (CallRecord | EventRecord)[], readIsOmitted: (event: EventRecord) => boolean | undefined): boolean {
  let [newest, isOmitted] = ['', false];
  for (const record of records) {
    const said = 'updatedAt' in record ? readIsOmitted(record) : undefined;
    if (said === undefined || !('updatedAt' in record)) continue;
    if (record.updatedAt > newest) [newest, isOmitted] = [record.updatedAt, said];
    else if (record.updatedAt === newest) isOmitted ||= said;
  }
  return isOmitted;
}
