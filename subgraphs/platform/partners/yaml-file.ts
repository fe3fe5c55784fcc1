import type { z } from 'zod';
import { resolveSecretRefs, type SecretSources } from './secret-refs.ts';
import { createYamlIssues, type FileIssue, type Position, pathText } from './yaml-issues.ts';

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

export type AddIssue = (path: readonly PropertyKey[], message: string) => void;

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
  const found = createYamlIssues(text, { file: sources.fileName, of, credentialParts });
  if (found.issues.length > 0) return { issues: found.issues };
  const resolved = resolveSecretRefs(found.content, sources);
  for (const { path, message } of resolved.issues) found.add(path, message);
  check(resolved.value, { add: found.add });
  const parsed = schema.safeParse(resolved.value);
  if (!parsed.success) {
    // The issue of a missing secret makes issues about its empty value redundant.
    const missing = new Set(resolved.issues.map(({ path }) => path.join('.')));
    for (const issue of parsed.error.issues) {
      if (!missing.has(issue.path.join('.'))) found.addIssue(issue, { schema, resolved: resolved.value });
    }
  }
  if (found.issues.length > 0 || !parsed.success) {
    return { issues: found.issues.toSorted((left, right) => left.line - right.line || left.column - right.column) };
  }
  const warnings = resolved.warnings.map(({ path, message }) => ({
    file: sources.fileName,
    ...found.locate(path),
    path: pathText(path),
    message,
  }));
  return { value: parsed.data, warnings, locate: found.locate };
}
