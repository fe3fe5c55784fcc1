import { LandfallError } from '../../errors.ts';

/** Why a sign-in failed, for the operator's log and metrics. It is not shown to the caller. */
export type SignInFailure =
  | 'NO_CREDENTIAL'
  /** Two at once, or one that cannot be read. */
  | 'AMBIGUOUS_CREDENTIAL'
  | 'UNKNOWN_KEY'
  /** The access file has no rules for tokens. */
  | 'TOKENS_NOT_ACCEPTED'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_ISSUER'
  | 'TOKEN_AUDIENCE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  /** No expiry, or an invalid one. */
  | 'TOKEN_EXPIRY'
  | 'TOKEN_ALGORITHM'
  /** Signed by a key that the issuer does not publish. */
  | 'TOKEN_SIGNING_KEY'
  | 'TOKEN_SIGNATURE'
  | 'TOKEN_INVALID'
  /** The token is valid, and names no tenant of the access file. */
  | 'UNKNOWN_TENANT'
  /** A socket of one tenant sent the credential of another. */
  | 'OTHER_TENANT'
  | 'WEBHOOK_SIGNATURE'
  | 'CERTIFICATE'
  | 'SEVERAL_PARTNERS';

/** A failed sign-in. */
export interface RefusedSignIn {
  readonly reason: SignInFailure;
  /** The tenant that an otherwise valid token names. */
  readonly tenant?: string | undefined;
}

/** A credential was rejected. Only the message is for the caller. */
export class SignInError extends LandfallError {
  readonly refused: RefusedSignIn;

  constructor(message: string, refused: RefusedSignIn, code: 'UNAUTHENTICATED' | 'FORBIDDEN' = 'UNAUTHENTICATED') {
    super(code, message);
    this.name = 'SignInError';
    this.refused = refused;
  }
}

/** By the codes of jose; an error of a claim is followed by its name. */
const failuresOfTokens: Readonly<Record<string, SignInFailure>> = {
  ERR_JWT_EXPIRED: 'TOKEN_EXPIRED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED nbf': 'TOKEN_NOT_YET_VALID',
  'ERR_JWT_CLAIM_VALIDATION_FAILED exp': 'TOKEN_EXPIRY',
  'ERR_JWT_CLAIM_VALIDATION_FAILED aud': 'TOKEN_AUDIENCE',
  'ERR_JWT_CLAIM_VALIDATION_FAILED iss': 'TOKEN_ISSUER',
  ERR_JOSE_ALG_NOT_ALLOWED: 'TOKEN_ALGORITHM',
  ERR_JOSE_NOT_SUPPORTED: 'TOKEN_ALGORITHM',
  ERR_JWKS_NO_MATCHING_KEY: 'TOKEN_SIGNING_KEY',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'TOKEN_SIGNATURE',
  ERR_JWS_INVALID: 'TOKEN_MALFORMED',
  ERR_JWT_INVALID: 'TOKEN_MALFORMED',
};

/** Translates the error code of a verification. */
export function failureOfToken(code: string): SignInFailure {
  return failuresOfTokens[code] ?? 'TOKEN_INVALID';
}
