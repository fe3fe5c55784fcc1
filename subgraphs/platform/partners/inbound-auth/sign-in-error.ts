import { LandfallError } from '../../errors.ts';

/** Why a sign-in failed, for the operator's log and metrics. The caller is not told. */
export type SignInFailure =
  | 'NO_CREDENTIAL'
  /** Two at once, or one that cannot be read. */
  | 'UNCLEAR_CREDENTIAL'
  | 'UNKNOWN_KEY'
  /** The access file has no rules for tokens. */
  | 'TOKENS_NOT_TAKEN'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_ISSUER'
  | 'TOKEN_AUDIENCE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  /** No end, or one that is no date. */
  | 'TOKEN_EXPIRY'
  | 'TOKEN_ALGORITHM'
  /** Signed by a key that the issuer does not publish. */
  | 'TOKEN_SIGNING_KEY'
  | 'TOKEN_SIGNATURE'
  | 'TOKEN_INVALID'
  /** The token is good, and names no tenant of the access file. */
  | 'UNKNOWN_TENANT'
  /** A socket of one tenant showed the credential of another. */
  | 'OTHER_TENANT'
  | 'WEBHOOK_SIGNATURE'
  | 'CERTIFICATE'
  | 'SEVERAL_PARTNERS';

/** What is known of somebody who could not be signed in. */
export interface RefusedSignIn {
  readonly fault: SignInFailure;
  /** What a token that is good otherwise names as its tenant. */
  readonly tenant?: string | undefined;
}

/** A credential is not good. Only the message is for the caller. */
export class SignInError extends LandfallError {
  readonly refused: RefusedSignIn;

  constructor(message: string, refused: RefusedSignIn, code: 'UNAUTHENTICATED' | 'FORBIDDEN' = 'UNAUTHENTICATED') {
    super(code, message);
    this.name = 'SignInError';
    this.refused = refused;
  }
}

/** By the codes of jose; of a claim its name follows. */
const faultsOfTokens: Readonly<Record<string, SignInFailure>> = {
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

/** Translates why a token is not taken. @param code as the verification gives it */
export function failureOfToken(code: string): SignInFailure {
  return faultsOfTokens[code] ?? 'TOKEN_INVALID';
}
