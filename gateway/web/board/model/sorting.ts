import type { Row } from './rows.ts';

/** Orders of the list. The first two are the server's; the others sort what is loaded. */
export const sortings = ['RECENTLY_CHANGED', 'NEWEST_FIRST', 'arrival', 'port', 'vessel', 'reference'] as const;
export type Sorting = (typeof sortings)[number];

/** The order of the pages that are requested from the server. */
export function serverOrderOf(sorting: Sorting): 'RECENTLY_CHANGED' | 'NEWEST_FIRST' {
  return sorting === 'NEWEST_FIRST' ? 'NEWEST_FIRST' : 'RECENTLY_CHANGED';
}

/** Whether the order applies to the loaded rows only. */
export function isSortedHere(sorting: Sorting): boolean {
  return sorting !== 'RECENTLY_CHANGED' && sorting !== 'NEWEST_FIRST';
}

/** Compares two rows; rows without the sorted value come last. */
export function compareRows(sorting: Sorting): (left: Row, right: Row) => number {
  // Landfall writes all instants of receipt in one format, so they compare as strings; parsing would dominate the
  // sorting.
  const byChange = (left: Row, right: Row) => compareTexts(right.receivedAt, left.receivedAt);
  const byText = (textOf: (row: Row) => string | undefined) => (left: Row, right: Row) =>
    compareTexts(textOf(left), textOf(right)) || byChange(left, right);
  switch (sorting) {
    case 'RECENTLY_CHANGED':
      return byChange;
    case 'NEWEST_FIRST':
      return (left, right) => compareTexts(right.firstReceivedAt, left.firstReceivedAt);
    case 'arrival':
      return byText(({ arrivalDay }) => arrivalDay);
    case 'port':
      return byText(({ UNLocationCode }) => UNLocationCode);
    case 'vessel':
      return byText(({ leg }) => leg?.vesselName);
    case 'reference':
      return byText(({ transportDocumentReference }) => transportDocumentReference);
  }
}

function compareTexts(left: string | undefined, right: string | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right ? -1 : 1;
}
