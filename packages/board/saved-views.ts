/** A view that the viewer has named. */
export interface SavedView {
  readonly name: string;
  /** The result of `formatView`. */
  readonly query: string;
}

const storedAt = 'landfall-views';
const maxViews = 12;

/** Reads the views that are saved in this browser. */
export function readViews(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedAt) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView).slice(0, maxViews) : [];
  } catch {
    // Pages may be forbidden to store anything.
    return [];
  }
}

/** Saves a view, replacing one with the same name. */
export function saveView(view: SavedView): readonly SavedView[] {
  return writeViews([...readViews().filter(({ name }) => name !== view.name), view].slice(-maxViews));
}

export function removeView(name: string): readonly SavedView[] {
  return writeViews(readViews().filter((view) => view.name !== name));
}

function writeViews(views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(storedAt, JSON.stringify(views));
  } catch {
    // The views then exist only as long as the page.
  }
  return views;
}

/** The page that embeds the board, and earlier versions of the board, write to the same store. */
function isView(view: unknown): view is SavedView {
  return (
    typeof view === 'object' &&
    view !== null &&
    'name' in view &&
    'query' in view &&
    typeof view.name === 'string' &&
    typeof view.query === 'string'
  );
}
