import { useEffect, useState } from 'preact/hooks';
import { shownChangesOf } from '../../model/changes.ts';
import { differences } from '../../model/diff.ts';
import type { FieldChange } from '../../model/rows.ts';
import { formatInstant } from '../../model/times.ts';
import { ChangeLine } from '../cells.tsx';
import { Chip } from '../chip.tsx';
import { formatValue, type Ui, wordOf } from '../ui.ts';
import type { TabProps } from './tab.ts';

/** All versions as a timeline, and the differences between any two of them. */
export function HistoryTab({ ui, notice }: TabProps) {
  const { messages, times } = ui;
  const words = messages.history;
  const { nodes, pageInfo } = notice.versions;
  // Versions may follow each other within a minute.
  const precise = { ...times, hasSeconds: true };
  const newest = nodes[0]?.id ?? '';
  const [pair, setPair] = useState({ before: nodes[1]?.id ?? newest, after: newest });
  const nameOf = (id: string) => {
    const version = nodes.find((each) => each.id === id);
    return version === undefined ? '' : `${formatInstant(version.issueDateTime, precise)} ${version.versionLabel ?? ''}`;
  };
  return (
    <>
      <ol class="versions" aria-label={words.label}>
        {nodes.map((version) => {
          const [first, ...others] = shownChangesOf(version.changes);
          return (
            <li key={version.id} class={version.isCurrent ? 'current' : ''}>
              <strong>{formatInstant(version.issueDateTime, precise)}</strong> {version.versionLabel}{' '}
              {version.isCurrent && <Chip tone="good">{words.current}</Chip>}
              <div class="muted">
                {formatInstant(version.receivedAt, times)} · {wordOf(messages, version.receivedBy)}
              </div>
              {first === undefined ? (
                <div class="muted">{version.changes.length === 0 ? messages.change.first : messages.change.none}</div>
              ) : (
                <>
                  <ChangeLine {...{ ui, change: first }} />
                  {others.length > 0 && <div class="muted">{messages.change.more(others.length)}</div>}
                </>
              )}
            </li>
          );
        })}
      </ol>
      {pageInfo.hasNextPage && <p class="muted">{words.more}</p>}
      {nodes.length > 1 && (
        <>
          <h3>{words.compare}</h3>
          <div class="pair">
            {(['before', 'after'] as const).map((side) => (
              <label key={side}>
                <span>{words[side]}</span>
                <select value={pair[side]} onChange={(event) => setPair({ ...pair, [side]: event.currentTarget.value })}>
                  {nodes.map(({ id }) => (
                    <option key={id} value={id}>
                      {nameOf(id)}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
          <Differences key={`${pair.before} ${pair.after}`} {...{ ui, ...pair }} />
        </>
      )}
    </>
  );
}

/** Fetches both documents, because the API compares consecutive versions only. */
function Differences({ ui, before, after }: { readonly ui: Ui; readonly before: string; readonly after: string }) {
  const { board, messages } = ui;
  const precise = { messages, times: { ...ui.times, hasSeconds: true } };
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
  return (
    <>
      <p class="muted" role="status">
        {messages.history.differences(found.length)}
      </p>
      <ul class="diff">
        {found.map(({ path, before: earlier, after: later }) => (
          <li key={path}>
            <code>{path.replace(/^\$\./, '')}</code>
            <del>{formatValue(earlier, precise)}</del>
            <ins>{formatValue(later, precise)}</ins>
          </li>
        ))}
      </ul>
    </>
  );
}
