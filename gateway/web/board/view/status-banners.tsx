import type { ComponentChildren } from 'preact';
import type { MissedReason } from '../../client/generated/operations.ts';
import type { BoardStatus } from '../board-state.ts';
import { isMissing, type JoinSource } from '../model/joined.ts';
import { formatAge } from '../model/times.ts';
import { useCountdown } from './header.tsx';
import { formatCount, type Ui } from './ui.ts';

/** Warnings about the shown data: outdated, delayed or incomplete. */
export function StatusBanners({ ui, hasBadFilter }: { readonly ui: Ui; readonly hasBadFilter: boolean }) {
  const { state, messages, times } = ui;
  const { connection, status, phase } = state;
  const { resumed, missed, errors } = status;
  const seconds = useCountdown(connection.state === 'waiting' ? connection.retryAt : undefined);
  const missing = missingSources(ui);
  return (
    <div class="status" part="status">
      {hasBadFilter && <Banner kind="warn">{messages.badFilter}</Banner>}
      {connection.state === 'waiting' && phase !== 'refused' && (
        <Banner kind="bad">
          <strong>{messages.connection.waiting}</strong> {phase === 'ready' && messages.connection.lost}{' '}
          {seconds !== undefined && <span aria-hidden="true">{messages.connection.retryIn(seconds)}</span>}
        </Banner>
      )}
      {resumed !== undefined && connection.state !== 'waiting' && (
        <Banner kind="good" ui={ui} name="resumed">
          {messages.resumed(resumed.count, resumed.seconds)}
        </Banner>
      )}
      {missed !== undefined && (
        <Banner kind="warn" ui={ui} name="missed">
          {messages.missed(
            missed.count === undefined ? undefined : formatCount(missed.count, times.lang),
            messages.missedReasons[missed.reason as MissedReason] ?? missed.reason,
          )}
        </Banner>
      )}
      {(missing.length > 0 || errors !== undefined) && (
        <Banner kind="warn" {...(errors === undefined ? {} : { ui, name: 'errors' })}>
          <strong>{messages.partial}.</strong>{' '}
          {[...missing, ...[...new Set(errors?.map(({ message }) => message))].slice(0, 3)].join(' · ')}
        </Banner>
      )}
    </div>
  );
}

interface BannerProps {
  readonly kind: 'good' | 'warn' | 'bad';
  /** With `name`, it can be dismissed. */
  readonly ui?: Ui;
  readonly name?: keyof BoardStatus;
  readonly children: ComponentChildren;
}

function Banner({ kind, ui, name, children }: BannerProps) {
  return (
    <div class={`banner ${kind}`} part={`banner banner-${name ?? kind}`} role={kind === 'bad' ? 'alert' : 'status'} data-name={name}>
      <span>{children}</span>
      {ui !== undefined && name !== undefined && (
        <button type="button" class="quiet icon" aria-label={ui.messages.dismiss} onClick={() => ui.board.dismiss(name)}>
          ✕
        </button>
      )}
    </div>
  );
}

/** Partners that failed to provide a part of the visible rows: who, what, and since when. */
function missingSources({ board, state, messages, now, times }: Ui): string[] {
  const ofRows = state.rows.slice(0, 200).flatMap(({ id }) => {
    const joined = board.joins.get(id);
    return joined === undefined ? [] : [...joined.schedule.sources, ...joined.portCall.sources];
  });
  const worst = new Map<string, JoinSource>();
  for (const source of [...state.sources, ...ofRows]) if (isMissing(source)) worst.set(`${source.partner?.id} ${source.standard}`, source);
  return [...worst.values()].map(({ partner, standard, status, retrievedAt }) => {
    const since = retrievedAt === null ? messages.never : messages.since(formatAge(Date.parse(retrievedAt), now, times.lang));
    return `${messages.missingSource(partner?.name ?? messages.ownPart, messages.standards[standard], messages.sourceStates[status])} (${since})`;
  });
}
