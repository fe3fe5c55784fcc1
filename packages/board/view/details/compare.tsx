import { useEffect, useState } from 'preact/hooks';
import { type FieldChange, shownChangesOf } from '../../model/changes.ts';
import { differences } from '../../model/diff.ts';
import { formatInstant } from '../../model/times.ts';
import { ChangeLine } from '../cells.tsx';
import { formatValue, type Ui } from '../ui.ts';
import type { TabProps } from './tab.ts';

/** Compares any two versions: in words, and by the paths of the document on demand. */
export function Compare({ ui, notice }: Pick<TabProps, 'ui' | 'notice'>) {
  const { messages, times } = ui;
  const words = messages.history;
  const { nodes } = notice.versions;
  const newest = nodes[0]?.id ?? '';
  const [pair, setPair] = useState({ before: nodes[1]?.id ?? newest, after: newest });
  const [isOpen, setOpen] = useState(false);
  if (nodes.length < 2) return null;
  // Versions may be issued within the same minute.
  const nameOf = ({ issueDateTime, versionLabel }: (typeof nodes)[number]) =>
    `${formatInstant(issueDateTime, { ...times, hasSeconds: true })} ${versionLabel ?? ''}`;
  return (
    <details class="compare" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.compare}</summary>
      {isOpen && (
        <>
          <div class="pair">
            {(['before', 'after'] as const).map((side) => (
              <label key={side}>
                <span>{words[side]}</span>
                <select value={pair[side]} onChange={(event) => setPair({ ...pair, [side]: event.currentTarget.value })}>
                  {nodes.map((version) => (
                    <option key={version.id} value={version.id}>
                      {nameOf(version)}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
          <Differences key={`${pair.before} ${pair.after}`} {...{ ui, ...pair }} />
        </>
      )}
    </details>
  );
}

/** Fetches both documents, because the API compares only consecutive versions. */
function Differences({ ui, before, after }: { readonly ui: Ui; readonly before: string; readonly after: string }) {
  const { board, messages } = ui;
  const [found, setFound] = useState<readonly FieldChange[] | 'failed' | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    Promise.all([board.fetchDocument(before), board.fetchDocument(after)]).then(
      ([earlier, later]) => isWanted && setFound(differences(earlier, later)),
      () => isWanted && setFound('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [board, before, after]);
  if (found === undefined) return <span class="bone" />;
  if (found === 'failed') return <p class="muted">{messages.partial}</p>;
  if (found.length === 0) return <p class="muted">{messages.history.same}</p>;
  const inWords = shownChangesOf(found).filter(({ topic }) => topic !== undefined);
  const precise = { messages, times: { ...ui.times, hasSeconds: true } };
  return (
    <>
      <div class="in-words" role="status">
        {inWords.map((change) => (
          <ChangeLine key={change.path} {...{ ui, change }} />
        ))}
        {inWords.length === 0 && <p class="muted">{messages.history.onlyDetails}</p>}
      </div>
      <details>
        <summary>{messages.history.paths(found.length)}</summary>
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
