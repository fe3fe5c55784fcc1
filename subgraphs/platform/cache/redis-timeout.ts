/** Thrown when a command exceeds its time limit. Its effect is unknown. */
export class RedisTimeoutError extends Error {
  constructor(ms: number) {
    super(`Redis did not answer within ${ms} ms.`);
    this.name = 'RedisTimeoutError';
  }
}

/**
 * Waits for the reply to a command. After a stall of this process the time limit may have passed although the reply has
 * arrived, so data that has arrived is read first.
 *
 * @throws {RedisTimeoutError} there was no reply within the time
 */
export async function answerWithin<R>(ms: number, command: Promise<R>): Promise<R> {
  let turn: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      turn = setImmediate(() => reject(new RedisTimeoutError(ms)));
    }, ms);
  });
  try {
    return await Promise.race([command, limit]);
  } finally {
    clearTimeout(timer);
    clearImmediate(turn);
  }
}

/** Returns the client with a time limit for each of these commands. */
export function limitCommands<C extends object>(
  client: C,
  { names, ms }: { readonly names: readonly (keyof C)[]; readonly ms: number },
): C {
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!names.includes(name as keyof C)) return value.bind(target);
      return (...args: readonly unknown[]) => answerWithin(ms, Reflect.apply(value, target, args) as Promise<unknown>);
    },
  });
}
