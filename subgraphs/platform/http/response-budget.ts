/** The account of one URL, whose answer may come in several pages. */
export interface ResponseAccount extends Disposable {
  /** Counts received bytes. @returns resolves when more may be received; undefined when they may immediately */
  add(bytes: number): Promise<void> | undefined;
  /** Reserves bytes that are about to be needed, waiting for room. */
  reserve(bytes: number): Promise<void>;
  release(bytes: number): void;
}

/** Number of bytes of a response that are not counted. */
export const unboundedResponse = 64 * 1024;
/** Memory of a parsed response as a multiple of its bytes, including the bytes themselves. */
export const parsedFactor = 4;

/**
 * Maximum size of all responses together, and of one partner's responses. One thread parses them, so more room would
 * only keep more bytes in memory.
 */
const [maxBytes, maxPartnerBytes] = [96 * 1024 * 1024, 48 * 1024 * 1024];

interface Account {
  readonly request: Request;
  reserved: number;
  readonly waiting: { readonly bytes: number; readonly resolve: () => void }[];
}

interface Request {
  readonly partner: string;
  /** Open accounts, in the order in which their responses are consumed. */
  readonly accounts: Set<Account>;
}

/**
 * Creates the budget of a process, which limits the bytes of partners' responses in memory, from the first byte received
 * until their rows are processed. The first account of the oldest request may proceed even without room, because its
 * progress frees memory and all others wait for it. So at most the budget and one page are in memory.
 */
export function createResponseBudget() {
  const bytesByPartner = new Map<string, number>();
  /** Requests that hold bytes or wait, the oldest first. */
  const active = new Set<Request>();
  let total = 0;

  const isActive = ({ reserved, waiting }: Account): boolean => reserved > 0 || waiting.length > 0;
  const updateActive = (request: Request): void => {
    if ([...request.accounts].some(isActive)) active.add(request);
    else active.delete(request);
  };
  const count = (account: Account, bytes: number): void => {
    const { partner } = account.request;
    account.reserved += bytes;
    total += bytes;
    const ofPartner = (bytesByPartner.get(partner) ?? 0) + bytes;
    if (ofPartner > 0) bytesByPartner.set(partner, ofPartner);
    else bytesByPartner.delete(partner);
    updateActive(account.request);
  };
  const isFirst = (account: Account): boolean => {
    const [first] = active;
    return first !== undefined && [...first.accounts].find(isActive) === account;
  };
  const fits = ({ request }: Account, bytes: number): boolean =>
    total + bytes <= maxBytes && (bytesByPartner.get(request.partner) ?? 0) + bytes <= maxPartnerBytes;
  const hasRoom = (account: Account, bytes: number): boolean => isFirst(account) || fits(account, bytes);
  const wait = (account: Account, bytes: number): Promise<void> =>
    new Promise((resolve) => {
      account.waiting.push({ bytes, resolve });
      updateActive(account.request);
      // The account may be the first one of the oldest request.
      admitWaiting();
    });
  const admitWaiting = (): void => {
    for (const account of [...active].flatMap(({ accounts }) => [...accounts])) {
      for (;;) {
        const [next] = account.waiting;
        if (next === undefined || !hasRoom(account, next.bytes)) break;
        account.waiting.shift();
        count(account, next.bytes);
        next.resolve();
      }
    }
  };
  const open = (request: Request): ResponseAccount => {
    const account: Account = { request, reserved: 0, waiting: [] };
    request.accounts.add(account);
    return {
      add: (bytes) => {
        count(account, bytes);
        return hasRoom(account, 0) ? undefined : wait(account, 0);
      },
      reserve: async (bytes) => {
        if (account.waiting.length === 0 && (active.size === 0 || hasRoom(account, bytes))) count(account, bytes);
        else await wait(account, bytes);
      },
      release: (bytes) => {
        count(account, -bytes);
        admitWaiting();
      },
      [Symbol.dispose]: () => {
        for (const { resolve } of account.waiting.splice(0)) resolve();
        request.accounts.delete(account);
        count(account, -account.reserved);
        admitWaiting();
      },
    };
  };

  return {
    /**
     * Opens a request to a partner, whose answer may come from several URLs. Their accounts are served in the order of
     * opening.
     */
    openRequest: (partner: string) => {
      const request: Request = { partner, accounts: new Set() };
      return { open: () => open(request) };
    },
  };
}

/** The budget of this process. */
export const responseBudget = createResponseBudget();
