import type { AlertKind, ArrivalFilter, ArrivalOrder, ArrivalState, ReleaseAnswer } from '../../client/generated/operations.ts';
import { type Column, columns, isOwn } from './columns.ts';
import { addDays, dayOf, startOfToday } from './times.ts';

/** The tabs of every board. */
export const tabs = ['attention', 'over', 'today', 'late', 'moved', 'week', 'changed', 'unreleased', 'all'] as const;
export type Tab = (typeof tabs)[number];
/** The tabs that are hidden while they are empty, because each row in them asks for the same action. */
export const warnings: ReadonlySet<Tab> = new Set(['over', 'today', 'late', 'moved']);
/** The date that the range of dates applies to. */
export type DateRangeOf = 'arrival' | 'lastFree';
export type Preset = 'today' | 'tomorrow' | 'next7' | 'next14';

export const states: readonly ArrivalState[] = ['EXPECTED', 'ARRIVED', 'BERTHED', 'DISCHARGE_COMPLETED', 'OMITTED', 'UNKNOWN'];
export const releaseAnswers: readonly ReleaseAnswer[] = ['YES', 'NO', 'UNKNOWN'];
export const orders: readonly ArrivalOrder[] = ['ATTENTION', 'BEST_TIME', 'LAST_FREE_DAY', 'LAST_CHANGE'];
export const alertKinds: readonly AlertKind[] = [
  'ETA_CHANGED',
  'ETA_UNSTEADY',
  'SOURCES_DISAGREE',
  'LAST_FREE_DAY_PASSED',
  'LAST_FREE_DAY_NEAR',
  'RELEASE_WITHDRAWN',
  'RELEASED',
  'PORT_CALL_OMITTED',
  'PORT_CHANGED',
  'TERMINAL_CHANGED',
  'VESSEL_CHANGED',
  'VOYAGE_CHANGED',
  'FREE_TIME_CHANGED',
  'CHARGES_CHANGED',
  'ARRIVED',
  'BERTHED',
  'DISCHARGE_COMPLETED',
  'MATCH_LOST',
  'OVERDUE',
  'NO_NEWS',
];

