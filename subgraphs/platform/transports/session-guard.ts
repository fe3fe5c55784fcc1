import type { AccessRegistry } from '../access/access-registry.ts';
import type { Session } from '../access/sessions.ts';
import { LandfallError } from '../errors.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';

/** Watches over what runs for somebody: that their credential is good, and that they may see the same as when it began. */
export interface SessionGuard extends Disposable {
  /** The last one that was good. */
  readonly session: Session;
  /** Why nothing may be given to them now; undefined if nothing speaks against it. */
  fault(): LandfallError | undefined;
  /** Calls `end` when what runs for them has to end. @returns forgets about it; false if that was done before */
  onEnd(end: (error: LandfallError) => void): () => boolean;
  /** Goes on by a fresh credential. @throws {SignInError} FORBIDDEN if it is another tenant's */
  refresh(session: Session): void;
}

export interface SessionGuardOptions {
  readonly access: Pick<AccessRegistry, 'clock' | 'onChange'>;
  /** Called when the credential is not good any more, after what ran has ended. */
  readonly onLapse?: () => void;
}

/** Timers take no longer waits than 24 days. */
const longestWaitMs = 86_400_000;

const expired = () => new LandfallError('UNAUTHENTICATED', 'The token has expired. Send a new one.');
const revoked = () => new LandfallError('UNAUTHENTICATED', 'The credential is no longer valid.');
const changed = () =>
  new LandfallError('ENTITLEMENT_CHANGED', 'Your rights have changed. Read a snapshot and subscribe again, or subscribe from the start.');

/** Begins to watch. What runs is ended when the token ends, and when the access file says something else. */
export function createSessionGuard(first: Session, { access, onLapse }: SessionGuardOptions): SessionGuard {
  const { clock } = access;
  const enders = new Set<(error: LandfallError) => void>();
  let session = first;
  let lapsed: LandfallError | undefined;
  let waiting = new AbortController();
  let disposed = false;

  const endAll = (error: LandfallError): void => {
    for (const end of [...enders]) end(error);
  };
  const lapse = (error: LandfallError): void => {
    lapsed = error;
    waiting.abort();
    endAll(error);
    onLapse?.();
  };
  const awaitExpiry = async (): Promise<void> => {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    const { expiresAt } = session;
    if (expiresAt === Number.POSITIVE_INFINITY) return;
    while (clock.now() < expiresAt) {
      await clock.wait(Math.min(expiresAt - clock.now(), longestWaitMs), signal).catch(() => undefined);
      if (signal.aborted) return;
    }
    lapse(expired());
  };
  const goOnBy = (next: Session): void => {
    const seesTheSame = next.caller.key === session.caller.key;
    session = next;
    lapsed = undefined;
    if (!seesTheSame) endAll(changed());
    void awaitExpiry();
  };
  const checkAgain = (): void => {
    if (disposed || lapsed !== undefined) return;
    const next = session.renewed();
    if (next === undefined) lapse(revoked());
    else goOnBy(next);
  };
  const forget = access.onChange(checkAgain);
  // The file may have changed since the session began; whoever made the guard gets to know it first.
  queueMicrotask(checkAgain);
  return {
    get session() {
      return session;
    },
    fault: () => lapsed ?? (clock.now() >= session.expiresAt ? expired() : undefined),
    onEnd: (end) => {
      enders.add(end);
      return () => enders.delete(end);
    },
    refresh: (fresh) => {
      if (fresh.tenant !== session.tenant)
        throw new SignInError('The credential belongs to another tenant.', { fault: 'OTHER_TENANT', tenant: fresh.tenant }, 'FORBIDDEN');
      goOnBy(fresh);
    },
    [Symbol.dispose]: () => {
      disposed = true;
      forget();
      waiting.abort();
    },
  };
}
