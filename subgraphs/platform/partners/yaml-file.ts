import { isCollection, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import * as z from 'zod';
import { isPublicAddress, literalAddressOf } from '../http/addresses.ts';
import { nearestName } from '../wire/nearest-name.ts';
import { hasSecretRef, resolveSecretRefs, type SecretSources } from './secrets.ts';

/** A kind of configuration file. */
export interface YamlKind<Schema extends z.ZodType> {
  /** What the fields describe, such as `a partner`. */
  readonly of: string;
  readonly schema: Schema;
  /** Parts of the content that may contain credentials, whose values issues do not show. */
  readonly credentialParts: readonly PropertyKey[];
  /**
   * Checks rules that involve several fields. The content may have other issues, so that all issues are reported
   * together.
   */
  readonly check: (content: unknown, found: { readonly add: AddIssue }) => void;
}

export type AddIssue = (path: readonly PropertyKey[], message: string) => unknown;

export interface YamlSources extends SecretSources {
  /** Name of the file without its folder. */
  readonly fileName: string;
}

/** The content of a file, and the position of a path such as `['inbound', 'apiKey']`. */
export interface ParsedYaml<Value> {
  readonly value: Value;
  /** Inline secrets in a file for development. */
  readonly warnings: readonly FileIssue[];
  readonly locate: (path: readonly PropertyKey[]) => Position;
}

/**
 * Parses one YAML file and reports all its issues together. Secrets are references, `${env:NAME}` or `${file:/path}`,
 * and are not shown in any issue.
 */
export function parseYaml<Schema extends z.ZodType>(
  text: string,
  kind: YamlKind<Schema>,
  sources: YamlSources,
): ParsedYaml<z.output<Schema>> | { readonly issues: readonly FileIssue[] } {
  const { of, schema, credentialParts, check } = kind;
  const lineCounter = new LineCounter();
  // Pretty errors quote the line, which may contain a secret.
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const issues: FileIssue[] = [];
  const at = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const locate = (path: readonly PropertyKey[]) => at(offsetOf(document.contents, path));
  const issueAt = (path: readonly PropertyKey[], message: string): FileIssue => ({
    file: sources.fileName,
    ...locate(path),
    path: pathText(path),
    message,
  });
  const add: AddIssue = (path, message) => issues.push(issueAt(path, message));
  for (const error of document.errors) {
    const code = error.code.toLowerCase().replaceAll('_', ' ');
    issues.push({ file: sources.fileName, ...at(error.pos[0]), path: '', message: `expected valid YAML, got ${code}` });
  }
  const content = issues.length > 0 ? undefined : contentOf(document);
  if (issues.length === 0 && (content === undefined || !isMap(document.contents))) {
    add([], `expected a mapping with the fields of ${of}`);
  }
  if (issues.length > 0) return { issues };

  const resolved = resolveSecretRefs(content, sources);
  for (const { path, message } of resolved.issues) add(path, message);
  check(resolved.value, { add });
  const addSchemaIssue = (issue: z.core.$ZodIssue): void => {
    if (issue.code === 'unrecognized_keys') {
      const known = knownFields(schema, issue.path);
      for (const key of issue.keys)
        add([...issue.path, key], `unknown field; the nearest known one is ${nearestName(key, known)?.name ?? 'none'}`);
    } else if (issue.code === 'invalid_union') {
      for (const inner of nearestForm(issue)) addSchemaIssue({ ...inner, path: [...issue.path, ...inner.path] });
    } else {
      const isSecret = issue.path.some((step) => credentialParts.includes(step));
      add(issue.path, `expected ${expectation(issue)}, got ${shown({ content, resolved: resolved.value, isSecret }, issue.path)}`);
    }
  };
  const parsed = schema.safeParse(resolved.value);
  // The issue of a missing secret makes issues about its empty value redundant.
  const missing = new Set(resolved.issues.map(({ path }) => path.join('.')));
  for (const issue of parsed.error?.issues ?? []) if (!missing.has(issue.path.join('.'))) addSchemaIssue(issue);
  if (issues.length > 0 || !parsed.success) {
    return { issues: issues.toSorted((left, right) => left.line - right.line || left.column - right.column) };
  }
  return { value: parsed.data, warnings: resolved.warnings.map(({ path, message }) => issueAt(path, message)), locate };
}

/** An issue of a configuration file. */
export interface FileIssue extends Position {
  readonly file: string;
  /** For example `inbound.apiKey.sha256[0]`; empty for the file as a whole. */
  readonly path: string;
  /** Expected and actual value. Contains no secret. */
  readonly message: string;
}

/** A position in a file, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Formats an issue as one line. */
export function issueLine({ file, line, column, path, message }: FileIssue): string {
  return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message}`;
}

function contentOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    // The aliases would expand into millions of nodes.
    return undefined;
  }
}

/** Returns the offset of the key at `path`, of the value if there is no key, or of the nearest existing ancestor. */
function offsetOf(root: unknown, path: readonly PropertyKey[]): number {
  let [node, offset] = [root, 0];
  for (const step of path) {
    if (!isCollection(node)) return offset;
    const pair = isMap(node) ? node.items.find(({ key }) => (isScalar(key) ? key.value : key) === step) : undefined;
    const next = node.get(step, true);
    const place = isScalar(pair?.key) ? pair.key : next;
    if (typeof place !== 'object' || place === null || !('range' in place) || !Array.isArray(place.range)) return offset;
    [node, offset] = [next, Number(place.range[0])];
  }
  return offset;
}

/** Formats a path, such as `inbound.apiKey.sha256[0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

function expectation(issue: z.core.$ZodIssue): string {
  const amount = (origin: string) => ({ string: ' characters', array: ' entries' })[origin] ?? '';
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${amount(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${amount(issue.origin)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

/** Returns the actual value as far as it may be shown: credentials and resolved references are hidden. */
function shown(checked: { content: unknown; resolved: unknown; isSecret: boolean }, path: readonly PropertyKey[]): string {
  const { content, resolved, isSecret } = checked;
  const [raw, value] = [valueAt(content, path), valueAt(resolved, path)];
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof raw === 'string' && hasSecretRef(raw)) return `the value of ${raw.match(/\$\{[^}]+\}/)?.[0]}`;
  const mayBeCredential = isSecret || /@|\?/.test(String(value));
  if (mayBeCredential) return typeof value === 'string' ? 'another string' : `another ${typeof value}`;
  return JSON.stringify(value).slice(0, 80);
}

/**
 * Returns the issues of the best matching member of a union: the one with the deepest issues, the last one of equals.
 */
function nearestForm({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const depthOf = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length));
  return errors.reduce((nearest, issues) => (depthOf(issues) >= depthOf(nearest) ? issues : nearest), errors[0] ?? []);
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), root);
}

function knownFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = unwrap(schema);
  for (const step of path) {
    if (at instanceof z.ZodObject) at = unwrap(at.shape[String(step)]);
    else if (at instanceof z.ZodArray) at = unwrap(at.element);
    else if (at instanceof z.ZodRecord) at = unwrap(at.valueType);
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodUnion) return unwrap(schema.options.at(-1));
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/** The SHA-256 of a key, in lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, { error: 'a SHA-256 of 64 hexadecimal digits in quotes' })
  .transform((hex) => hex.toLowerCase());

/** A URL for requests. {@link addressIssueOf} checks whether its address is allowed. */
export const httpUrl = z.string().refine(isPlainUrl, { error: 'an https URL without credentials, query and fragment' });

export function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/**
 * Returns why an address in a file is not allowed. A name that resolves to a private address is detected only when
 * connecting.
 *
 * @param url passes {@link isPlainUrl}
 * @param allowPrivate whether the file is for development
 */
export function addressIssueOf(url: string, allowPrivate: boolean): string | undefined {
  if (allowPrivate) return undefined;
  const literal = literalAddressOf(new URL(url));
  if (new URL(url).protocol !== 'https:') return 'expected https; plain http needs allowPrivate: true, for development';
  return literal !== undefined && !isPublicAddress(literal) ? 'expected a public address unless allowPrivate is true' : undefined;
}
