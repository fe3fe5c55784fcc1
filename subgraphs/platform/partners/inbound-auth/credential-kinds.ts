/** The kinds of credentials, by their names in partners' files. */
const kinds = {
  apiKey: 'API_KEY',
  basic: 'BASIC',
  bearer: 'BEARER',
  oauth2: 'OAUTH2',
  jwt: 'JWT',
  hmac: 'HMAC',
  mtls: 'MTLS',
  headers: 'API_KEY',
  parameters: 'API_KEY',
} as const;

/** A kind of credential, as the schema names it. */
export type CredentialKind = (typeof kinds)[keyof typeof kinds];

/** Returns the kinds of credentials in a part of a partner's file, `inbound` or `outbound`. */
export function credentialKindsOf(ways: Readonly<Partial<Record<keyof typeof kinds, unknown>>> | undefined): CredentialKind[] {
  return Object.entries(kinds).flatMap(([way, kind]) => (ways?.[way as keyof typeof kinds] === undefined ? [] : [kind]));
}
