/** Bytes of partners' answers that are in memory, from the first byte that comes until their rows were taken. */
export interface AnswerBudget {
  /** Opens the account of one question, whose answer may come in several pages. */
  open(partner: string): AnswerAccount;
}

export interface AnswerAccount extends Disposable {
  /** Counts bytes that have come. @returns what to wait for before more may come; undefined: nothing */
  came(bytes: number): Promise<void> | undefined;
  /** Counts bytes that are going to be needed, once there is room for them. */
  reserve(bytes: number): Promise<void>;
  giveBack(bytes: number): void;
}

/** Bytes of an answer that are not counted. */
export const freeAnswerBytes = 64 * 1024;
/** What a parsed answer takes, of whatever values, as a multiple of its bytes; the bytes themselves included. */
export const parsedFactor = 4;

/** Bytes of all answers together, and of one partner's: two of the usual largest size, parsed. */
const [maxBytes, maxPartnerBytes] = [128 * 1024 * 1024, 64 * 1024 * 1024];

interface Account {
  readonly partner: string;
  held: number;
  readonly waiting: { readonly bytes: number; readonly go: () => void }[];
}

/**
 * Opens the budget of a process. What was begun first goes on even where there is no room: it is what makes room, and all
 * others wait for it.
 */
export function createAnswerBudget(): AnswerBudget {
  const ofPartners = new Map<string, number>();
  /** Those that hold something or wait, in the order in which they began. */
  const active = new Set<Account>();
  let total = 0;

  const count = (account: Account, bytes: number): void => {
    account.held += bytes;
    total += bytes;
    const own = (ofPartners.get(account.partner) ?? 0) + bytes;
    if (own > 0) ofPartners.set(account.partner, own);
    else ofPartners.delete(account.partner);
    if (account.held > 0 || account.waiting.length > 0) active.add(account);
    else active.delete(account);
  };
  const isFirst = (account: Account): boolean => active.values().next().value === account;
  const isFor = ({ partner }: Account, bytes: number): boolean => (ofPartners.get(partner) ?? 0) + bytes <= maxPartnerBytes;
  const hasRoom = (account: Account, bytes: number): boolean => isFirst(account) || (total + bytes <= maxBytes && isFor(account, bytes));
  const wait = (account: Account, bytes: number): Promise<void> =>
    new Promise((go) => {
      account.waiting.push({ bytes, go });
      active.add(account);
      // It may be the first one.
      letGo();
    });
  const letGo = (): void => {
    for (const account of [...active]) {
      for (;;) {
        const [next] = account.waiting;
        if (next === undefined || !hasRoom(account, next.bytes)) break;
        account.waiting.shift();
        count(account, next.bytes);
        next.go();
      }
    }
  };

  return {
    open: (partner) => {
      const account: Account = { partner, held: 0, waiting: [] };
      return {
        came: (bytes) => {
          count(account, bytes);
          return hasRoom(account, 0) ? undefined : wait(account, 0);
        },
        reserve: async (bytes) => {
          if (account.waiting.length === 0 && (active.size === 0 || hasRoom(account, bytes))) count(account, bytes);
          else await wait(account, bytes);
        },
        giveBack: (bytes) => {
          count(account, -bytes);
          letGo();
        },
        [Symbol.dispose]: () => {
          for (const { go } of account.waiting.splice(0)) go();
          count(account, -account.held);
          letGo();
        },
      };
    },
  };
}

/** The memory is one for all. */
export const answerBudget = createAnswerBudget();
