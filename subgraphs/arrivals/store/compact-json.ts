/** Shorter texts are repeated, because a reference takes almost as many characters. */
const minLength = 24;

/** A reference to an earlier node. A member whose name begins with `$` has one `$` more in the text. */
interface NodeReference {
  readonly $: number;
}

/** A document as a list of nodes, each of which refers to earlier ones. The last one is the document. */
interface CompactDocument {
  readonly nodes: readonly unknown[];
}

/**
 * Formats a value as JSON in which equal objects and lists occur once: an alert repeats the times that the arrival states,
 * for each of its steps.
 */
export function compactJson(value: object): string {
  const nodes: string[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<object, string>();
  const add = (text: string): number => {
    const number = numbers.get(text) ?? nodes.push(text) - 1;
    numbers.set(text, number);
    return number;
  };
  const textOf = (part: unknown): string | undefined => {
    if (typeof part === 'string') return stringOf(part);
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    const held = known.get(part);
    if (held !== undefined) return held;
    const whole = Array.isArray(part) ? `[${part.map((one) => textOf(one) ?? 'null').join()}]` : membersOf(part, textOf);
    const text = whole.length < minLength ? whole : `{"$":${add(whole)}}`;
    known.set(part, text);
    return text;
  };
  nodes.push(textOf(value) ?? '{}');
  return `{"nodes":[${nodes.join()}]}`;
}

/** Formats an object with the texts of its values; those without a text are left out. */
function membersOf(value: object, textOf: (value: unknown) => string | undefined): string {
  let members = '';
  for (const [name, one] of Object.entries(value)) {
    const text = textOf(one);
    if (text !== undefined) members += `${members === '' ? '' : ','}${stringOf(name.startsWith('$') ? `$${name}` : name)}:${text}`;
  }
  return `{${members}}`;
}

/** Most strings need no escape, for which the test takes a fraction of the time. */
function stringOf(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

const plain = /^[ !#-[\]-~]*$/;

/** Parses the result of {@link compactJson}, or any other JSON. Objects that occur repeatedly are one object. */
export function parseCompactJson(text: string): unknown {
  return expanded(JSON.parse(text));
}

/** Returns what {@link parseCompactJson} does, for a text that has been parsed as JSON. */
export function expanded(document: unknown): unknown {
  if (!isCompact(document)) return document;
  const nodes: unknown[] = [];
  for (const node of document.nodes) nodes.push(resolved(node, nodes));
  return nodes.at(-1);
}

function isCompact(document: unknown): document is CompactDocument {
  return typeof document === 'object' && document !== null && 'nodes' in document;
}

/** Replaces the references in a node, which has not been read yet, by what they refer to. */
function resolved(node: unknown, nodes: readonly unknown[]): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (isReference(node)) return nodes[node.$];
  const members = node as Record<string, unknown>;
  const names = Object.keys(members);
  for (const name of names) members[name] = resolved(members[name], nodes);
  const isEscaped = names.some((name) => name.startsWith('$'));
  return isEscaped ? Object.fromEntries(names.map((name) => [name.replace(/^\$/, ''), members[name]])) : node;
}

function isReference(node: object): node is NodeReference {
  return '$' in node;
}
