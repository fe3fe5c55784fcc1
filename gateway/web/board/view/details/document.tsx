import { useState } from 'preact/hooks';
import type { TabProps } from './tab.ts';

/** The notice as its partner wrote it. It may be large, so it is fetched on demand. */
export function DocumentTab({ ui, row }: TabProps) {
  const words = ui.messages.document;
  const [text, setText] = useState<string | undefined>(undefined);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'copied'>('idle');
  // A disabled button would lose the keyboard focus.
  const onFetch = async () => {
    if (state === 'loading') return;
    setState('loading');
    try {
      setText(JSON.stringify(await ui.board.fetchDocument(row.versionId), null, 2));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <p class="muted">{words.hint}</p>
      <p class="actions">
        <button type="button" aria-disabled={state === 'loading'} onClick={() => void onFetch()}>
          {state === 'loading' ? words.loading : words.fetch}
        </button>
        {text !== undefined && navigator.clipboard !== undefined && (
          <button
            type="button"
            class="quiet"
            onClick={() =>
              void navigator.clipboard.writeText(text).then(
                () => setState('copied'),
                () => setState('failed'),
              )
            }
          >
            {state === 'copied' ? words.copied : words.copy}
          </button>
        )}
        {state === 'failed' && <span role="status">{ui.messages.partial}</span>}
      </p>
      {text !== undefined && <pre>{text}</pre>}
    </>
  );
}
