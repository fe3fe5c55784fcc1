import { useEffect, useState } from 'preact/hooks';
import { BoardFileDocument } from '../../../client/generated/operations.ts';
import { formatCount } from '../ui.ts';
import type { TabProps } from './tab.ts';

/** The notice as its partner wrote it, and the carrier's file. */
export function DocumentTab({ ui, notice: { current } }: TabProps) {
  const { board, messages } = ui;
  const words = messages.document;
  const [text, setText] = useState<string | undefined>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed' | 'copied'>('loading');
  useEffect(() => {
    let isWanted = true;
    board.fetchDocument(current.id).then(
      (document) => {
        if (!isWanted) return;
        setText(JSON.stringify(document, null, 2));
        setState('ready');
      },
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [board, current.id]);
  return (
    <>
      <FileLink {...{ ui, current }} />
      <p class="muted actions">
        {words.hint}
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
      </p>
      {state === 'loading' && <span class="bone" />}
      {state === 'failed' && (
        <p role="status" class="muted">
          {messages.partial}
        </p>
      )}
      {text !== undefined && <pre>{text}</pre>}
    </>
  );
}

/** Saves the file that the carrier embedded. */
function FileLink({ ui, current }: Pick<TabProps, 'ui'> & { readonly current: TabProps['notice']['current'] }) {
  const { board, messages, times } = ui;
  const { visualization } = current;
  const [hasFailed, setFailed] = useState(false);
  if (visualization === null) return null;
  const name = visualization.name ?? visualization.contentType ?? messages.overview.file;
  const save = async (): Promise<void> => {
    try {
      const { data } = await board.query(BoardFileDocument, { id: current.id });
      const file = data.node !== null && 'visualization' in data.node ? data.node.visualization : null;
      saveFile(file?.content ?? '', { name, type: file?.contentType ?? 'application/octet-stream' });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <p class="actions">
      <button type="button" onClick={() => void save()}>
        {name} ({formatCount(Math.ceil(visualization.byteLength / 1_024), times.lang)} KB)
      </button>
      {hasFailed && <span role="status">{messages.partial}</span>}
    </p>
  );
}

function saveFile(base64: string, { name, type }: { readonly name: string; readonly type: string }): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
