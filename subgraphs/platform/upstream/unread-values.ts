import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import type { Corrections } from '../partners/quirks.ts';
import { readingLines, type SchemaViolation } from '../wire/shape-check.ts';

/** Maximum number of attributes of one answer for which a remark is shown. */
const maxAttributes = 20;

/**
 * Collects the values of a partner's answer that are not understood, for the report on the source: the first value of each
 * attribute and the number of the others, because a partner that writes its times differently does so in each row.
 *
 * @param corrections those of the partner's file
 */
export function createUnreadValues(corrections: Corrections) {
  const attributes = new Map<string, { readonly first: string; readonly path: string; count: number }>();
  return {
    /** @param row JSONPath of the row */
    add: (row: string, violations: readonly SchemaViolation[]) => {
      for (const { path, message, isUnread, line } of violations) {
        const attribute = attributeOf(path);
        const known = attributes.get(attribute);
        if (known !== undefined && isUnread) known.count += 1;
        else if (isUnread && attributes.size < maxAttributes) {
          const at = `${row}${path.slice(1)}`;
          attributes.set(attribute, { path: at, first: `${at} is not understood: ${message}.${adviceOn(line, corrections)}`, count: 1 });
        }
      }
    },
    remarks: (): readonly FeedbackElement[] =>
      [...attributes.values()].map(({ first, path, count }) =>
        feedback('WARN', count === 1 ? first : `${first} The same holds for ${count - 1} more values of this attribute.`, path),
      ),
  };
}

/** Returns a JSONPath without the positions in lists. */
export function attributeOf(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '');
}

/** Returns a sentence about the line of the partner's file with which a value is read, if there is one. */
export function adviceOn(line: string | undefined, { timesWithoutOffset }: Corrections): string {
  if (line === undefined) return '';
  if (line !== readingLines.localTimes) return ` Add ${line} to the partner's file to read it.`;
  const places = 'if it is the local time of the port, timesWithoutOffset: UTC if it is UTC';
  if (timesWithoutOffset === undefined) return ` Add ${line} to the partner's file ${places}.`;
  return ' The time zone of its port is unknown.';
}
