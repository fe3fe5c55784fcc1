// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.

/** Sources of `${env:NAME}` and `${file:/path}`. */
export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a file as a string. Its errors are not shown. */
  readonly readSecretFile: (path: string) => string;
}

/** An issue or a warning at one path of a YAML. */
export interface PlaceIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Fields that hold a secret. `secrets` holds a list of them. */
export const secretFields: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  'value',
  'secret',
  'secrets',
  'password',
  'token',
  'clientSecret',
]);

/**
 * Resolves `${env:NAME}` and `${file:/path}` in every string of a YAML document. One newline at the end of a file is
 * dropped; an empty variable or file counts as missing.
 *
 * @returns a copy of the content, and an issue for each unresolved reference and each secret written inline; the latter
 *   is only a warning in a file for development (`allowPrivate`). No issue shows a value
 */
export function resolveSecretRefs(
  content: unknown,
  sources: SecretSources,
): { readonly value: unknown; readonly issues: readonly PlaceIssue[]; readonly warnings: readonly PlaceIssue[] } {
  const [issues, warnings]: [PlaceIssue[], PlaceIssue[]] = [[], []];
  // Development files may contain the secrets of sandboxes.
  const inlineAllowed = typeof content === 'object' && content !== null && Reflect.get(content, 'allowPrivate') === true;
  const resolve = (value: unknown, path: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((element, index) => resolve(element, [...path, index]));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part, [...path, name])]));
    }
    if (typeof value !== 'string') return value;
    if (isSecret(path) && !hasSecretRef(value)) {
      const message = 'expected a reference, ${env:NAME} or ${file:/path}, got a secret written inline';
      (inlineAllowed ? warnings : issues).push({ path, message });
    }
    return value.replaceAll(/\$\{([^}]*)\}?/g, (whole, inside: string) => {
      const found = lookUp(whole, inside, sources);
      if ('missing' in found) issues.push({ path, message: found.missing });
      return 'missing' in found ? '' : found.value;
    });
  };
  return { value: resolve(content, []), issues, warnings };
}

/** Returns whether a string contains a reference, so that its resolved value must not be shown. */
export function hasSecretRef(text: string): boolean {
  return /\$\{(env|file):[^}]+\}/.test(text);
}

function isSecret(path: readonly PropertyKey[]): boolean {
  const name = path.findLast((step) => typeof step === 'string');
  return name !== undefined && secretFields.has(name);
}

function lookUp(whole: string, inside: string, sources: SecretSources): { value: string } | { missing: string } {
  const [, kind, name = ''] = /^(env|file):(.+)$/.exec(inside) ?? [];
  if (kind === 'env' && whole.endsWith('}')) {
    const value = sources.env[name];
    return value ? { value } : { missing: `environment variable ${name} is not set` };
  }
  if (kind === 'file' && name.startsWith('/') && whole.endsWith('}')) {
    const value = readOrUndefined(name, sources)?.replace(/\r?\n$/, '');
    return value ? { value } : { missing: `file ${name} cannot be read or is empty` };
  }
  return { missing: 'expected ${env:NAME} or ${file:/absolute/path} after the $' };
}

function readOrUndefined(path: string, sources: SecretSources): string | undefined {
  try {
    return sources.readSecretFile(path);
  } catch {
    return undefined;
  }
}
