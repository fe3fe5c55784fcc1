import type { ReleaseAnswer } from '../../client/generated/operations.ts';
import { type Alert, type Arrival, progress } from '../model/arrival-row.ts';
import { dayAt, daysBetween, formatInstant, formatShortDay } from '../model/times.ts';
import { labelOf, type Ui } from './ui.ts';

type Wording = Pick<Ui, 'words' | 'times' | 'now'>;
type Value = NonNullable<Alert['after']>;
type Values = Readonly<Record<string, string | undefined>>;

/** Describes what an alert reports, by the template of its kind; its name if a newer server has added the kind, or if a value is missing. */
export function alertText(alert: Alert, arrival: Arrival, ui: Wording): string {
  const { kind, before, after, equipmentReferences: own } = alert;
  const { words } = ui;
  const values = valuesOf(alert, arrival, ui);
  const isWithinDay = before?.time?.localTime && after?.time?.localTime && before.time.localDate === after.time.localDate;
  const variant = (kind === 'ETA_CHANGED' && isWithinDay && '.day') || (kind === 'RELEASED' && values['unknown'] && '.except') || '';
  const templates: Values = words.alerts.texts;
  const text = capital(filled(templates[kind + variant] ?? '', values, '')) || labelOf(words.alertKinds, kind);
  const isOfSome = kind.startsWith('LAST_FREE_DAY') && own.length > 0 && own.length < arrival.equipmentReferences.length;
  return isOfSome ? `${text}: ${own.join(', ')}` : text;
}

/** Says what to do about an alert, by the template of its kind, which may be that of the embedding page. */
export function nextStep(alert: Alert, arrival: Arrival, ui: Wording): string {
  const { kind } = alert;
  const templates: Values = ui.words.next;
  const template =
    (arrival.release.isReleased === 'NO' && (templates[`${kind}.held`] ?? (progress.has(kind) && templates['held']))) ||
    templates[kind] ||
    templates['other'] ||
    '';
  return filled(template, valuesOf(alert, arrival, ui));
}

/**
 * Fills the names in braces of a template. @param otherwise the text if a value is missing; default: the text ends before the colon
 * in front of it
 */
export function filled(template: string, values: Values, otherwise?: string): string {
  const names = /\{(\w+)\}/g;
  const unknown = [...template.matchAll(names)].find(([, name = '']) => !values[name]);
  if (unknown !== undefined && otherwise !== undefined) return otherwise;
  const known = unknown === undefined ? template : template.slice(0, Math.max(0, template.lastIndexOf(':', unknown.index)));
  return known.replaceAll(names, (_, name: string) => values[name] ?? '');
}

const hourMs = 3_600_000;

/** Returns the values that templates can name; undefined or empty if they are not known. */
function valuesOf(
  { kind, before, after, subject, hoursMoved }: Alert,
  { lastFree, bestTime, release, port, portName, vesselName, transportDocumentReference }: Arrival,
  { words, times, now }: Wording,
): Values {
  const { actions, sides } = words;
  const { lang } = times;
  const today = dayAt(bestTime, now);
  const short = (day: string | undefined) => day && formatShortDay(day, lang);
  const since = (day: string | undefined | null) => (day == null ? undefined : words.days(Math.max(1, daysBetween(day, today))));
  const wordsOf = (value: Value | null) => {
    const text = value === null ? '' : formatAlertValue(value, lang, words.nothing);
    return kind === 'TERMINAL_CHANGED' ? lastWord(text) : kind === 'FREE_TIME_CHANGED' ? freeDay(text) : text;
  };
  const [from, to] = [before?.time, after?.time];
  const movedDays = from && to ? daysBetween(from.localDate, to.localDate) : 0;
  const silentHours = subject === null ? Number.NaN : (now - Date.parse(subject)) / hourMs;
  const day = /^\d{4}-\d\d-\d\d/.exec(subject ?? after?.text ?? '')?.[0];
  const freeUntil = (subject !== null && day) || lastFree?.localDate;
  const named = (answer: ReleaseAnswer) => partsWith(release, answer).map((part) => words.parts[part]);
  return {
    before: wordsOf(before),
    after: wordsOf(after),
    free: freeDay(wordsOf(after)),
    fromDay: short(from?.localDate),
    toDay: short(to?.localDate),
    fromTime: from?.localTime ?? undefined,
    toTime: to?.localTime ?? undefined,
    other: before === null ? undefined : sides[before.source],
    side: after === null ? undefined : sides[after.source],
    day: short(day),
    left: day && words.daysLeft(daysBetween(today, day)),
    since: subject === null ? undefined : formatInstant(subject, times),
    unknown: named('UNKNOWN').join(', '),
    refused: refusedParts(after?.text ?? '', words),
    move:
      movedDays !== 0
        ? actions.shifted(words.days(Math.abs(movedDays)), movedDays > 0)
        : hoursMoved
          ? actions.shifted(words.hours(Math.ceil(Math.abs(hoursMoved))), hoursMoved > 0)
          : undefined,
    // A truck for tomorrow is booked today.
    when: freeUntil && (daysBetween(today, freeUntil) <= 1 ? actions.today : actions.by(formatShortDay(freeUntil, lang))),
    silence: Number.isNaN(silentHours) ? undefined : silentHours < 48 ? words.hours(Math.round(silentHours)) : since(subject?.slice(0, 10)),
    over: since(lastFree?.localDate),
    late: since(bestTime?.localDate),
    held: named('NO').join(', '),
    port: portName ?? port?.UNLocationCode,
    vessel: vesselName ?? undefined,
    document: transportDocumentReference,
  };
}

/** Formats a value of an alert: days are formatted, other values are as their source wrote them. */
function formatAlertValue({ text, name, time }: Value, lang: string, nothing: string): string {
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
function freeDay(text: string): string {
  const days = new Set(text.split(', ').map((each) => each.replace(/^[A-Z]{4}\d{7} /, '')));
  return days.size === 1 ? [...days].join() : text;
}

/** Returns the code of a terminal without its code list. */
function lastWord(text: string): string {
  return text.split(' ').at(-1) ?? text;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
