/** An answer of a query, in which a test leaves out what it is not about. */
export type PartialAnswer<T> = T extends string
  ? string
  : T extends readonly (infer Element)[]
    ? readonly PartialAnswer<Element>[]
    : T extends object
      ? { readonly [Name in keyof T]?: PartialAnswer<T[Name]> | undefined }
      : T;

/** Returns a function that takes partial answers in place of whole ones as its first argument. */
export function takingPartial<Answer, Rest extends unknown[], Result>(
  reduce: (answer: Answer, ...rest: Rest) => Result,
): (answer: PartialAnswer<Answer>, ...rest: Rest) => Result {
  return (answer, ...rest) => reduce(answer as Answer, ...rest);
}
