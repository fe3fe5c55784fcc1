import type { Session } from '../access/sessions.ts';

/** Limits the number of open sockets of each tenant. */
export interface SocketCounts {
  /**
   * Counts a socket. @returns a function that removes it; undefined if the limit is reached, so that it is not counted
   */
  add(session: Pick<Session, 'tenant' | 'limits'>): (() => void) | undefined;
}

export function createSocketCounts(): SocketCounts {
  const counts = new Map<string, number>();
  return {
    add({ tenant, limits }) {
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
