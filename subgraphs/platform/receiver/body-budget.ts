import { LandfallError } from '../errors.ts';

/** Bytes of pushed bodies that are held in memory, and who holds them. */
export interface BodyBudget {
  /** Of bodies whose senders are not known yet. */
  readonly unverified: UnverifiedBudget;
  /**
   * Waits until there is room for a body of a partner. Bodies of up to {@link smallBodyBytes} wait only for others of their partner.
   *
   * @returns gives the room back
   * @throws {LandfallError} PUSH_BUSY when there was none in time
   */
  reserve(partner: string, bytes: number): Promise<Disposable>;
}

/** One budget for all bodies that are read before it is known who sends them. */
export interface UnverifiedBudget {
  /** Opens the account of one body. */
  open(): UnverifiedBody;
}

export interface UnverifiedBody extends Disposable {
  /** Refuses a body that would not find room now, before any of it is read. @throws {LandfallError} PUSH_BUSY */
  expect(bytes: number): void;
  /** Counts bytes that came. @throws {LandfallError} PUSH_BUSY when there is no room for them */
  add(bytes: number): void;
  /** How many came. */
  bytes(): number;
}

/** What a body that costs next to nothing may have. */
export const smallBodyBytes = 64 * 1024;

/** Bytes of all bodies of unknown senders together; the last part of it is for small ones. */
const [maxUnverifiedBytes, keptForSmallBytes] = [64 * 1024 * 1024, 8 * 1024 * 1024];
/** Bytes of all bodies of partners together, and of one partner's. A body that is larger by itself is taken alone. */
const [maxBytes, maxPartnerBytes] = [64 * 1024 * 1024, 32 * 1024 * 1024];
/** Small bodies of one partner in progress at a time: with more of them those of other partners would wait for all. */
export const maxSmallBodies = 32;
/** How long a body waits for room before its sender is told to come again. */
const maxWaitMs = 15_000;

interface Waiting {
  readonly partner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/** Opens the budget of a process. */
export function createBodyBudget(): BodyBudget {
  const reserveLarge = createRoom(maxBytes, maxPartnerBytes);
  const reserveSmall = createRoom(Number.POSITIVE_INFINITY, maxSmallBodies);
  return {
    unverified: createUnverifiedBudget(),
    reserve: (partner, bytes) => (bytes <= smallBodyBytes ? reserveSmall(partner, 1) : reserveLarge(partner, bytes)),
  };
}

/** Returns the function that waits for room, of all partners together and of its own, and reserves it. */
function createRoom(maxTotal: number, maxOfPartner: number): BodyBudget['reserve'] {
  const held = new Map<string, number>();
  let total = 0;
  const waiting = new Set<Waiting>();

  const isFor = (partner: string, bytes: number): boolean => {
    const own = held.get(partner) ?? 0;
    return own === 0 || own + bytes <= maxOfPartner;
  };
  const hasRoom = (bytes: number): boolean => total === 0 || total + bytes <= maxTotal;
  const take = (partner: string, bytes: number): void => {
    total += bytes;
    held.set(partner, (held.get(partner) ?? 0) + bytes);
  };
  const giveBack = (partner: string, bytes: number): void => {
    total -= bytes;
    const left = (held.get(partner) ?? 0) - bytes;
    if (left > 0) held.set(partner, left);
    else held.delete(partner);
    // In the order they came. Who waits for room of its own keeps no other partner waiting.
    for (const each of waiting) {
      if (!isFor(each.partner, each.bytes)) continue;
      if (!hasRoom(each.bytes)) return;
      waiting.delete(each);
      take(each.partner, each.bytes);
      each.admit();
    }
  };
  const wait = (partner: string, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(new LandfallError('PUSH_BUSY', 'Too many bodies are in progress.'));
      }, maxWaitMs);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry: Waiting = { partner, bytes, admit };
      waiting.add(entry);
    });

  return async (partner, bytes) => {
    const isBehind = [...waiting].some((each) => each.partner === partner);
    if (!isBehind && isFor(partner, bytes) && hasRoom(bytes)) take(partner, bytes);
    else await wait(partner, bytes);
    return { [Symbol.dispose]: () => giveBack(partner, bytes) };
  };
}

function createUnverifiedBudget(): UnverifiedBudget {
  let total = 0;
  return {
    open: () => {
      let own = 0;
      const expect = (bytes: number) => {
        const most = own + bytes > smallBodyBytes ? maxUnverifiedBytes - keptForSmallBytes : maxUnverifiedBytes;
        if (total + bytes > most) throw new LandfallError('PUSH_BUSY', 'Too many bodies of unknown senders are in progress.');
      };
      return {
        expect,
        add: (bytes) => {
          expect(bytes);
          own += bytes;
          total += bytes;
        },
        bytes: () => own,
        [Symbol.dispose]: () => {
          total -= own;
          own = 0;
        },
      };
    },
  };
}
