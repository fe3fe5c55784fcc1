import type { IncomingHttpHeaders } from 'node:http';
import type { CallerIndex } from '../partners/inbound-auth/identify-caller.ts';
import type { SignInFailure } from '../partners/inbound-auth/sign-in-error.ts';
import type { Partner } from '../partners/partner.ts';
import type { SignInAttempt, SignInWatch } from './sign-in-watch.ts';

/** Has those watched who call as partners: failures are logged, counted and limited by address. */
export function watchCallerSignIns(
  identify: CallerIndex,
  { signIns, partners }: { readonly signIns: SignInWatch; readonly partners: () => readonly Partner[] },
): CallerIndex {
  return async (request) => {
    const attempt: SignInAttempt = { peer: request, entrance: 'dcsa' };
    let fault: SignInFailure | undefined;
    const partner = await identify({
      ...request,
      onFault: (found) => {
        fault = found;
      },
    });
    if (partner === undefined) await signIns.failed(attempt, { fault: fault ?? faultIn(request.headers, partners()) });
    else await signIns.succeeded(attempt, partner.id);
    return partner;
  };
}

/** What was wrong, by what the caller has shown. */
function faultIn(headers: IncomingHttpHeaders, partners: readonly Partner[]): SignInFailure {
  const has = (name: string) => headers[name] !== undefined;
  if (has('webhook-signature')) return 'WEBHOOK_SIGNATURE';
  if (has('authorization') || has('x-api-key')) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.apiKey !== undefined && has(inbound.apiKey.header))) return 'UNKNOWN_KEY';
  if (partners.some(({ inbound }) => inbound?.mtls !== undefined && has(inbound.mtls.header))) return 'CERTIFICATE';
  return 'NO_CREDENTIAL';
}
