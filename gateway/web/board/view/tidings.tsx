import type { ComponentChildren } from 'preact';
import type { MissedReason } from '../../client/generated/operations.ts';
import type { Tidings } from '../board-state.ts';
import { isMissing, type JoinSource } from '../model/joined.ts';
import { formatAge } from '../model/times.ts';
import { useCountdown } from './header.tsx';
import { formatCount, type Ui } from './ui.ts';

/** What the viewer should know of what is shown: that it is old, came late, or is not all. */
export function TidingsView({ ui, hasBadFilter }: { readonly ui: Ui; readonly hasBadFilter: boolean }) {
  const { state, texts, times } = ui;
  const { connection, tidings, phase } = state;
  const { resumed, missed, errors } = tidings;
  const seconds = useCountdown(connection.state === 'waiting' ? connection.retryAt : undefined);
  const missing = missingSources(ui);
  return (
    <div class="tidings" part="tidings">
      {hasBadFilter && <Tiding kind="warn">{texts.badFilter}</Tiding>}
      {connection.state === 'waiting' && phase !== 'refused' && (
        <Tiding kind="bad">
          <strong>{texts.connection.waiting}</strong> {phase === 'ready' && texts.connection.lost}{' '}
          {seconds !== undefined && <span aria-hidden="true">{texts.connection.retryIn(seconds)}</span>}
        </Tiding>
      )}
      {resumed !== undefined && connection.state !== 'waiting' && (
        <Tiding kind="good" ui={ui} name="resumed">
          {texts.resumed(resumed.count, resumed.seconds)}
        </Tiding>
      )}
      {missed !== undefined && (
        <Tiding kind="warn" ui={ui} name="missed">
          {texts.missed(
            missed.count === undefined ? undefined : formatCount(missed.count, times.lang),
            texts.missedReasons[missed.reason as MissedReason] ?? missed.reason,
          )}
        </Tiding>
      )}
      {(missing.length > 0 || errors !== undefined) && (
        <Tiding kind="warn" {...(errors === undefined ? {} : { ui, name: 'errors' })}>
          <strong>{texts.partial}.</strong> {[...missing, ...[...new Set(errors?.map(({ message }) => message))].slice(0, 3)].join(' · ')}
        </Tiding>
      )}
    </div>
  );
}

interface TidingProps {
  readonly kind: 'good' | 'warn' | 'bad';
  /** Given with `name`, it can be dismissed. */
  readonly ui?: Ui;
  readonly name?: keyof Tidings;
  readonly children: ComponentChildren;
}

function Tiding({ kind, ui, name, children }: TidingProps) {
  return (
    <div class={`tiding ${kind}`} part={`tiding tiding-${name ?? kind}`} role={kind === 'bad' ? 'alert' : 'status'} data-name={name}>
      <span>{children}</span>
      {ui !== undefined && name !== undefined && (
        <button type="button" class="quiet icon" aria-label={ui.texts.dismiss} onClick={() => ui.board.dismiss(name)}>
          ✕
        </button>
      )}
    </div>
  );
}

/** Partners that owe a part of what is on the screen: who, what, and since when. */
function missingSources({ board, state, texts, now, times }: Ui): string[] {
  const ofRows = state.rows.slice(0, 200).flatMap(({ id }) => {
    const joined = board.joins.get(id);
    return joined === undefined ? [] : [...joined.schedule.sources, ...joined.portCall.sources];
  });
  const worst = new Map<string, JoinSource>();
  for (const source of [...state.sources, ...ofRows]) if (isMissing(source)) worst.set(`${source.partner?.id} ${source.standard}`, source);
  return [...worst.values()].map(({ partner, standard, status, retrievedAt }) => {
    const since = retrievedAt === null ? texts.never : texts.since(formatAge(Date.parse(retrievedAt), now, times.lang));
    return `${texts.missingSource(partner?.name ?? texts.ownPart, texts.standards[standard], texts.sourceStates[status])} (${since})`;
  });
}
