import type {
  AlertKind,
  AlertSeverity,
  ArrivalOrder,
  ArrivalSide,
  ArrivalState,
  MissedReason,
  ReleaseAnswer,
  SideOutcome,
  TimeClassifier,
} from '../../client/generated/operations.ts';
import type { Column } from '../model/columns.ts';
import type { DateRangeOf, Preset, Tab } from '../model/view-state.ts';

const tabs: Readonly<Record<Tab, string>> = {
  attention: 'Needs attention',
  over: 'Past free time',
  late: 'Late',
  week: 'Arriving this week',
  changed: 'Changed today',
  unreleased: 'Not released',
  all: 'All',
};
const columns: Readonly<Record<Column, string>> = {
  arrival: 'Arrival',
  alert: 'What changed',
  vessel: 'Vessel',
  port: 'Port',
  document: 'Document',
  lastFree: 'Last free day',
  release: 'Release',
  state: 'State',
  partner: 'Partner',
};
const orders: Readonly<Record<ArrivalOrder, string>> = {
  ATTENTION: 'Needs attention first',
  BEST_TIME: 'Arrival, earliest first',
  LAST_CHANGE: 'Latest change first',
  LAST_FREE_DAY: 'Last free day, earliest first',
};
const states: Readonly<Record<ArrivalState, string>> = {
  UNKNOWN: 'Unknown',
  EXPECTED: 'Expected',
  ARRIVED: 'Arrived',
  BERTHED: 'At berth',
  DISCHARGE_COMPLETED: 'Discharged',
  OMITTED: 'Port skipped',
};
const released: Readonly<Record<ReleaseAnswer, string>> = {
  YES: 'Released',
  NO: 'Not released',
  UNKNOWN: 'Not stated',
  NOT_REQUIRED: 'Not required',
};
const classifiers: Readonly<Record<TimeClassifier, readonly [short: string, long: string]>> = {
  ACT: ['arrived', 'actual'],
  EST: ['expected', 'expected'],
  PLN: ['planned', 'planned'],
};
const sides: Readonly<Record<ArrivalSide, string>> = { NOTICE: 'notice', SCHEDULE: 'schedule', PORT: 'port' };
const outcomes: Readonly<Record<SideOutcome, string>> = {
  UNIQUE: 'states no time',
  AMBIGUOUS: 'no port call is certain to be meant',
  CONFLICTING: 'contradicts itself or the notice',
  NONE: 'not found',
  UNKNOWN: 'no complete answer yet',
  NOT_QUERIED: 'not looked up yet',
};
const alertKinds: Readonly<Record<AlertKind, string>> = {
  ETA_CHANGED: 'ETA moved',
  ETA_UNSTEADY: 'ETA unsteady',
  SOURCES_DISAGREE: 'Times disagree',
  VESSEL_CHANGED: 'Other vessel',
  VOYAGE_CHANGED: 'Other voyage',
  PORT_CHANGED: 'Other port',
  TERMINAL_CHANGED: 'Other terminal',
  PORT_CALL_OMITTED: 'Port skipped',
  ARRIVED: 'Arrived',
  BERTHED: 'At berth',
  DISCHARGE_COMPLETED: 'Discharged',
  RELEASED: 'Released',
  RELEASE_WITHDRAWN: 'Release withdrawn',
  FREE_TIME_CHANGED: 'Free time changed',
  LAST_FREE_DAY_NEAR: 'Last free day near',
  CHARGES_CHANGED: 'Charges changed',
  MATCH_LOST: 'No longer in the schedule',
  NO_NEWS: 'No news',
};
/** Said before an alert, because its colour is not heard. */
const severities: Readonly<Record<AlertSeverity, string>> = { ACT_NOW: 'Act now', LOOK: 'Look at this', INFO: 'For information' };
/**
 * What to do about the leading alert of a row, by its kind; `<kind>.held`, or `held` for progress, is used instead while the release is refused, and `other`
 * for kinds without a text. Names in braces are values of `view/next-step.ts`; a text ends before the colon of one
 * that is not known.
 */
