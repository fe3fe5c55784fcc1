import { isNarrowed } from '../model/filters.ts';
import { columns } from './row.tsx';
import type { Ui } from './ui.ts';

/** Replaces an empty list: the reason why there are no rows. */
export function Blank({ ui }: { readonly ui: Ui }) {
  const { board, state, messages } = ui;
  const { phase, choice, failure, hasMore, lookup } = state;
  // The server finds whole numbers and names only; parts of them are found in the loaded notices.
  const isPartial = hasMore && choice.text !== '';
  const words =
    phase === 'refused'
      ? messages.refused
      : phase === 'failed'
        ? messages.failed
        : isPartial
          ? lookup !== undefined && lookup.count === undefined
            ? messages.lookingUp
            : messages.noMatchLoaded
          : isNarrowed(choice) || choice.text !== ''
            ? messages.noMatch
            : messages.empty;
  return (
    <div class="blank" part={`blank blank-${phase}`} role="status">
      <strong>{words.title}</strong>
      <p>{words.text}</p>
      {phase === 'failed' && <p class="mono">{failure}</p>}
      {phase === 'ready' && isPartial && (
        <button type="button" aria-disabled={state.isLoadingMore} onClick={() => void board.loadMore()}>
          {state.isLoadingMore ? messages.loadingMore : messages.loadMore}
        </button>
      )}
      {(phase === 'failed' || phase === 'refused') && (
        <button type="button" onClick={() => board.retry()}>
          {messages.retry}
        </button>
      )}
    </div>
  );
}

/** Placeholders of rows that are being loaded. */
export function Skeleton({ ui }: { readonly ui: Ui }) {
  return (
    <div class="list skeleton" part="skeleton">
      <span class="hidden" role="status">
        {ui.messages.loading}
      </span>
      <div class="viewport" aria-hidden="true">
        {columns.map((line) => (
          <div class="row" key={line}>
            {columns.map((column) => (
              <div key={column} class={`cell ${column}`}>
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
