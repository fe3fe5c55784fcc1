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
export function drawnRows(view: ListView): { readonly first: number; readonly last: number } {
  const visible = visibleRows(view);
  const first = Math.max(0, Math.floor((visible.first - overscan) / step) * step);
  const last = Math.ceil((visible.last + overscan + 1) / step) * step - 1;
  return { first, last: Math.min(view.count - 1, last) };
}

/** Returns the indices of the rows that are at least partly visible. */
function visibleRows({ scrollTop, height, rowHeight, count }: ListView): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight));
  return { first, last: Math.min(count - 1, Math.ceil((scrollTop + height) / rowHeight)) };
}

/** Returns the scroll position at which a row is entirely visible; `scrollTop` if it already is. */
export function scrollTopFor(index: number, { scrollTop, height, rowHeight }: ListView): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}
