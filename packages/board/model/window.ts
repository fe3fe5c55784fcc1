/** The visible part of a long list; all lengths are in pixels. */
export interface ListView {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Number of rows that are drawn beyond each edge, so that a fast scroll finds them drawn. */
const overscan = 4;
/** The edges move by this number of rows at a time, so that most frames of a scroll draw nothing. */
const step = 4;

/** Returns the indices of the rows to draw, from `first` to `last` inclusive; none if `last` is less than `first`. */
export function drawnRows({ scrollTop, height, rowHeight, count }: ListView): { readonly first: number; readonly last: number } {
  const first = Math.floor((Math.floor(scrollTop / rowHeight) - overscan) / step) * step;
  const last = Math.ceil((Math.ceil((scrollTop + height) / rowHeight) + overscan + 1) / step) * step - 1;
  return { first: Math.max(0, first), last: Math.min(count - 1, last) };
}

/** Returns the scroll position at which a row is entirely visible; `scrollTop` if it already is. */
export function scrollTopFor(index: number, { scrollTop, height, rowHeight }: ListView): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}
