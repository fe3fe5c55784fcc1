import { useEffect, useRef } from 'preact/hooks';
import type { Ui } from './ui.ts';

/** Shows a dialog with a short tour of the board, and its keyboard shortcuts. */
export function Help({ ui, onClose }: { readonly ui: Ui; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The focus is on the button at the end.
    dialog.current?.scrollTo(0, 0);
  }, []);
  const { help, close, axis } = ui.words;
  return (
    <dialog ref={dialog} class="help" part="help" aria-label={help.label} onClose={onClose}>
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
      <button type="button" onClick={() => dialog.current?.close()}>
        {close}
      </button>
    </dialog>
  );
}
