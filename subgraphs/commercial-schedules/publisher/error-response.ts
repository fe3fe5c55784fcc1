import { STATUS_CODES } from 'node:http';
import type { RefusalBody } from '../../shared/publish/refusal.ts';

/** Writes `ErrorResponse` of Commercial Schedules 1.0.3, within its lengths. */
export const errorResponseOf: RefusalBody = ({ status, message, faults }, { method, url, id }) => {
  const statusCodeText = STATUS_CODES[status] ?? 'Error';
  return {
    // The standard's list really says so.
    httpMethod: method === 'OPTIONS' ? 'OPTION' : method,
    requestUri: url,
    statusCode: status,
    statusCodeText,
    providerCorrelationReference: id,
    errorDateTime: new Date().toISOString(),
    errors:
      faults.length === 0
        ? [{ errorCodeText: statusCodeText, errorCodeMessage: message }]
        : faults.map((fault) => ({
            property: fault.property,
            ...(fault.value === undefined ? {} : { value: fault.value.slice(0, 500) }),
            errorCodeText: 'invalidQuery',
            errorCodeMessage: `${fault.property}: ${fault.message}.`,
          })),
  };
};
