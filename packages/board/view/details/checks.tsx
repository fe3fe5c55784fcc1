import type { TabProps } from './tab.ts';

/** Why kinds of alert are not raised. */
export function Checks({ ui: { messages, words }, notice }: Pick<TabProps, 'ui' | 'notice'>) {
  const checks = (notice.arrival?.checks ?? []).filter(({ outcome }) => outcome !== 'RAISED');
  if (checks.length === 0) return null;
  return (
    <section>
      <details class="checks">
        <summary>{messages.checks.title}</summary>
        <dl>
          {checks.map(({ kind, outcome }) => (
            <div key={kind}>
              <dt>{words.alertKinds[kind]}</dt>
              <dd>{messages.checks.reasons[kind][outcome === 'NOT_RAISED' ? 0 : 1]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
