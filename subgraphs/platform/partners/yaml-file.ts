import type { z } from 'zod';
import { resolveSecretRefs, type SecretSources } from './secret-refs.ts';
import { createYamlIssues, type FileIssue, type Position, pathText } from './yaml-issues.ts';

/** A kind of YAML files that the operator writes. */
export interface YamlKind<Schema extends z.ZodType> {
  /** What the fields belong to, such as `a partner`. */
  readonly of: string;
  readonly schema: Schema;
  /** Parts of the content whose texts may sign somebody in; faults do not repeat them. */
  readonly credentialParts: readonly PropertyKey[];
  /** Finds what takes more than one field. Gets content that may be faulty otherwise, so that all is said at once. */
  readonly check: (content: unknown, found: { readonly add: AddIssue }) => void;
}

export type AddIssue = (path: readonly PropertyKey[], message: string) => void;

export interface YamlSources extends SecretSources {
  /** Name of the file without its folder. */
  readonly fileName: string;
}

/** What a file says, and where in it a path such as `['inbound', 'apiKey']` stands. */
export interface ParsedYaml<Value> {
  readonly value: Value;
  /** What is taken and should not stay so: secrets that a file for development holds itself. */
  readonly warnings: readonly FileIssue[];
  readonly locate: (path: readonly PropertyKey[]) => Position;
}

/**
 * Reads one YAML file. Finds every fault of it at once. Secrets come by `${env:NAME}` or `${file:/path}` and are
 * repeated in no fault.
 */
export function parseYaml<Schema extends z.ZodType>(
  text: string,
  kind: YamlKind<Schema>,
  sources: YamlSources,
): ParsedYaml<z.output<Schema>> | { readonly faults: readonly FileIssue[] } {
  const { of, schema, credentialParts, check } = kind;
  const finder = createYamlIssues(text, { file: sources.fileName, of, credentialParts });
  if (finder.faults.length > 0) return { faults: finder.faults };
  const resolved = resolveSecretRefs(finder.content, sources);
  for (const { path, message } of resolved.faults) finder.add(path, message);
  check(resolved.value, { add: finder.add });
  const parsed = schema.safeParse(resolved.value);
  if (!parsed.success) {
    // What a missing secret makes of its field has been said.
    const missing = new Set(resolved.faults.map(({ path }) => path.join('.')));
    for (const issue of parsed.error.issues) {
      if (!missing.has(issue.path.join('.'))) finder.addIssue(issue, { schema, resolved: resolved.value });
    }
  }
  if (finder.faults.length > 0 || !parsed.success) {
    return { faults: finder.faults.toSorted((left, right) => left.line - right.line || left.column - right.column) };
  }
  const warnings = resolved.warnings.map(({ path, message }) => ({
    file: sources.fileName,
    ...finder.locate(path),
    path: pathText(path),
    message,
  }));
  return { value: parsed.data, warnings, locate: finder.locate };
}