/** The fields that the column of references can show. */
export const referenceKinds = ['purchaseOrder', 'booking', 'houseBill', 'customerReference', 'pickupNumber'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What the rows are. */
export const rowKinds = ['documents', 'containers', 'ships'] as const;
export type RowKind = (typeof rowKinds)[number];

/** What the viewer has chosen. All of it is in the address of the page. */
export interface ViewState {
  /** Undefined for `attention`, or for `all` while nothing needs attention. */
  readonly tab: Tab | undefined;
  readonly text: string;
  /** UN/LOCODEs. */
  readonly ports: readonly string[];
  readonly partners: readonly string[];
  readonly carrier: string;
  readonly party: string;
  /** Id of the visit of a ship. */
  readonly visit: string;
  readonly states: readonly ArrivalState[];
  readonly released: readonly ReleaseAnswer[];
  readonly alertKinds: readonly AlertKind[];
  readonly dateOf: DateRangeOf;
  /** `YYYY-MM-DD`, or empty without a limit. */
  readonly from: string;
  readonly to: string;
  /** Whether arrivals that are no longer open are shown. */
  readonly hasClosed: boolean;
  /** Undefined for the order of the tab. */
  readonly order: ArrivalOrder | undefined;
  /** Undefined for the usual columns. */
  readonly columns: readonly Column[] | undefined;
  /** What the column of references shows. */
  readonly reference: ReferenceKind;
  readonly rowKind: RowKind;
  /** The opened arrival: `[partner, transportDocumentReference, typeLabel]`. */
  readonly opened: ArrivalKey | undefined;
}

export type ArrivalKey = readonly [partner: string, transportDocumentReference: string, typeLabel?: string];

/** The filters, without tab, order, columns and the opened arrival. */
export const emptyFilters = {
  text: '',
  ports: [],
  partners: [],
  carrier: '',
  party: '',
  visit: '',
  states: [],
  released: [],
  alertKinds: [],
  from: '',
  to: '',
  hasClosed: false,
} as const satisfies Partial<ViewState>;

export const emptyView: ViewState = {
  ...emptyFilters,
  tab: undefined,
  dateOf: 'arrival',
  order: undefined,
  columns: undefined,
  reference: 'purchaseOrder',
  rowKind: 'documents',
  opened: undefined,
};

/** Leads from the documents of one ship back to the ships. */
export const allShips = { visit: '', rowKind: 'ships' } as const satisfies Partial<ViewState>;

/** Returns the number of filters that are set, without the search text. */
export function filterCount(view: ViewState): number {
  const { ports, partners, carrier, party, visit, states, released, alertKinds, from, to, hasClosed } = view;
  const lists = [ports, partners, states, released, alertKinds].filter(({ length }) => length > 0);
  return lists.length + [carrier, party, visit, from || to].filter((text) => text !== '').length + Number(hasClosed);
}

const orderOfTab: Readonly<Record<Tab, ArrivalOrder>> = {
  attention: 'ATTENTION',
  over: 'LAST_FREE_DAY',
  today: 'ATTENTION',
  late: 'BEST_TIME',
  moved: 'ATTENTION',
  week: 'BEST_TIME',
  changed: 'LAST_CHANGE',
  unreleased: 'LAST_FREE_DAY',
  all: 'ATTENTION',
};

/** Returns the order of the rows. */
export function orderOf({ tab = 'attention', order }: Pick<ViewState, 'tab' | 'order'>): ArrivalOrder {
  return order ?? orderOfTab[tab];
}

/** Returns the days of a preset, in the viewer's calendar. */
export function daysOfPreset(preset: Preset, now = new Date()): readonly [from: string, to: string] {
  const today = dayOf(now);
  switch (preset) {
    case 'today':
      return [today, today];
    case 'tomorrow':
      return [addDays(today, 1), addDays(today, 1)];
    case 'next7':
      return [today, addDays(today, 6)];
    case 'next14':
      return [today, addDays(today, 13)];
  }
}

/** Returns the condition of only a tab. */
export function filterOfTab(tab: Tab, now = new Date()): ArrivalFilter {
  switch (tab) {
    case 'attention':
      return { isUrgent: true };
    case 'over':
      return { lastFreeDateTo: addDays(dayOf(now), -1) };
    case 'today':
      return { lastFreeDateFrom: dayOf(now), lastFreeDateTo: dayOf(now) };
    case 'moved':
      return { ...filterOfTab('attention'), alertKinds: ['ETA_CHANGED'] };
    case 'late':
      return { alertKinds: ['OVERDUE'] };
    case 'week': {
      const monday = addDays(dayOf(now), -((now.getDay() + 6) % 7));
      return { bestDateFrom: monday, bestDateTo: addDays(monday, 6) };
    }
    case 'changed':
      return { changedAfter: startOfToday(now) };
    case 'unreleased':
      return { isReleased: ['NO', 'UNKNOWN'] };
    case 'all':
      return {};
  }
}

/** Returns the condition of only the viewer's filters. */
export function filterOfView(view: ViewState): ArrivalFilter {
  const { text, ports, partners, carrier, party, visit, states, released, alertKinds, dateOf, from, to, hasClosed } = view;
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(ports.length === 0 ? {} : { UNLocationCodes: ports }),
    ...(partners.length === 0 ? {} : { partners }),
    ...(carrier === '' ? {} : { carrierCode: carrier }),
    ...(party === '' ? {} : { party }),
    ...(visit === '' ? {} : { visits: [visit] }),
    ...(states.length === 0 ? {} : { states }),
    ...(released.length === 0 ? {} : { isReleased: released }),
    ...(alertKinds.length === 0 ? {} : { alertKinds }),
    ...(from === '' ? {} : dateOf === 'arrival' ? { bestDateFrom: from } : { lastFreeDateFrom: from }),
    ...(to === '' ? {} : dateOf === 'arrival' ? { bestDateTo: to } : { lastFreeDateTo: to }),
    ...(hasClosed ? { isOpen: null } : {}),
  };
}