const next: Readonly<Record<string, string>> = {
  ETA_CHANGED: 'Tell the customer: {move}',
  ETA_UNSTEADY: 'Ask the carrier: time unsteady',
  SOURCES_DISAGREE: 'Ask the carrier: which time?',
  VESSEL_CHANGED: 'Correct your file: {after}',
  VOYAGE_CHANGED: 'Correct your file: voyage {after}',
  PORT_CHANGED: 'Replan the pickup: now {after}',
  TERMINAL_CHANGED: 'Redirect the truck: to {after}',
  PORT_CALL_OMITTED: 'Ask the carrier: unloads where?',
  ARRIVED: 'Book the truck',
  held: 'Get the release: {held}',
  BERTHED: 'Book the truck',
  DISCHARGE_COMPLETED: 'Book the truck',
  RELEASED: 'Book the truck',
  RELEASE_WITHDRAWN: 'Stop the truck: {held} refused',
  FREE_TIME_CHANGED: 'Replan the pickup: by {free}',
  LAST_FREE_DAY_NEAR: 'Book the truck {when}',
  'LAST_FREE_DAY_NEAR.held': 'Get the release {when}: {held}',
  LAST_FREE_DAY_PASSED: 'Collect at once: {over} over',
  'LAST_FREE_DAY_PASSED.held': 'Get the release at once: {over} over',
  CHARGES_CHANGED: 'Check the charges',
  MATCH_LOST: 'Ask the carrier: not in the schedule',
  NO_NEWS: 'Ask the carrier: no news for {silence}',
  OVERDUE: 'Ask the carrier: {late} late',
  other: 'Check the arrival',
};
const missedReasons: Readonly<Record<MissedReason, string>> = {
  RETENTION: 'the interruption was too long',
  QUEUE_OVERFLOW: 'too many came at once',
  LOG_RESET: 'the stored events were replaced',
};
const presets: Readonly<Record<Preset, string>> = { today: 'Today', tomorrow: 'Tomorrow', next7: 'Next 7 days', next14: 'Next 14 days' };
const dateOf: Readonly<Record<DateRangeOf, string>> = { arrival: 'Arrival', lastFree: 'Last free day' };
const many = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

