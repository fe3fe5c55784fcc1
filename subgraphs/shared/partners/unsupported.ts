/** A remark on one place of a partner's YAML. */
export interface PlaceFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What the format knows and this version does not do yet. It is refused instead of ignored, or rows would be wrong in silence. */
const unsupported: readonly (readonly string[])[] = [['publish', 'push']];

/** The parts of a partner's YAML that this version does not do. An empty list asks for nothing and is fine. */
export function unsupportedParts(content: unknown): PlaceFault[] {
  return unsupported
    .filter((path) => {
      const part = path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), content);
      return part !== undefined && !(Array.isArray(part) && part.length === 0);
    })
    .map((path) => ({ path, message: `${path.join('.')} is not supported by this version` }));
}
