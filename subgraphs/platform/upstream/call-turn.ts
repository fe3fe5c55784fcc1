import { arrivalMs } from './call-rate.ts';
import type { CallStats } from './endpoint-health.ts';
import type { Entrant, Limiter } from './limiter.ts';
import type { RequestSlot } from './send.ts';

/** The turn of one call at the gate of its partner. */
export interface CallSlot extends RequestSlot {
  /** Waits for it. @throws {LandfallError} as the gate does */
  take(): Promise<void>;
  /** Ends it, where it was taken. */
  giveBack(): void;
}

/**
 * Opens the turn of a call, which has not begun. The gate counts the call until the partner has got the request for certain:
 * until it was answered, or {@link arrivalMs} after it was handed to the network.
 */
export function createCallSlot(gate: Limiter, { entrant, tally }: { readonly entrant: Entrant; readonly tally: CallStats }): CallSlot {
  let [isTaken, hasArrived] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let arrival: NodeJS.Immediate | undefined;

  const take = async (): Promise<void> => {
    const entering = gate.enter(entrant);
    if (entering !== undefined) await counted(entering, tally);
    [isTaken, hasArrived] = [true, false];
    tally.underWay += 1;
  };
  const giveBack = (): void => {
    clearTimeout(timer);
    clearImmediate(arrival);
    if (!isTaken) return;
    isTaken = false;
    tally.underWay -= 1;
    gate.leave(hasArrived);
  };
  const arrive = (): void => {
    hasArrived = true;
    gate.arrived();
  };
  return {
    take,
    giveBack,
    went: () => {
      // Where this process has stalled, what has come meanwhile is read before.
      timer = setTimeout(() => {
        arrival = setImmediate(arrive);
      }, arrivalMs);
    },
    renew: () => {
      giveBack();
      return take();
    },
  };
}

async function counted(turn: Promise<void>, tally: CallStats): Promise<void> {
  tally.waiting += 1;
  try {
    await turn;
  } finally {
    tally.waiting -= 1;
  }
}
