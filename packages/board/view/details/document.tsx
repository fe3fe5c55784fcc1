import { useEffect, useState } from 'preact/hooks';
import { BoardFileDocument } from '../../../client/generated/operations.ts';
import { formatCount } from '../ui.ts';
import type { TabProps } from './tab.ts';

type Current = TabProps['notice']['current'];

/** The carrier's file, and the notice as its partner wrote it. */
export function DocumentTab({ ui, notice: { current } }: TabProps) {
  return (
    <>
      {current.visualization !== null && <CarrierFile {...{ ui, current }} />}
      <Original {...{ ui, current }} />
    </>
  );
}

type ShownFile = ReturnType<typeof fileOf>;

/** Shows the file that the carrier embedded, with a link that opens or saves it. */
function CarrierFile({ ui, current }: Pick<TabProps, 'ui'> & { readonly current: Current }) {
  const { board, messages, times } = ui;
  const [file, setFile] = useState<ShownFile | 'failed' | undefined>(undefined);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    let isWanted = true;
    let url: string | undefined;
    board.query(BoardFileDocument, { id: current.id }).then(
      ({ data }) => {
        if (!isWanted) return;
        const content = data.node !== null && 'visualization' in data.node ? data.node.visualization : null;
        const shown = fileOf(content?.content ?? '', content?.contentType ?? '');
        url = shown.url;
        setFile(shown);
      },
      () => isWanted && setFile('failed'),
    );
    // A page that embeds the board may forbid frames.
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective === 'frame-src' && blockedURI === 'blob') setBlocked(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => {
      isWanted = false;
      document.removeEventListener('securitypolicyviolation', onViolation);
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [board, current.id]);
  const { name: ownName, contentType, byteLength = 0 } = current.visualization ?? {};
  const name = ownName ?? contentType ?? messages.overview.file;
  if (file === undefined) return <span class="bone" />;
  if (file === 'failed') {
    return (
      <p role="status" class="muted">
        {messages.partial}
      </p>
    );
  }
  const { url, kind } = file;
  return (
    <>
      <p>
        <a href={url} {...(kind === undefined ? { download: name } : { target: '_blank', rel: 'noopener' })}>
          {name}
        </a>{' '}
        <span class="muted">{formatCount(Math.ceil(byteLength / 1_024), times.lang)} KB</span>
      </p>
      {kind === 'pdf' && !isBlocked && <iframe class="file" title={name} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />}
      {kind === 'image' && <img class="file" alt={name} src={url} />}
    </>
  );
}

const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Makes the file readable by an address of this page alone. Only types without scripts are shown; browsers do not guess the type of
 * a blob, so a file of a partner is never run as a page of this origin.
 *
 * @returns kind: how a page can show it; undefined if it can only be saved
 */
function fileOf(base64: string, type: string) {
  const text = atob(base64);
  const kind = text.startsWith('%PDF-') ? 'pdf' : images.has(type) ? 'image' : undefined;
  const shownType = kind === 'pdf' ? 'application/pdf' : kind === 'image' ? type : 'application/octet-stream';
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return { url: URL.createObjectURL(new Blob([bytes], { type: shownType })), kind };
}

/** The notice in the words of the standard, for those who look after the connection. */
function Original({ ui, current }: Pick<TabProps, 'ui'> & { readonly current: Current }) {
  const { board, messages } = ui;
  const words = messages.document;
  const [isOpen, setOpen] = useState(current.visualization === null);
  const [text, setText] = useState<string | undefined>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'failed' | 'copied'>('loading');
  useEffect(() => {
    let isWanted = isOpen;
    if (!isWanted) return undefined;
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
  }, [board, current.id, isOpen]);
  const copy = () =>
    navigator.clipboard.writeText(text ?? '').then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.hint}</summary>
      {state === 'loading' && <span class="bone" />}
      {state === 'failed' && (
        <p role="status" class="muted">
          {messages.partial}
        </p>
      )}
      {text !== undefined && navigator.clipboard !== undefined && (
        <button type="button" class="quiet" onClick={() => void copy()}>
          {state === 'copied' ? words.copied : words.copy}
        </button>
      )}
      {text !== undefined && <pre>{text}</pre>}
    </details>
  );
}
