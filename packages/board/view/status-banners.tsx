import { Component, type ComponentChildren } from 'preact';
import type { MissedReason } from '../../client/generated/operations.ts';
import type { BoardStatus } from '../board-state.ts';
import { formatCount, type Ui } from './ui.ts';

/** Shows warnings about the shown data: outdated, delayed or incomplete. */
export function StatusBanners({ ui, hasBadFilter }: { readonly ui: Ui; readonly hasBadFilter: boolean }) {
  const { state, words, times } = ui;
  const { connection, status, phase } = state;
  const { resumed, missed, errors, linkGone } = status;
  // For the administrator of the server.
  const reasons = errors && [...new Set(errors.map(({ message }) => message))].join('\n');
  return (
    <div class="status" part="status">
      {hasBadFilter && <Banner kind="warn">{words.badFilter}</Banner>}
      {linkGone && (
        <Banner kind="warn" ui={ui} name="linkGone">
          {words.linkGone}
        </Banner>
      )}
      {connection.state === 'waiting' && phase !== 'refused' && (
        <Banner kind="bad">
          <strong title={reasons}>{errors === undefined ? `${words.connection.waiting}.` : words.connection.noAnswer}</strong>{' '}
          {phase === 'ready' && words.connection.held}{' '}
          {connection.retryAt !== undefined && <Countdown until={connection.retryAt} textOf={words.connection.retryIn} />}
          <button type="button" class="quiet" onClick={() => ui.board.tryNow()}>
            {words.connection.tryNow}
          </button>
        </Banner>
      )}
      {resumed !== undefined && connection.state !== 'waiting' && (
        <Banner kind="good" ui={ui} name="resumed">
          {words.resumed(resumed.count, resumed.seconds)}
        </Banner>
      )}
      {missed !== undefined && (
        <Banner kind="warn" ui={ui} name="missed">
          {words.missed(
            missed.count === undefined ? undefined : formatCount(missed.count, times.lang),
            words.missedReasons[missed.reason as MissedReason] ?? missed.reason,
          )}
        </Banner>
      )}
      {staleTexts(ui).map((text) => (
        <Banner key={text} kind="warn">
          {text}
        </Banner>
      ))}
    </div>
  );
}

interface CountdownProps {
  readonly until: number;
  readonly textOf: (seconds: number) => string;
}

/** Shows the seconds until an instant, counted down. */
class Countdown extends Component<CountdownProps> {
  readonly #timer = setInterval(() => this.forceUpdate(), 1_000);

  override componentWillUnmount(): void {
    clearInterval(this.#timer);
  }

  override render({ until, textOf }: CountdownProps) {
    return <span aria-hidden="true">{textOf(Math.max(0, Math.ceil((until - Date.now()) / 1_000)))}</span>;
  }
}

interface BannerProps {
  readonly kind: 'good' | 'warn' | 'bad';
  /** If it is given together with `name`, the banner can be dismissed. */
  readonly ui?: Ui;
  readonly name?: keyof BoardStatus;
  readonly children: ComponentChildren;
}

function Banner({ kind, ui, name, children }: BannerProps) {
  return (
    <div class={`banner ${kind}`} part={`banner banner-${name ?? kind}`} role={kind === 'bad' ? 'alert' : 'status'} data-name={name}>
      <span>{children}</span>
      {ui !== undefined && name !== undefined && (
        <button type="button" class="quiet icon" aria-label={ui.words.dismiss} onClick={() => ui.board.dismiss(name)}>
          ✕
        </button>
      )}
    </div>
  );
}

/** Maximum number of rows that are examined for sides that could not be queried. */
const mostLooked = 200;

/** Returns the sides that could not be queried, and how many rows show what they stated before. */
function staleTexts({ state, words }: Ui): string[] {
  const arrivals = state.rows.slice(0, mostLooked).map(({ arrival }) => arrival);
  return (['schedule', 'port'] as const).flatMap((side) => {
    const count = arrivals.filter(({ statements }) => statements[side].isStale).length;
    return count === 0 ? [] : [words.staleRows(count, words.sides[side === 'port' ? 'PORT' : 'SCHEDULE'])];
  });
}
