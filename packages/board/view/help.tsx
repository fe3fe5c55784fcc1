import type { Ui } from './ui.ts';

/** Opens the dialog at its top: the focus is on the button at the end. */
function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.scrollTo(0, 0);
}

/** Shows a dialog with a short tour of the board, and its keyboard shortcuts. */
export function Help({ ui, onClose }: { readonly ui: Ui; readonly onClose: () => void }) {
  const { help, close, axis } = ui.words;
  return (
    <dialog ref={show} class="help" part="help" aria-label={help.label} onClose={onClose}>
      <h3>{help.label}</h3>
      <ol>
        {help.tour.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{help.keyboard}</h3>
      <dl>
        {help.keys.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>{help.legend}</h3>
      <p>{axis}</p>
      <button type="button" onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
        {close}
      </button>
    </dialog>
  );
}
