import { type Alert, type Arrival, progress } from '../model/arrival-row.ts';
import { dayOf, daysBetween, formatShortDay } from '../model/times.ts';
import { formatAlertValue, freeDay, lastWord, partsWith } from './alert-text.ts';
import type { Ui } from './ui.ts';

const hourMs = 3_600_000;

/**
 * Says what to do about an alert, by the template of its kind, which may be that of the embedding page.
 */
export function nextStep(
  { kind, before, after, subject, hoursMoved }: Alert,
  arrival: Arrival,
  ui: Pick<Ui, 'words' | 'times' | 'now'>,
): string {
  const { words, times, now } = ui;
  const { actions } = words;
  const { lastFree, bestTime, release, port, portName, vesselName } = arrival;
  const today = dayOf(new Date(now));
  const wordsOf = (value: Alert['after']) => (value === null ? undefined : formatAlertValue(value, times.lang, words.nothing));
  const since = (day: string | undefined | null) => (day == null ? undefined : words.days(Math.max(1, daysBetween(day, today))));
  const freeUntil = /^\d{4}-\d\d-\d\d/.exec(subject ?? '')?.[0] ?? lastFree?.localDate;
  const [from, to] = [before?.time?.localDate, after?.time?.localDate];
  const movedDays = from && to ? daysBetween(from, to) : 0;
  const silentHours = subject === null ? Number.NaN : (now - Date.parse(subject)) / hourMs;
  const parts = partsWith(release, 'NO').map((part) => words.parts[part]);
  const values: Readonly<Record<string, string | undefined>> = {
    before: kind === 'TERMINAL_CHANGED' ? lastWord(wordsOf(before) ?? '') : wordsOf(before),
    after: kind === 'TERMINAL_CHANGED' ? lastWord(wordsOf(after) ?? '') : wordsOf(after),
    move:
      movedDays !== 0
        ? actions.shifted(words.days(Math.abs(movedDays)), movedDays > 0)
        : hoursMoved
          ? actions.shifted(words.hours(Math.ceil(Math.abs(hoursMoved))), hoursMoved > 0)
          : undefined,
    // A truck for tomorrow is booked today.
    when: freeUntil && (daysBetween(today, freeUntil) <= 1 ? actions.today : actions.by(formatShortDay(freeUntil, times.lang))),
    free: after === null ? undefined : freeDay(formatAlertValue(after, times.lang, words.nothing)),
    silence: Number.isNaN(silentHours) ? undefined : silentHours < 48 ? words.hours(Math.round(silentHours)) : since(subject?.slice(0, 10)),
    over: since(lastFree?.localDate),
    late: since(bestTime?.localDate),
    held: parts.join(', ') || undefined,
    port: portName ?? port?.UNLocationCode,
    vessel: vesselName ?? undefined,
    document: arrival.transportDocumentReference,
  };
  const templates: Readonly<Record<string, string | undefined>> = words.next;
  const template =
    (release.isReleased === 'NO' && (templates[`${kind}.held`] ?? (progress.has(kind) && templates['held']))) ||
    templates[kind] ||
    templates['other'] ||
    '';
  return filled(template, values);
}

/** Fills the names in braces of a template. If one of them is not known, the text ends before the colon in front of it. */
export function filled(template: string, values: Readonly<Record<string, string | undefined>>): string {
  const names = /\{(\w+)\}/g;
  const unknown = [...template.matchAll(names)].find(([, name = '']) => !values[name]);
  const known = unknown === undefined ? template : template.slice(0, Math.max(0, template.lastIndexOf(':', unknown.index)));
  return known.replaceAll(names, (_, name: string) => values[name] ?? '');
}
