import { formatShortDay } from '../../model/times.ts';
import type { Ui } from '../ui.ts';
import type { TabProps } from './tab.ts';

/** For every kind of alert whether it is raised, and why not. */
export function Checks({ ui, notice }: Pick<TabProps, 'ui' | 'notice'>) {
  const { messages, words } = ui;
  const checks = notice.arrival?.checks ?? [];
  if (checks.length === 0) return null;
  return (
    <section>
      <details class="checks">
        <summary>{messages.checks.title}</summary>
        <dl>
          {checks.map(({ kind, outcome, reason }) => (
            <div key={kind} class={outcome}>
              <dt>
                {words.alertKinds[kind]} <span class="muted">{messages.checks.outcomes[outcome]}</span>
              </dt>
              {/* The server explains in English. */}
              <dd lang="en">{withDays(reason, ui)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** The server writes days as `YYYY-MM-DD`. */
function withDays(reason: string, { times }: Ui): string {
  return reason.replaceAll(/\b\d{4}-\d\d-\d\d\b(?!T)/g, (day) => formatShortDay(day, times.lang));
}
