import type { AlertKind, ArrivalFilter, ArrivalOrder, ArrivalState, ReleaseAnswer } from '../../client/generated/operations.ts';
import { type Column, columns, isOwn } from './columns.ts';
import { addDays, dayOf, startOfToday } from './times.ts';

/** The tabs of every board. */
export const tabs = ['attention', 'over', 'today', 'late', 'moved', 'week', 'changed', 'unreleased', 'all'] as const;
export type Tab = (typeof tabs)[number];
/** The date that the range of dates applies to. */
export type DateRangeOf = 'arrival' | 'lastFree';

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

interface TabShape {
  readonly order: ArrivalOrder;
  /** The condition of the tab alone, on a day of the viewer. */
  readonly filter: (today: string, now: Date) => ArrivalFilter;
}

const tabShapes: Readonly<Record<Tab, TabShape>> = {
  attention: { order: 'ATTENTION', filter: () => ({ isUrgent: true }) },
  over: { order: 'LAST_FREE_DAY', filter: (today) => ({ lastFreeDateTo: addDays(today, -1) }) },
  today: { order: 'ATTENTION', filter: (today) => ({ lastFreeDateFrom: today, lastFreeDateTo: today }) },
  late: { order: 'BEST_TIME', filter: () => ({ alertKinds: ['OVERDUE'] }) },
  moved: { order: 'ATTENTION', filter: () => ({ isUrgent: true, alertKinds: ['ETA_CHANGED'] }) },
  week: {
    order: 'BEST_TIME',
    filter: (today, now) => {
      const monday = addDays(today, -((now.getDay() + 6) % 7));
      return { bestDateFrom: monday, bestDateTo: addDays(monday, 6) };
    },
  },
  changed: { order: 'LAST_CHANGE', filter: (_, now) => ({ changedAfter: startOfToday(now) }) },
  unreleased: { order: 'LAST_FREE_DAY', filter: () => ({ isReleased: ['NO', 'UNKNOWN'] }) },
  all: { order: 'ATTENTION', filter: () => ({}) },
};
/** The tabs that are hidden while they are empty, because each row in them asks for the same action. */
export const warnings: ReadonlySet<Tab> = new Set(['over', 'today', 'late', 'moved']);

/** Returns the order of the rows. */
export function orderOf({ tab = 'attention', order }: Pick<ViewState, 'tab' | 'order'>): ArrivalOrder {
  return order ?? tabShapes[tab].order;
}

/** Returns the condition of only a tab. */
export function filterOfTab(tab: Tab, now = new Date()): ArrivalFilter {
  return tabShapes[tab].filter(dayOf(now), now);
}

/** Ranges of days: the first and the last one, counted from today. */
const presetDays = { today: [0, 0], tomorrow: [1, 1], next7: [0, 6], next14: [0, 13] } as const;
export type Preset = keyof typeof presetDays;
export const presets = Object.keys(presetDays) as Preset[];

/** Returns the days of a preset, in the viewer's calendar. */
export function daysOfPreset(preset: Preset, now: Date): Pick<ViewState, 'from' | 'to'> {
  const [from, to] = presetDays[preset].map((count) => addDays(dayOf(now), count));
  return { from: from ?? '', to: to ?? '' };
}

/** Returns the condition of only the viewer's filters. */
export function filterOfView(view: ViewState): ArrivalFilter {
  const { text, ports, partners, carrier, party, visit, states, released, alertKinds, dateOf, from, to, hasClosed } = view;
  const wanted = {
    text: text.trim(),
    UNLocationCodes: ports,
    partners,
    carrierCode: carrier,
    party,
    visits: visit === '' ? [] : [visit],
    states,
    isReleased: released,
    alertKinds,
    ...(dateOf === 'arrival' ? { bestDateFrom: from, bestDateTo: to } : { lastFreeDateFrom: from, lastFreeDateTo: to }),
  } satisfies ArrivalFilter;
  const chosen = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.length > 0));
  return hasClosed ? { ...chosen, isOpen: null } : chosen;
}

/** Returns the number of filters that are set, without the search text. */
export function filterCount(view: ViewState): number {
  const names = Object.keys(filterOfView({ ...view, text: '' }));
  return new Set(names.map((name) => name.replace(/(From|To)$/, ''))).size;
}

/** Returns what identifies the list of a view: as long as it stays the same, so do the rows and their order. */
export function listOf({ view, tab }: { readonly view: ViewState; readonly tab: Tab }): string {
  return JSON.stringify([tab, view.rowKind, orderOf({ ...view, tab }), filterOfView(view)]);
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