/**
 * Combines conditions with AND. If several contain the same condition, the first one applies: the filter of a page can
 * be narrowed, but never widened.
 */
export function bothOf(...[first = {}, ...others]: readonly ArrivalFilter[]): ArrivalFilter {
  const [second, ...rest] = others;
  if (second === undefined) return first;
  const merged: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(second)) merged[name] = merge(name, merged[name], value, merged);
  return bothOf(merged, ...rest);
}

function merge(name: string, held: unknown, value: unknown, merged: Record<string, unknown>): unknown {
  if (name === 'isOpen') return name in merged ? held : value;
  if (held == null || value == null) return value ?? held;
  if (Array.isArray(held) && Array.isArray(value)) return held.filter((each) => value.includes(each));
  if (name === 'text' || name === 'party') return `${held} ${value}`;
  if (typeof held === 'string' && typeof value === 'string') {
    if (/(From|After)$/.test(name)) return held > value ? held : value;
    if (name.endsWith('To')) return held < value ? held : value;
  }
  // No arrival has both values.
  if (held !== value) merged['ids'] = [];
  return held;
}

const lists = {
  port: 'ports',
  partner: 'partners',
  state: 'states',
  released: 'released',
  alert: 'alertKinds',
} as const satisfies Record<string, keyof ViewState>;
const accepted: Readonly<Record<string, readonly string[] | undefined>> = { state: states, released: releaseAnswers, alert: alertKinds };
const texts = { q: 'text', carrier: 'carrier', party: 'party', ship: 'visit' } as const satisfies Record<string, keyof ViewState>;
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

/** Formats a view as the query of an address, without `?`; empty for the initial view of the board. */
export function formatView(view: ViewState): string {
  const query = new URLSearchParams();
  if (view.tab !== undefined) query.set('view', view.tab);
  for (const [name, attribute] of Object.entries(texts)) if (view[attribute] !== '') query.set(name, view[attribute]);
  for (const [name, attribute] of Object.entries(lists)) for (const value of view[attribute]) query.append(name, value);
  if (view.from !== '' || view.to !== '') {
    if (view.dateOf !== 'arrival') query.set('date', view.dateOf);
    if (view.from !== '') query.set('from', view.from);
    if (view.to !== '') query.set('to', view.to);
  }
  if (view.hasClosed) query.set('closed', 'true');
  if (view.order !== undefined) query.set('sort', view.order);
  if (view.columns !== undefined) query.set('columns', view.columns.join(','));
  if (view.reference !== emptyView.reference) query.set('reference', view.reference);
  if (view.rowKind !== emptyView.rowKind) query.set('rows', view.rowKind);
  for (const part of view.opened ?? []) query.append('arrival', part ?? '');
  return query.toString();
}

/** Parses the result of {@link formatView}; unknown parts are ignored. */
export function parseView(text: string): ViewState {
  const query = new URLSearchParams(text);
  const listed = (name: string) => query.getAll(name).filter((value) => value !== '' && (accepted[name]?.includes(value) ?? true));
  const one = <Value extends string>(name: string, values: readonly Value[]) => values.find((value) => value === query.get(name));
  const [from, to] = [query.get('from'), query.get('to')];
  const [partner, reference, label] = query.getAll('arrival');
  const shown = query.get('columns')?.split(',');
  return {
    ...emptyView,
    tab: one('view', tabs),
    ...Object.fromEntries(Object.entries(texts).map(([name, attribute]) => [attribute, query.get(name) ?? ''])),
    ...Object.fromEntries(Object.entries(lists).map(([name, attribute]) => [attribute, listed(name)])),
    dateOf: query.get('date') === 'lastFree' ? 'lastFree' : 'arrival',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    hasClosed: query.get('closed') === 'true',
    order: one('sort', orders),
    columns: shown && [...columns.filter((column) => shown.includes(column)), ...shown.filter(isOwn)],
    reference: one('reference', referenceKinds) ?? emptyView.reference,
    rowKind: one('rows', rowKinds) ?? emptyView.rowKind,
    opened: partner && reference ? (label === undefined ? [partner, reference] : [partner, reference, label]) : undefined,
  };
}
