import { STATUS_CODES } from 'node:http';
import type { RefusalBody } from '#platform/publisher/get/refusal.ts';

/** The standard's closed list, which contains the misspelling OPTION. */
const httpMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTION', 'PATCH']);

/** Creates the `ErrorResponse` of Commercial Schedules 1.0.3, within its lengths. */
export const errorResponseOf: RefusalBody = ({ status, message, issues }, { method, url, id }) => {
  const statusCodeText = STATUS_CODES[status] ?? 'Error';
  return {
    httpMethod: httpMethodOf(method),
    requestUri: url,
    statusCode: status,
    statusCodeText,
    providerCorrelationReference: id,
    errorDateTime: new Date().toISOString(),
    errors:
      issues.length === 0
        ? [{ errorCodeText: statusCodeText, errorCodeMessage: message }]
        : issues.map((issue) => ({
            property: issue.property,
            ...(issue.value === undefined ? {} : { value: issue.value.slice(0, 500) }),
            errorCodeText: 'invalidQuery',
            errorCodeMessage: `${issue.property}: ${issue.message}.`,
          })),
  };
};

/** Replaces a method that is not in the list by GET. The message contains the received method. */
function httpMethodOf(method: string): string {
  const listed = method === 'OPTIONS' ? 'OPTION' : method;
  return httpMethods.has(listed) ? listed : 'GET';
}
