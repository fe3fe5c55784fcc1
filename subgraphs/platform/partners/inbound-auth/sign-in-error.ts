import { LandfallError } from '../../errors.ts';

/** Why a sign-in failed, for the operator's log and metrics. Callers do not see it. */
export type SignInFailure =
  | 'NO_CREDENTIAL'
  /** The request has two credentials, or one that cannot be read. */
  | 'AMBIGUOUS_CREDENTIAL'
  | 'UNKNOWN_KEY'
  /** The access file has no rules for tokens. */
  | 'TOKENS_NOT_ACCEPTED'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_ISSUER'
  | 'TOKEN_AUDIENCE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  /** The token has no expiry, or an invalid one. */
  | 'TOKEN_EXPIRY'
  | 'TOKEN_ALGORITHM'
  /** The token is signed with a key that the issuer does not publish. */
  | 'TOKEN_SIGNING_KEY'
  | 'TOKEN_SIGNATURE'
  | 'TOKEN_INVALID'
  /** The token is valid, but names no tenant of the access file. */
  | 'UNKNOWN_TENANT'
  /** A socket of one tenant sent the credential of another tenant. */
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

/** Thrown when a credential is rejected. Only the message is meant for the caller. */
export class SignInError extends LandfallError {
  readonly refused: RefusedSignIn;

  constructor(message: string, refused: RefusedSignIn, code: 'UNAUTHENTICATED' | 'FORBIDDEN' = 'UNAUTHENTICATED') {
    super(code, message);
    this.name = 'SignInError';
    this.refused = refused;
  }
}

/** By the error codes of jose. The code of an error about a claim is followed by the claim's name. */
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
