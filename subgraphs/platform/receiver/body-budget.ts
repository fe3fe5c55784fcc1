import { LandfallError } from '../errors.ts';

/** Bodies of up to this size have room of their own. */
export const smallBodyBytes = 64 * 1024;

/** Maximum size of all bodies of unidentified senders, in bytes; the last part is reserved for small ones. */
const [maxUnverifiedBytes, keptForSmallBytes] = [64 * 1024 * 1024, 8 * 1024 * 1024];
/**
 * Maximum size of all bodies of partners, and of those of one partner, in bytes. A single larger body is accepted
 * alone.
 */
export const [maxBytes, maxPartnerBytes] = [64 * 1024 * 1024, 32 * 1024 * 1024];
/** Maximum size of all small bodies of one partner, in bytes. */
const maxSmallBytes = 8 * 1024 * 1024;
/**
 * Maximum number of small bodies of one partner that are processed concurrently, so that other partners' bodies do not wait for all
 * of them.
 */
export const maxSmallBodies = 32;
/** How long a body waits for room before its sender is asked to retry. */
export const maxWaitMs = 15_000;

interface Waiting {
  readonly partner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/** Limits the bytes of pushed bodies in memory. */
export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** The account of one body that is read before its sender is identified. */
export type UnverifiedBody = ReturnType<BodyBudget['openUnverified']>;

/** Opens the budget of a process. */
export function createBodyBudget() {
  const reserveLarge = createRoom(maxBytes, maxPartnerBytes);
  const reserveSmall = createRoom(Number.POSITIVE_INFINITY, maxSmallBytes);
  const takeTurn = createRoom(Number.POSITIVE_INFINITY, maxSmallBodies);
  return {
    /** Opens the account of one body whose sender is not identified yet. */
    openUnverified: createUnverifiedBudget(),
    /**
     * Waits until there is room for a body of a partner, before it is read. Bodies of up to {@link smallBodyBytes} wait
     * only for small ones of their partner.
     *
     * @returns an object whose disposal releases the room
     * @throws {LandfallError} PUSH_BUSY when there was no room in time
     */
    reserve: (partner: string, bytes: number) => (bytes <= smallBodyBytes ? reserveSmall : reserveLarge)(partner, bytes),
    /**
     * Waits until a body of a partner that has been read may be processed. Bodies that are still being read take no
     * turn, so one that stalls delays no other. Only small bodies wait, for others of their partner.
     *
     * @returns an object whose disposal ends the turn
     * @throws {LandfallError} PUSH_BUSY when it had no turn in time
     */
    waitForTurn: async (partner: string, bytes: number) => (bytes <= smallBodyBytes ? takeTurn(partner, 1) : noTurn),
  };
}

/** Large bodies are processed one at a time, see `largeBodies`. */
const noTurn: Disposable = { [Symbol.dispose]: () => {} };

/** Creates the function that reserves room in the total budget and in that of the partner, waiting for both. */
function createRoom(maxTotal: number, maxOfPartner: number): (partner: string, bytes: number) => Promise<Disposable> {
  const bytesByPartner = new Map<string, number>();
  let total = 0;
  const waiting = new Set<Waiting>();

  const isFor = (partner: string, bytes: number): boolean => {
    const own = bytesByPartner.get(partner) ?? 0;
    return own === 0 || own + bytes <= maxOfPartner;
  };
  const hasRoom = (bytes: number): boolean => total === 0 || total + bytes <= maxTotal;
  const take = (partner: string, bytes: number): void => {
    total += bytes;
    bytesByPartner.set(partner, (bytesByPartner.get(partner) ?? 0) + bytes);
  };
  const giveBack = (partner: string, bytes: number): void => {
    total -= bytes;
    const left = (bytesByPartner.get(partner) ?? 0) - bytes;
    if (left > 0) bytesByPartner.set(partner, left);
    else bytesByPartner.delete(partner);
    // In order of arrival. A partner that waits for its own limit does not delay others.
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
        reject(new LandfallError('PUSH_BUSY', 'Too many bodies are being processed.'));
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

function createUnverifiedBudget() {
  let total = 0;
  return () => {
    let own = 0;
    /** Rejects a body for which there is no room now, before it is read. @throws {LandfallError} PUSH_BUSY */
    const expect = (bytes: number) => {
      const most = own + bytes > smallBodyBytes ? maxUnverifiedBytes - keptForSmallBytes : maxUnverifiedBytes;
      if (total + bytes > most) throw new LandfallError('PUSH_BUSY', 'Too many bodies of unverified senders are being processed.');
    };
    return {
      expect,
      /** Counts received bytes. @throws {LandfallError} PUSH_BUSY when there is no room for them */
      add: (bytes: number) => {
        expect(bytes);
        own += bytes;
        total += bytes;
      },
      /** Returns the number of received bytes. */
      bytes: () => own,
      [Symbol.dispose]: () => {
        total -= own;
        own = 0;
      },
    };
  };
}
