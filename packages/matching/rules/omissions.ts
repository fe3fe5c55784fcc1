import type { CallRecord, EventRecord } from '../claims/records.ts';

/**
 * OMITTED_CALL: returns whether the newest event that states it marks the visit as omitted. Of equally new events an
 * omission takes precedence: reversing an omission is stated, and other events do not mention it.
 */
export function isVisitOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isOmitted }) => isOmitted);
}

/** Returns whether the call at this terminal is omitted, by the same rule. */
export function isTerminalCallOmitted(records: readonly (CallRecord | EventRecord)[]): boolean {
  return newestOf(records, ({ isTerminalCallOmitted: isOmitted }) => isOmitted);
}

function newestOf(records: readonly (CallRecord | EventRecord)[], readIsOmitted: (event: EventRecord) => boolean | undefined): boolean {
  let [newest, isOmitted] = ['', false];
  for (const record of records) {
    const stated = 'updatedAt' in record ? readIsOmitted(record) : undefined;
    if (stated === undefined || !('updatedAt' in record)) continue;
    if (record.updatedAt > newest) [newest, isOmitted] = [record.updatedAt, stated];
    else if (record.updatedAt === newest) isOmitted ||= stated;
  }
  return isOmitted;
}
