/**
 * Waits for work, but not longer than the time; the work continues. After a stall of this process the time may have passed
 * although the result has arrived, so data that has arrived is read first.
 *
 * @param late called when the time is over; it returns the result or throws
 */
export async function within<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      turn = setImmediate(resolve);
    }, ms);
  });
  try {
    return await Promise.race([work, elapsed.then(late)]);
  } finally {
    clearTimeout(timer);
    clearImmediate(turn);
  }
}
