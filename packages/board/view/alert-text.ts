import type { ReleaseAnswer } from '../../client/generated/operations.ts';
import type { Alert, Arrival } from '../model/arrival-row.ts';
import { dayOf, daysBetween, formatInstant, formatShortDay } from '../model/times.ts';
import { labelOf, type Ui } from './ui.ts';

type Wording = Pick<Ui, 'words' | 'times' | 'now'>;
type Value = NonNullable<Alert['after']>;

/** Describes what an alert reports. */
export function alertText(alert: Alert, arrival: Arrival, { words, times, now }: Wording): string {
  const { alerts } = words;
  const { kind, before, after } = alert;
  const { lang } = times;
  const wordsOf = (value: Value | null) => (value === null ? words.nothing : formatAlertValue(value, lang, words.nothing));
  switch (kind) {
    case 'ETA_CHANGED':
      return movedText(alert, { words, times });
    case 'ETA_UNSTEADY':
      return after ? alerts.unsteady(capital(words.sides[after.source]), wordsOf(before), wordsOf(after)) : words.alertKinds[kind];
    case 'SOURCES_DISAGREE':
      return before && after
        ? alerts.disagree(capital(words.sides[before.source]), wordsOf(before), words.sides[after.source], wordsOf(after))
        : words.alertKinds[kind];
    case 'VESSEL_CHANGED':
      return alerts.changed(alerts.vessel, wordsOf(before), wordsOf(after));
    case 'VOYAGE_CHANGED':
      return alerts.changed(alerts.voyage, wordsOf(before), wordsOf(after));
    case 'PORT_CHANGED':
      return alerts.changed(alerts.port, wordsOf(before), wordsOf(after));
    case 'TERMINAL_CHANGED':
      return alerts.changed(alerts.terminal, lastWord(wordsOf(before)), lastWord(wordsOf(after)));
    case 'PORT_CALL_OMITTED':
      return alerts.omitted(arrival.portName ?? arrival.port?.UNLocationCode ?? '');
    case 'ARRIVED':
      return alerts.arrived(wordsOf(after));
    case 'BERTHED':
      return alerts.berthed(wordsOf(after));
    case 'DISCHARGE_COMPLETED':
      return alerts.discharged(wordsOf(after));
    case 'RELEASED': {
      const unknown = partsWith(arrival.release, 'UNKNOWN').map((part) => words.parts[part]);
      return unknown.length === 0 ? alerts.released : alerts.releasedExcept(unknown.join(', '));
    }
    case 'RELEASE_WITHDRAWN':
      return alerts.withdrawn(refusedParts(after?.text ?? '', words));
    case 'FREE_TIME_CHANGED':
      return alerts.changed(alerts.freeTime, freeDay(wordsOf(before)), freeDay(wordsOf(after)));
    case 'LAST_FREE_DAY_NEAR':
    case 'LAST_FREE_DAY_PASSED': {
      const day = alert.subject ?? after?.text ?? '';
      const text = alerts.lastFree(formatShortDay(day, lang), words.daysLeft(daysBetween(dayOf(new Date(now)), day)));
      const own = alert.equipmentReferences;
      return own.length > 0 && own.length < arrival.equipmentReferences.length ? `${text}: ${own.join(', ')}` : text;
    }
    case 'OVERDUE':
      return alerts.overdue(wordsOf(after));
    case 'CHARGES_CHANGED':
      return alerts.charges(wordsOf(before), wordsOf(after));
    case 'MATCH_LOST':
      return alerts.matchLost;
    case 'NO_NEWS':
      return alerts.noNews(alert.subject === null ? '' : formatInstant(alert.subject, times));
    default:
      return labelOf(words.alertKinds, kind);
  }
}

function movedText({ before, after }: Alert, { words, times }: Omit<Wording, 'now'>): string {
  const { alerts } = words;
  const [from, to] = [before?.time, after?.time];
  if (!from || !to) return words.alertKinds.ETA_CHANGED;
  if (from.localDate === to.localDate && from.localTime !== null && to.localTime !== null) {
    return alerts.movedOnDay(formatShortDay(to.localDate, times.lang), from.localTime, to.localTime);
  }
  return alerts.moved(formatShortDay(from.localDate, times.lang), formatShortDay(to.localDate, times.lang));
}

/** Formats a value of an alert: days are formatted, other values are as their source wrote them. */
export function formatAlertValue({ text, name, time }: Value, lang: string, nothing: string): string {
  if (name !== null) return name;
  if (time !== null) return [formatShortDay(time.localDate, lang), time.localTime].filter(Boolean).join(' ');
  return text.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => formatShortDay(day, lang)).replaceAll(/\bnone\b/g, nothing);
}

/** Returns the parts of a release with an answer. */
export function partsWith(release: Arrival['release'], answer: ReleaseAnswer): (keyof Ui['words']['parts'])[] {
  return (['freight', 'customs', 'originalBillOfLading'] as const).filter((part) => release[part] === answer);
}

/** Lists the parts that were refused in a text such as `freight, customs: NO`. */
function refusedParts(text: string, { parts }: Ui['words']): string {
  const names = text.split(':')[0]?.split(', ') ?? [];
  return names.map((name) => parts[name as keyof typeof parts] ?? name).join(', ');
}

/** Removes the numbers of containers that have the same day, because they are already in the row. */
export function freeDay(text: string): string {
  const days = new Set(text.split(', ').map((each) => each.replace(/^[A-Z]{4}\d{7} /, '')));
  return days.size === 1 ? [...days].join() : text;
}

/** Returns the code of a terminal without its code list. */
export function lastWord(text: string): string {
  return text.split(' ').at(-1) ?? text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
