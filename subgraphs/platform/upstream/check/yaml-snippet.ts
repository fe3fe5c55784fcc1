import type { EndpointField } from '../../partners/endpoint-of.ts';
import { differs, type ProfileLine } from './capability-profile.ts';

/** Column of comments, unless a line is longer. */
const commentColumn = 44;

/**
 * Formats the found profile as YAML to paste into the partner's file. Each line that differs from the file has a comment
 * with the claim; each line that no probe determined is marked.
 */
export function yamlSnippetOf(field: EndpointField, lines: readonly ProfileLine[]): string {
  const filters = lines.filter((line) => line.field === 'filters');
  const written = lines.flatMap((line) => {
    if (line.field !== 'filters') return [withComment(`  ${line.field}: ${line.found}`, commentOf(line))];
    // The list is placed where its first element is.
    return line === filters[0] ? filterLines(filters) : [];
  });
  return `${[`${field}:`, ...written].join('\n')}\n`;
}

function filterLines(filters: readonly ProfileLine[]): string[] {
  const isEmpty = filters.every(({ found }) => found === undefined);
  const lines = filters.map((line) =>
    line.found === undefined ? `    # - ${line.filter}: claimed, ${line.note}` : withComment(`    - ${line.found}`, commentOf(line)),
  );
  return [isEmpty ? '  filters: []' : '  filters:', ...lines];
}

function commentOf(line: ProfileLine): string | undefined {
  if (!line.isDetermined) return 'not checked';
  if (!differs(line)) return undefined;
  return line.filter === undefined ? `claimed: ${line.claimed}` : `not claimed, ${line.note}`;
}

function withComment(text: string, comment: string | undefined): string {
  return comment === undefined ? text : `${text.padEnd(commentColumn)} # ${comment}`;
}
