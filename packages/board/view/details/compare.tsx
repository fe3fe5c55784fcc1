import { Component } from 'preact';
import { type FieldChange, shownChangesOf } from '../../model/changes.ts';
import { formatInstant } from '../../model/times.ts';
import { ChangeLine } from '../cells.tsx';
import { Loaded } from '../loaded.tsx';
import { formatValue, type Ui } from '../ui.ts';
import type { TabProps } from './tab.ts';

type CompareProps = Pick<TabProps, 'ui' | 'notice'>;

/** Compares any two versions: in words, and by the paths of the document on demand. */
export class Compare extends Component<CompareProps, { readonly before?: string; readonly after?: string; readonly isOpen?: boolean }> {
  override render({ ui, notice }: CompareProps, { before, after, isOpen }: Compare['state']) {
    const {
      words: { history },
      times,
    } = ui;
    const { nodes } = notice.versions;
    const newest = nodes[0]?.id ?? '';
    const pair = { before: before ?? nodes[1]?.id ?? newest, after: after ?? newest };
    if (nodes.length < 2) return null;
    // Versions may be issued within the same minute.
    const nameOf = ({ issueDateTime, versionLabel }: (typeof nodes)[number]) =>
      `${formatInstant(issueDateTime, { ...times, hasSeconds: true })} ${versionLabel ?? ''}`;
    return (
      <details class="compare" onToggle={(event) => this.setState({ isOpen: event.currentTarget.open })}>
        <summary>{history.compare}</summary>
        {isOpen && (
          <>
            <div class="pair">
              {(['before', 'after'] as const).map((side) => (
                <label key={side}>
                  <span>{history[side]}</span>
                  <select value={pair[side]} onChange={(event) => this.setState({ [side]: event.currentTarget.value })}>
                    {nodes.map((version) => (
                      <option key={version.id} value={version.id}>
                        {nameOf(version)}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            <Loaded key={`${pair.before} ${pair.after}`} ui={ui} read={() => ui.board.compare(pair.after, pair.before)}>
              {(found) => <Differences ui={ui} found={found} />}
            </Loaded>
          </>
        )}
      </details>
    );
  }
}

function Differences({ ui, found }: { readonly ui: Ui; readonly found: readonly FieldChange[] }) {
  const { words } = ui;
  if (found.length === 0) return <p class="muted">{words.history.same}</p>;
  const inWords = shownChangesOf(found).filter(({ topic }) => topic !== undefined);
  const precise = { words, times: { ...ui.times, hasSeconds: true } };
  return (
    <>
      <div class="in-words" role="status">
        {inWords.map((change) => (
          <ChangeLine key={change.path} {...{ ui, change }} />
        ))}
        {inWords.length === 0 && <p class="muted">{words.history.onlyDetails}</p>}
      </div>
      <details>
        <summary>{words.history.paths(found.length)}</summary>
        <ul class="diff">
          {found.map(({ path, before: earlier, after: later }) => (
            <li key={path}>
              <code>{path}</code>
              <del>{formatValue(earlier, precise)}</del>
              <ins>{formatValue(later, precise)}</ins>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
