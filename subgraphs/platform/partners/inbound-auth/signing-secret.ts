const minKeyBytes = 24;

/** Returns whether a string is Base64 of enough bytes, with or without the prefix `whsec_`. */
export function isSigningSecret(secret: string): boolean {
  return /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(secret) && signingKeyOf(secret).length >= minKeyBytes;
}

/** Returns the bytes of a secret. One key can be written in more than one way. */
export function signingKeyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}
