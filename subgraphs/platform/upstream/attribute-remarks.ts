import { type FeedbackElement, feedback } from '@landfall/dcsa/feedback.ts';
import type { Logger } from '../logger.ts';
import type { Partner } from '../partners/partner.ts';
import type { Corrections } from '../partners/quirks.ts';
import { readingLines, type SchemaViolation } from '../wire/shape-check.ts';

/** Maximum number of attributes of one answer that have a remark. */
const maxAttributes = 20;

/**
 * Collects remarks on the rows of an answer: one for each attribute with its first value and the number of the others,
 * because a partner that writes its times differently does so in each row.
 *
 * @param corrections those of the partner's file
 */
export function createAttributeRemarks(corrections: Corrections) {
  const attributes = new Map<string, { readonly first: SchemaViolation; count: number }>();
  const remarks = () =>
    [...attributes.values()].map(({ first: { path, message, line }, count }) => {
      const advice = line === undefined ? '' : `.${adviceOn(line, corrections)}`;
      return { path, text: `${path} ${message}${count === 1 ? '' : ` (and ${count - 1} more)`}${advice}` };
    });
  return {
    /** @param row JSONPath of the row @param violations those in the row */
    add: (row: string, violations: readonly SchemaViolation[]) => {
      for (const violation of violations) {
        const attribute = violation.path.replaceAll(/\[\d+\]/g, '');
        const known = attributes.get(attribute);
        if (known !== undefined) known.count += 1;
        else if (attributes.size < maxAttributes) {
          attributes.set(attribute, { first: { ...violation, path: `${row}${violation.path.slice(1)}` }, count: 1 });
        }
      }
    },
    remarks,
    /** Returns the remarks for the report on a source, and logs the attributes without their values for the operator. */
    report: (logger: Logger, { id: partner }: Pick<Partner, 'id'>): readonly FeedbackElement[] => {
      if (attributes.size > 0) logger.warn({ partner, attributes: [...attributes.keys()] }, 'an answer of a partner is not understood');
      return remarks().map(({ path, text }) => feedback('WARN', text, path));
    },
  };
}

/** Returns the violations of which nothing is known of what the value, or the member, means. */
export function unreadOf(violations: readonly SchemaViolation[] = []): readonly SchemaViolation[] {
  return violations.filter(({ isUnread }) => isUnread);
}

/** Returns a sentence about the line of the partner's file with which a value is read, if there is one. */
export function adviceOn(line: string | undefined, { timesWithoutOffset }: Corrections): string {
  if (line === undefined) return '';
  if (line !== readingLines.localTimes) return ` Add ${line} to the partner's file to read it.`;
  const places = 'if it is the local time of the port, timesWithoutOffset: UTC if it is UTC';
  if (timesWithoutOffset === undefined) return ` Add ${line} to the partner's file ${places}.`;
  return ' The time zone of its port is unknown.';
}
