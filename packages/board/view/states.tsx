import { columnsFor } from '../model/columns.ts';
import { emptyFilters, emptyView, filterCount } from '../model/view-state.ts';
import type { Ui } from './ui.ts';

/** Shows, in place of an empty list, why there are no rows and what to do. */
export function Blank({ ui }: { readonly ui: Ui }) {
  const { board, state, words } = ui;
  const { phase, failure } = state;
  const reason = reasonOf(ui);
  const { title, text } = words[reason];
  return (
    <div class="blank" part={`blank blank-${phase}`} role="status">
      <strong>{title}</strong>
      <p>{text}</p>
      {reason === 'failed' && <p class="mono">{failure}</p>}
      {reason === 'empty' && (
        <dl>
          {words.empty.steps.map((step, index) => (
            <div key={step}>
              <dt>
                <code>{step}</code>
              </dt>
              <dd>{words.empty.stepsMean[index]}</dd>
            </div>
          ))}
        </dl>
      )}
      {(reason === 'failed' || reason === 'refused') && (
        <button type="button" onClick={() => board.retry()}>
          {reason === 'refused' ? words.signIn : words.retry}
        </button>
      )}
      {reason === 'empty' && (
        <button type="button" onClick={() => board.change({ tab: 'all', hasClosed: true })}>
          {words.filters.closed}
        </button>
      )}
      {reason === 'noMatch' && (
        <button type="button" onClick={() => board.change(emptyFilters)}>
          {words.clear}
        </button>
      )}
      {(reason === 'calm' || reason === 'noMatch') && state.tab !== 'all' && (
        <button type="button" onClick={() => board.setView({ ...emptyView, tab: 'all' })}>
          {words.showAll}
        </button>
      )}
    </div>
  );
}

function reasonOf({ state }: Ui): 'refused' | 'failed' | 'noMatch' | 'calm' | 'empty' {
  const { phase, view, tab, counts } = state;
  if (phase === 'refused' || phase === 'failed') return phase;
  if (filterCount(view) > 0 || view.text.trim() !== '') return 'noMatch';
  if (tab === 'attention' && counts.all?.value !== 0) return 'calm';
  return tab === 'all' || counts.all?.value === 0 ? 'empty' : 'noMatch';
}

const bones = 8;

/** Shows placeholders for rows that are being loaded. */
export function Skeleton({ ui }: { readonly ui: Ui }) {
  const columns = columnsFor(1_000, undefined);
  return (
    <div class="list table skeleton" part="skeleton">
      <span class="hidden" role="status">
        {ui.words.loading}
      </span>
      <div class="viewport" aria-hidden="true">
        {Array.from({ length: bones }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <div class="bones" key={index}>
            {columns.map((column) => (
              <div key={column}>
                <span class="bone" />
                <span class="bone short" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
