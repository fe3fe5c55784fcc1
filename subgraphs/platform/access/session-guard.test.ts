import { describe, expect, it } from 'vitest';
import { callerOf, defaultCallerLimits, openCaller } from '../access/entitlement.ts';
import type { Session } from '../access/sessions.ts';
import type { LandfallError } from '../errors.ts';
import { createSessionGuard } from './session-guard.ts';

const other = callerOf({ ...openCaller.entitlement, charges: false });
const dayMs = 86_400_000;

describe('a stream of a caller', () => {
  it('ends when the token expires, however long that takes, and sends nothing from that moment on', async () => {
    const { access, advance } = openAccess();
    const { guard, ended } = watch(sessionUntil(40 * dayMs), access);
    await advance(40 * dayMs - 1);
    expect([ended, guard.error()]).toEqual([[], undefined]);
    await advance(1);
    expect([ended, guard.error()?.code]).toEqual([['UNAUTHENTICATED'], 'UNAUTHENTICATED']);
  });

  it('receives nothing after the token has expired, even if the timer that ends it is late', () => {
    let now = 0;
    const clock = { now: () => now, wait: () => new Promise<void>(() => {}) };
    using guard = createSessionGuard(sessionUntil(1_000), { access: { clock, onChange: () => () => {} } });
    now = 999;
    expect(guard.error()).toBeUndefined();
    now = 1_000;
    expect(guard.error()?.code).toBe('UNAUTHENTICATED');
  });

  it('continues with a fresh credential of the same tenant, even after the first one has expired', async () => {
    const { access, advance } = openAccess();
    const { guard, ended } = watch(sessionUntil(1_000), access);
    await advance(0);
    guard.refresh(sessionUntil(2_000));
    await advance(1_500);
    expect([ended, guard.error()]).toEqual([[], undefined]);
    await advance(500);
    expect(ended).toEqual(['UNAUTHENTICATED']);
    guard.refresh(sessionUntil(9_000));
    expect(guard.error()).toBeUndefined();
  });

  it('does not continue with a credential of another tenant', () => {
    const { access } = openAccess();
    const { guard } = watch(sessionUntil(1_000), access);
    const theirs = { ...sessionUntil(2_000), tenant: 'red' };
    expect(() => guard.refresh(theirs)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(guard.session.expiresAt).toBe(1_000);
  });

  it('ends when the rights of its tenant change, and new operations run with the new rights', async () => {
    const { access, advance, change } = openAccess();
    let caller = openCaller;
    const current = (): Session => ({
      tenant: 'blue',
      limits: defaultCallerLimits,
      signedInBy: 'open',
      caller,
      expiresAt: Number.POSITIVE_INFINITY,
      renewed: current,
    });
    const { guard, ended } = watch(current(), access);
    change();
    await advance(0);
    expect(ended).toEqual([]);
    caller = other;
    change();
    expect([ended, guard.error(), guard.session.caller.key]).toEqual([['ENTITLEMENT_CHANGED'], undefined, other.key]);
  });

  it('ends when the credential is revoked, even if that was before it began', async () => {
    const { access, advance, change } = openAccess();
    let isGood = true;
    const session: Session = { ...sessionUntil(Number.POSITIVE_INFINITY), renewed: () => (isGood ? session : undefined) };
    const former = watch(session, access);
    isGood = false;
    change();
    expect([former.ended, former.guard.error()?.code]).toEqual([['UNAUTHENTICATED'], 'UNAUTHENTICATED']);
    const late = watch(session, access);
    await advance(0);
    expect(late.ended).toEqual(['UNAUTHENTICATED']);
  });

  it('is no longer watched after the guard is disposed of', async () => {
    const { access, advance, change, listeners } = openAccess();
    const { guard, ended } = watch(sessionUntil(1_000), access);
    guard[Symbol.dispose]();
    change();
    await advance(2_000);
    expect([ended, listeners.size]).toEqual([[], 0]);
  });
});

function sessionUntil(expiresAt: number): Session {
  const session: Session = {
    tenant: 'blue',
    limits: defaultCallerLimits,
    signedInBy: 'open',
    caller: openCaller,
    expiresAt,
    renewed: () => session,
  };
  return session;
}

function watch(session: Session, access: ReturnType<typeof openAccess>['access']) {
  const guard = createSessionGuard(session, { access });
  const ended: string[] = [];
  guard.onEnd((error: LandfallError) => ended.push(error.code));
  return { guard, ended };
}

/** Creates a clock and an access file that the test changes. */
function openAccess() {
  let now = 0;
  const waits = new Set<{ until: number; end: () => void }>();
  const listeners = new Set<() => void>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const clock = {
    now: () => now,
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        const end = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        waits.add({ until: now + ms, end });
        signal?.addEventListener('abort', abort, { once: true });
      }),
  };
  return {
    access: {
      clock,
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    listeners,
    change: () => {
      for (const listener of listeners) listener();
    },
    advance: async (ms: number) => {
      const target = now + ms;
      await settle();
      for (let next = nextOf(waits); next !== undefined && next.until <= target; next = nextOf(waits)) {
        now = next.until;
        waits.delete(next);
        next.end();
        await settle();
      }
      now = target;
    },
  };
}

function nextOf<W extends { until: number }>(waits: ReadonlySet<W>): W | undefined {
  return [...waits].toSorted((left, right) => left.until - right.until)[0];
}
