/** Bytes of partners' answers that are in memory, from the first byte that comes until their rows were taken. */
export interface ResponseBudget {
  /** Opens what one question to a partner holds. */
  question(partner: string): RequestAccounts;
}

/** What one question holds, whose answer may come from several URLs. */
export interface RequestAccounts {
  /** Opens the account of one URL, whose answer may come in several pages. Those that are opened first are taken first. */
  open(): ResponseAccount;
}

export interface ResponseAccount extends Disposable {
  /** Counts bytes that have come. @returns what to wait for before more may come; undefined: nothing */
  came(bytes: number): Promise<void> | undefined;
  /** Counts bytes that are going to be needed, once there is room for them. */
  reserve(bytes: number): Promise<void>;
  giveBack(bytes: number): void;
}

/** Bytes of an answer that are not counted. */
export const unboundedResponse = 64 * 1024;
/** What a parsed answer takes, of whatever values, as a multiple of its bytes; the bytes themselves included. */
export const parsedFactor = 4;

/** Bytes of all answers together, and of one partner's: two of the usual largest size, parsed. */
const [maxBytes, maxPartnerBytes] = [128 * 1024 * 1024, 64 * 1024 * 1024];

interface Account {
  readonly question: Question;
  held: number;
  readonly waiting: { readonly bytes: number; readonly go: () => void }[];
}

interface Question {
  readonly partner: string;
  /** Those that are open, in the order in which their answers are taken. */
  readonly accounts: Set<Account>;
}

/**
 * Opens the budget of a process. What was begun first goes on even where there is no room, of a question the answer that is
 * taken first: it is what makes room, and all others wait for it. So no more is held than the budget and one page.
 */
export function createAnswerBudget(): ResponseBudget {
  const ofPartners = new Map<string, number>();
  /** Those that hold something or wait, in the order in which they began. */
  const active = new Set<Question>();
  let total = 0;

  const isActive = ({ held, waiting }: Account): boolean => held > 0 || waiting.length > 0;
  const settle = (question: Question): void => {
    if ([...question.accounts].some(isActive)) active.add(question);
    else active.delete(question);
  };
  const count = (account: Account, bytes: number): void => {
    const { partner } = account.question;
    account.held += bytes;
    total += bytes;
    const own = (ofPartners.get(partner) ?? 0) + bytes;
    if (own > 0) ofPartners.set(partner, own);
    else ofPartners.delete(partner);
    settle(account.question);
  };
  const isFirst = (account: Account): boolean => {
    const [first] = active;
    return first !== undefined && [...first.accounts].find(isActive) === account;
  };
  const isFor = ({ question }: Account, bytes: number): boolean => (ofPartners.get(question.partner) ?? 0) + bytes <= maxPartnerBytes;
  const hasRoom = (account: Account, bytes: number): boolean => isFirst(account) || (total + bytes <= maxBytes && isFor(account, bytes));
  const wait = (account: Account, bytes: number): Promise<void> =>
    new Promise((go) => {
      account.waiting.push({ bytes, go });
      settle(account.question);
      // It may be the first one.
      letGo();
    });
  const letGo = (): void => {
    for (const account of [...active].flatMap(({ accounts }) => [...accounts])) {
      for (;;) {
        const [next] = account.waiting;
        if (next === undefined || !hasRoom(account, next.bytes)) break;
        account.waiting.shift();
        count(account, next.bytes);
        next.go();
      }
    }
  };
  const open = (question: Question): ResponseAccount => {
    const account: Account = { question, held: 0, waiting: [] };
    question.accounts.add(account);
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
        question.accounts.delete(account);
        count(account, -account.held);
        letGo();
      },
    };
  };

  return {
    question: (partner) => {
      const question: Question = { partner, accounts: new Set() };
      return { open: () => open(question) };
    },
  };
}

/** The memory is one for all. */
export const answerBudget = createAnswerBudget();
