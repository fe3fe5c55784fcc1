import { LandfallError } from '../errors.ts';
import { SignInError } from '../partners/inbound-auth/sign-in-error.ts';
import { createTimer } from '../time/clock.ts';
import type { AccessRegistry } from './access-registry.ts';
import type { Session } from './sessions.ts';

export type SessionGuard = ReturnType<typeof createSessionGuard>;

const expired = () => new LandfallError('UNAUTHENTICATED', 'The token has expired. Send a new one.');
const revoked = () => new LandfallError('UNAUTHENTICATED', 'The credential is no longer valid.');
const changed = () =>
  new LandfallError('ENTITLEMENT_CHANGED', 'Your rights have changed. Read a snapshot and subscribe again, or subscribe from the start.');

/**
 * Ends the operations of a session when its token expires, and when the access file changes their rights.
 *
 * @param onInvalid called when the credential has become invalid, after the operations have ended
 */
export function createSessionGuard(
  first: Session,
  { access, onInvalid }: { readonly access: Pick<AccessRegistry, 'clock' | 'onChange'>; readonly onInvalid?: () => void },
) {
  const { clock } = access;
  const enders = new Set<(error: LandfallError) => void>();
  let invalid: LandfallError | undefined;
  let isDisposed = false;

  const endAll = (error: LandfallError): void => {
    for (const end of [...enders]) end(error);
  };
  const invalidate = (error: LandfallError): void => {
    invalid = error;
    expiry.clear();
    endAll(error);
    onInvalid?.();
  };
  const expiry = createTimer(clock, () => invalidate(expired()), { ref: false });
  const continueWith = (next: Session): void => {
    const hasSameRights = next.caller.key === guard.session.caller.key;
    guard.session = next;
    invalid = undefined;
    if (!hasSameRights) endAll(changed());
    expiry.clear();
    if (next.expiresAt <= clock.now()) invalidate(expired());
    else if (next.expiresAt !== Number.POSITIVE_INFINITY) expiry.setFor(next.expiresAt);
  };
  const checkAgain = (): void => {
    if (isDisposed || invalid !== undefined) return;
    const next = guard.session.renewed();
    if (next === undefined) invalidate(revoked());
    else continueWith(next);
  };
  const unsubscribe = access.onChange(checkAgain);
  // The file may have changed since the session began. Deferred, because the creator of the guard adds its operations
  // first.
  queueMicrotask(checkAgain);
  // Not a getter: it is checked for each message, and V8 stores an object literal with a getter as a dictionary.
  const guard = {
    /** The last valid session. */
    session: first,
    /** Returns why nothing may be sent now; undefined while the session is valid. */
    error: (): LandfallError | undefined => invalid ?? (clock.now() >= guard.session.expiresAt ? expired() : undefined),
    /**
     * Calls `end` when the operation has to end. @returns a function that removes the listener; it returns false if it
     * was already removed
     */
    onEnd: (end: (error: LandfallError) => void) => {
      enders.add(end);
      return () => enders.delete(end);
    },
    /** Continues with a fresh credential. @throws {SignInError} FORBIDDEN if it belongs to another tenant */
    refresh: (fresh: Session) => {
      if (fresh.tenant !== guard.session.tenant)
        throw new SignInError('The credential belongs to another tenant.', { reason: 'OTHER_TENANT', tenant: fresh.tenant }, 'FORBIDDEN');
      continueWith(fresh);
    },
    [Symbol.dispose]: () => {
      isDisposed = true;
      unsubscribe();
      expiry.clear();
    },
  };
  return guard;
}

export type SocketCounts = ReturnType<typeof createSocketCounts>;

/** Limits the number of open sockets of each tenant. */
export function createSocketCounts() {
  const counts = new Map<string, number>();
  return {
    /**
     * Counts a socket. @returns a function that removes it; undefined if the limit is reached, so that it is not counted
     */
    add({ tenant, limits }: Pick<Session, 'tenant' | 'limits'>): (() => void) | undefined {
      const count = counts.get(tenant) ?? 0;
      if (count >= limits.sockets) return undefined;
      counts.set(tenant, count + 1);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        const left = (counts.get(tenant) ?? 1) - 1;
        if (left === 0) counts.delete(tenant);
        else counts.set(tenant, left);
      };
    },
  };
}
