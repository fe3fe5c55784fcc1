import type { Arrival } from '../../model/arrival-row.ts';
import { formatInstant, formatShortDay } from '../../model/times.ts';
import { capital, filled } from '../alert-text.ts';
import { labelOf, type Ui } from '../ui.ts';
import type { TabProps } from './tab.ts';

type Check = NonNullable<TabProps['notice']['arrival']>['checks'][number];
type Reason = Check['reasons'][number];

/** Shows why kinds of alert are not raised. */
export function Checks({ ui, notice }: Pick<TabProps, 'ui' | 'notice'>) {
  const { words } = ui;
  const checks = (notice.arrival?.checks ?? []).filter(({ outcome }) => outcome !== 'RAISED');
  if (checks.length === 0) return null;
  return (
    <section>
      <details class="checks">
        <summary>{words.checks.title}</summary>
        <dl>
          {checks.map((check) => (
            <div key={check.kind}>
              <dt>{labelOf(words.alertKinds, check.kind)}</dt>
              <dd>{checkText(check, ui) ?? <span lang="en">{check.reason}</span>}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** Writes the reasons of a check in the language of the board; undefined if a newer server has given one that it does not know. */
export function checkText({ kind, outcome, reasons, threshold }: Check, ui: Pick<Ui, 'words' | 'times'>): string | undefined {
  const { words } = ui;
  const templates: Readonly<Record<string, string | undefined>> = words.checks.reasons;
  if (reasons.some(({ code }) => templates[code] === undefined)) return undefined;
  const texts = reasons.map((reason) => capital(filled(templates[reason.code] ?? '', valuesOf(reason, ui))).replace(/[^.]$/, '$&.'));
  if (reasons.some(({ isOpen }) => isOpen === false)) texts.push(words.checks.closed);
  if (threshold !== null && outcome === 'NOT_RAISED') {
    texts.push(words.checks.limit(kind === 'LAST_FREE_DAY_NEAR' ? words.days(threshold) : words.hours(threshold)));
  }
  return texts.join(' ');
}

function valuesOf(
  { time, comparedTime, hours, day, daysLeft, value, since, record, side, sideOutcome, state, release }: Reason,
  { words, times }: Pick<Ui, 'words' | 'times'>,
): Readonly<Record<string, string | undefined>> {
  const when = (stated: Reason['time']) =>
    stated && [formatShortDay(stated.localDate, times.lang), stated.localTime].filter(Boolean).join(' ');
  const source = side ?? record?.source ?? time?.source;
  const hoursText = hours === null ? undefined : words.hours(Math.abs(hours));
  return {
    time: when(time) ?? undefined,
    compared: when(comparedTime) ?? undefined,
    side: source && words.sides[source],
    other: comparedTime === null ? undefined : words.sides[comparedTime.source],
    hours: hoursText,
    move: hoursText && words.actions.shifted(hoursText, (hours ?? 0) > 0),
    day: day === null ? undefined : formatShortDay(day, times.lang),
    left: daysLeft === null ? undefined : words.freeDaysLeft(daysLeft),
    value: value ?? undefined,
    since: since === null ? undefined : formatInstant(since, times),
    partner: record?.partner.name,
    why: sideOutcome === null ? undefined : words.outcomes[sideOutcome],
    state: state === null || state === 'EXPECTED' ? undefined : words.states[state],
    parts: release === null ? undefined : partsText(release, { words }),
  };
}

const parts = ['freight', 'customs', 'originalBillOfLading'] as const;

/** Lists what is stated about each part of a release. */
export function partsText(release: Pick<Arrival['release'], (typeof parts)[number]>, { words }: Pick<Ui, 'words'>): string {
  return parts.map((part) => `${words.parts[part]}: ${words.overview.answers[release[part]]}`).join(' · ');
}
