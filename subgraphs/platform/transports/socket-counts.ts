import type { Session } from '../access/sessions.ts';

/** Counts the open sockets of each tenant. */
export interface SocketCounts {
  /** @returns takes it back; undefined when the tenant has as many as it may, and this one is not counted */
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
