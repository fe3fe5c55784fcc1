/** Lets `Date` of this process follow another clock. Timers and the elapsed time stay those of the machine. */
export function replaceDate(now: () => number): Disposable {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return {
    [Symbol.dispose]: () => {
      globalThis.Date = RealDate;
    },
  };
}
