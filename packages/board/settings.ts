import type { ArrivalFilter } from '../client/generated/operations.ts';
import type { Zone } from './model/times.ts';
import { parseView, type ViewState } from './model/view-state.ts';

/** The settings in the attributes of the element. */
export interface Settings {
  /** Absolute address of `/graphql`. */
  readonly endpoint: string;
  readonly filter: ArrivalFilter;
  readonly hasBadFilter: boolean;
  readonly density: 'comfortable' | 'compact';
  readonly zone: Zone;
  /** Language of the texts: that of the nearest element with `lang`, otherwise the browser's. BCP 47 tag. */
  readonly lang: string;
  /** The initial view. */
  readonly view: ViewState;
}

/** Reads the attributes; missing and invalid ones have their defaults. */
export function readSettings(element: HTMLElement): Settings {
  const filter = filterIn(element.getAttribute('filter'));
  return {
    endpoint: new URL(element.getAttribute('endpoint') ?? '/graphql', document.baseURI).href,
    filter: filter ?? {},
    hasBadFilter: filter === undefined,
    density: element.getAttribute('density') === 'compact' ? 'compact' : 'comfortable',
    zone: element.getAttribute('zone') === 'port' ? 'port' : 'viewer',
    lang: element.closest('[lang]')?.getAttribute('lang') || navigator.language,
    view: parseView(element.getAttribute('view') ?? ''),
  };
}

/** @returns undefined if the text is not a JSON object */
function filterIn(text: string | null): ArrivalFilter | undefined {
  if (text === null || text.trim() === '') return {};
  try {
    const filter: unknown = JSON.parse(text);
    return typeof filter === 'object' && filter !== null && !Array.isArray(filter) ? filter : undefined;
  } catch {
    return undefined;
  }
}
