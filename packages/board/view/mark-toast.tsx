import type { Ui } from './ui.ts';

/**
 * Shows the last mark of the viewer, with a button that undoes it. It stays until it is dismissed or replaced by the
 * next one.
 */
export function MarkToast({ ui }: { readonly ui: Ui }) {
  const { board, state, words } = ui;
  const { mark } = state;
  if (mark === undefined) return <div class="toasts" role="status" />;
  const { actions } = words;
  const [first = '', ...others] = mark.references;
  const reference = others.length === 0 ? first : words.selection.rows(mark.references.length);
  const text =
    mark.state === 'failed'
      ? actions.failed(reference, mark.message ?? '')
      : mark.state === 'undone'
        ? `${reference}: ${actions.done.undone}.`
        : `${reference}: ${actions.done[mark.kind]}.${mark.failedCount ? ` ${actions.failedOf(mark.failedCount, mark.message ?? '')}` : ''}`;
  return (
    <div class="toasts" role="status">
      <div class={`toast ${mark.state}`} part="toast">
        <span>{text}</span>
        {(mark.state === 'saved' || mark.state === 'saving') && (
          <button type="button" onClick={mark.undo}>
            {actions.undo}
          </button>
        )}
        <button type="button" class="icon" aria-label={words.dismiss} onClick={() => board.dismissMark()}>
          ✕
        </button>
      </div>
    </div>
  );
}
