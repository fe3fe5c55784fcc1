import { Component } from 'preact';
import { BoardFileDocument } from '../../../client/generated/operations.ts';
import { CopyButton } from '../copy-button.tsx';
import { Loaded } from '../loaded.tsx';
import { formatCount, type Ui } from '../ui.ts';
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

interface CurrentProps {
  readonly ui: Ui;
  readonly current: Current;
}

/** Shows the file that the carrier embedded, with a link that opens or saves it. */
class CarrierFile extends Component<CurrentProps, { readonly isBlocked?: true }> {
  #url = '';

  // A page that embeds the board may forbid frames.
  readonly #onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'frame-src' && blockedURI === 'blob') this.setState({ isBlocked: true });
  };

  override componentDidMount(): void {
    document.addEventListener('securitypolicyviolation', this.#onViolation);
  }

  override componentWillUnmount(): void {
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    URL.revokeObjectURL(this.#url);
  }

  async #read() {
    const { ui, current } = this.props;
    const { data } = await ui.board.query(BoardFileDocument, { id: current.id });
    const content = data.node !== null && 'visualization' in data.node ? data.node.visualization : null;
    const file = fileOf(content?.content ?? '', content?.contentType ?? '');
    this.#url = file.url;
    return file;
  }

  override render({ ui, current }: CurrentProps, { isBlocked }: CarrierFile['state']) {
    const { name: ownName, contentType, byteLength = 0 } = current.visualization ?? {};
    const name = ownName ?? contentType ?? ui.words.overview.file;
    return (
      <Loaded key={current.id} ui={ui} read={() => this.#read()}>
        {({ url, kind }) => (
          <>
            <p>
              <a href={url} {...(kind === undefined ? { download: name } : { target: '_blank', rel: 'noopener' })}>
                {name}
              </a>{' '}
              <span class="muted">{formatCount(Math.ceil(byteLength / 1_024), ui.times.lang)} KB</span>
            </p>
            {kind === 'pdf' && !isBlocked && <iframe class="file" title={name} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />}
            {kind === 'image' && <img class="file" alt={name} src={url} />}
          </>
        )}
      </Loaded>
    );
  }
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
class Original extends Component<CurrentProps, { readonly isOpen?: boolean }> {
  override render({ ui, current }: CurrentProps, { isOpen = current.visualization === null }: Original['state']) {
    const { hint, copy, copied } = ui.words.document;
    return (
      <details open={isOpen} onToggle={(event) => this.setState({ isOpen: event.currentTarget.open })}>
        <summary>{hint}</summary>
        {isOpen && (
          <Loaded key={current.id} ui={ui} read={async () => JSON.stringify((await ui.board.fetchDocument(current.id)) ?? null, null, 2)}>
            {(text) => (
              <>
                <CopyButton label={copy} copied={copied} class="quiet" textOf={() => text} />
                <pre>{text}</pre>
              </>
            )}
          </Loaded>
        )}
      </details>
    );
  }
}