/** The texts of the list in English, which define the structure of all languages. */
export const listEn = {
  tabs,
  columns,
  orders,
  states,
  released,
  classifiers,
  sides,
  outcomes,
  alertKinds,
  severities,
  next,
  missedReasons,
  presets,
  dateOf,
  views: 'Views',
  newAlerts: (count: number) => `${count} new`,
  saveView: 'Save view',
  viewName: 'Name of the view',
  save: 'Save',
  removeView: (name: string) => `Remove the view ${name}`,
  local: 'local',
  /** The difference between two sides. */
  later: (side: string) => `, ${side} later`,
  days: (count: number) => many(count, 'day', 'days'),
  hours: (count: number) => `${count} h`,
  sideStates: (side: string, what: string) => `${side}: ${what}`,
  stale: (since: string) => `not available since ${since}`,
  only: (side: string) => `stated by the ${side} only`,
  late: (days: string) => `${days} late`,
  agrees: (side: string) => `${side} agrees`,
  allAgree: 'all three agree',
  match: {
    both: 'Schedule and port call found',
    one: 'Schedule or port call not found',
    none: 'Neither schedule nor port call found',
  },
  daysLeft: (days: number) =>
    days > 1 ? `${days} days left` : days === 1 ? '1 day left' : days === 0 ? 'today' : `${many(-days, 'day', 'days')} over`,
  /** The same where neither a heading nor a day says what is meant. */
  freeDaysLeft: (days: number) =>
    days > 0
      ? `${many(days, 'free day', 'free days')} left`
      : days === 0
        ? 'last free day today'
        : `${many(-days, 'day', 'days')} past free time`,
  parts: { freight: 'Freight', customs: 'Customs', originalBillOfLading: 'Bill' },
  notStated: (parts: string) => `${parts} not stated`,
  nothing: 'nothing',
  voyage: (number: string) => `Voyage ${number}`,
  alerts: {
    moved: (from: string, to: string) => `ETA moved from ${from} to ${to}`,
    movedOnDay: (day: string, from: string, to: string) => `ETA moved from ${from} to ${to} on ${day}`,
    disagree: (left: string, leftTime: string, right: string, rightTime: string) =>
      `${left} states ${leftTime}, ${right.toLowerCase()} ${rightTime}`,
    changed: (what: string, from: string, to: string) => `${what}: ${to} instead of ${from}`,
    vessel: 'Vessel',
    voyage: 'Voyage',
    port: 'Port',
    terminal: 'Terminal',
    omitted: (port: string) => `The ship skips ${port}`,
    arrived: (when: string) => `Arrived ${when}`,
    berthed: (when: string) => `At berth since ${when}`,
    discharged: (when: string) => `Discharge completed ${when}`,
    released: 'Released',
    releasedExcept: (parts: string) => `Released; ${parts} not stated`,
    withdrawn: (parts: string) => `Release withdrawn: ${parts}`,
    freeTime: 'Last free day',
    lastFree: (day: string, left: string) => `Last free day ${day}, ${left}`,
    charges: (from: string, to: string) => `Charges: ${from} → ${to}`,
    matchLost: 'The schedule no longer lists this call',
    unsteady: (side: string, earliest: string, latest: string) =>
      `${side} changes its time again and again, between ${earliest} and ${latest}`,
    noNews: (since: string) => `No news since ${since}`,
    more: (count: number) => `+${count} more`,
    acknowledged: 'Acknowledged',
    snoozed: 'Snoozed',
    snoozedUntil: (until: string) => `Snoozed until ${until}`,
  },
  actions: {
    acknowledge: 'Acknowledge',
    snooze: 'Snooze',
    collect: 'Mark as collected',
    uncollect: 'Not collected',
    collected: 'Collected',
    undo: 'Undo',
    of: (action: string, reference: string) => `${action}: ${reference}`,
    until: { later: 'For 3 hours', tomorrow: 'Until tomorrow', monday: 'Until Monday' },
    done: {
      acknowledged: (reference: string) => `${reference}: acknowledged.`,
      snoozed: (reference: string) => `${reference}: snoozed.`,
      collected: (reference: string) => `${reference}: collected.`,
      uncollected: (reference: string) => `${reference}: not collected.`,
      undone: (reference: string) => `${reference}: undone.`,
    },
    /** When to act: today, or by a day. */
    today: 'today',
    by: (day: string) => `by ${day}`,
    shifted: (by: string, isLater: boolean) => `${by} ${isLater ? 'later' : 'earlier'}`,
    failed: (reference: string, message: string) => `${reference}: not saved, nothing was changed. ${message}`,
  },
  title: 'Arrivals',
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    waiting: 'Disconnected',
    closed: 'Not connected',
    retryIn: (seconds: number) => `Next attempt in ${seconds} s`,
    lost: 'Disconnected.',
    noAnswer: 'The arrivals cannot be read now.',
    held: 'The rows may be out of date.',
    tryNow: 'Try now',
  },
  search: {
    label: 'Search',
    placeholder: 'Document, container, vessel, port',
    found: (count: string, text: string, tab: string) => `${count} for “${text}” in ${tab}.`,
    looked: 'The search compares the beginnings of document, container, IMO and voyage numbers, and of the names of vessels and ports.',
    everywhere: 'Search all arrivals',
    closedToo: 'Search collected and past arrivals, too',
  },
  filters: {
    label: 'Filters',
    port: 'Port of discharge',
    portHint: 'Name or UN/LOCODE',
    noPort: 'No port found',
    dates: 'Dates',
    from: 'From',
    to: 'To',
    party: 'Party',
    carrier: 'Carrier code',
    partner: 'Partner',
    state: 'State',
    release: 'Release',
    alert: 'Alert',
    sort: 'Sort by',
    closed: 'Include collected and past arrivals',
    reset: 'Reset',
    remove: (what: string) => `Remove the filter ${what}`,
    show: (count: string) => `Show ${count}`,
    host: 'Set by this page',
    shownColumns: 'Columns',
  },
  more: 'More',
  export: 'Export as CSV',
  /** The headings of the file, in the order of `view/csv-rows.ts`. */
  headings:
    'Partner; Document; Notice for; Containers; Carrier; Vessel; IMO number; Voyage; Port code; Port; Terminal; Arrival day; Arrival time; Time zone; Certainty; Stated by; Time in notice; Time in schedule; Time of port; State; Last free day; Release; Freight released; Customs released; Bill of lading; Collected; Next step; Alerts',
  exporting: (count: number) => `Exporting: ${count} rows read`,
  exportFailed: (message: string) => `The export failed: ${message}`,
  exportCut: (count: string) => `The file has the first ${count} rows; narrow the filters to export the others.`,
  copyLink: 'Copy a link to this view',
  copied: 'The link was copied.',
  print: 'Print',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'arrival' : 'arrivals'}`,
  inRows: (count: string) => ` in ${count} rows, one for each document`,
  clear: 'Clear search and filters',
  signIn: 'Sign in',
  loadingMore: 'Loading more',
  loading: 'Loading arrivals',
  empty: {
    title: 'No arrivals yet',
    text: 'Add your first partner: a file such as partners/acme-line.yaml with its name and the hash of its key. Landfall reads it at once, and each notice that the partner pushes appears here.',
    steps: ['npm run -s landfall -- partners check acme-line', 'npm run demo'] as readonly string[],
    stepsMean: ['shows what the partner’s own API supports', 'shows this board with two sandbox carriers'] as readonly string[],
  },
  calm: { title: 'Nothing needs attention', text: 'Nothing requires a decision now. What can wait is shown under “All”.' },
  noMatch: { title: 'Nothing matches', text: 'No arrival matches the search and the filters.' },
  showAll: 'Show all arrivals',
  refused: { title: 'Sign-in needed', text: 'You are not signed in, or your sign-in has ended.' },
  failed: { title: 'The board cannot be shown', text: 'The reason:' },
  retry: 'Try again',
  badFilter: 'The attribute “filter” is not a JSON object, so the board shows every arrival.',
  resumed: (count: number, seconds: number) =>
    `Connected again after ${seconds} s: ${count === 0 ? 'nothing' : many(count, 'notice', 'notices')} arrived meanwhile.`,
  missed: (count: string | undefined, reason: string) =>
    `${count ?? 'Some'} changes were missed: ${reason}. The list was read again and is up to date.`,
  staleRows: (count: number, side: string) =>
    `${many(count, 'arrival shows', 'arrivals show')} an older ${side} time: the ${side} cannot be reached now.`,
  dismiss: 'Dismiss',
  newAbove: (count: number) => `${many(count, 'change', 'changes')} above`,
  linkGone: 'The linked arrival does not exist, or you may not see it.',
  announced: (count: number, what: string) => `${many(count, 'arrival', 'arrivals')} changed. Last: ${what}.`,
  containers: (count: number) => `+${count}`,
  axis: 'Notice at the top, schedule in the middle, port at the bottom; one dot per day.',
  help: {
    label: 'Help',
    tour: [
      'Each row is one document. Its red or amber edge says how soon it needs you; the text says what changed, and below it what to do next.',
      '“Needs attention” is your work for today. “Past free time” and “Late” appear only when there are such arrivals.',
      'The day and time on the left are the best known ones, local to the port. Below them: whether notice, schedule and port agree.',
      'Open a row to see who said what and when, what is released, whom to call, and why you were not alerted.',
      'Acknowledge what you have dealt with, snooze what can wait, and mark what was collected. Everything can be undone.',
      'Save filters as a view, export the rows, or copy a link under “More”.',
    ] as readonly string[],
    keyboard: 'Keyboard',
    legend: 'The small axis in a row',
    keys: [
      ['/', 'Search'],
      ['↑ ↓', 'Previous row, next row'],
      ['← →', 'Previous cell, next cell'],
      ['Home End', 'First row, last row of all'],
      ['Page ↑ ↓', 'Screen up, screen down'],
      ['Enter', 'Open the row'],
      ['a', 'Acknowledge the alerts of the row'],
      ['s', 'Snooze them until tomorrow'],
      ['c', 'Mark the row as collected'],
      ['u', 'Undo the last mark'],
      ['Esc', 'Close, back to the row'],
      ['?', 'This help'],
    ] as readonly (readonly [string, string])[],
  },
  close: 'Close',
};

export type ListMessages = typeof listEn;
