/** A failure of a connection to a server. */
export interface TransportFailure {
  /** A message for the person who entered the address. */
  readonly message: string;
  /** Whether a retry can succeed only after the address or the server has been changed. */
  readonly isPermanent: boolean;
}

/** Temporary statuses of a rejected handshake. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Classifies failures of a connection by the error codes of Node, of its HTTP client and of `ws`.
 *
 * @param error an error, whose causes are examined too
 */
export function transportFailureOf(error: unknown, { host }: URL): TransportFailure {
  const chain = causesOf(error);
  const code = chain.map(codeOf).find((each) => each !== '') ?? '';
  const message = chain.at(-1)?.message ?? String(error);
  const status = Number(/Unexpected server response: (\d{3})/.exec(message)?.[1]);
  if (status >= 400) return { message: statusMessage(host, status), isPermanent: status < 500 && !passingStatuses.has(status) };
  if (code === 'ECONNREFUSED') return { message: `No server listens at ${host} (${code}).`, isPermanent: false };
  if (code === 'ENOTFOUND') return { message: `The host name in ${host} is unknown (${code}).`, isPermanent: true };
  if (code === 'EAI_AGAIN') return { message: `The host name in ${host} cannot be resolved now (${code}).`, isPermanent: false };
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return { message: `${host} did not answer in time (${code}).`, isPermanent: false };
  if (/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/.test(code)) return { message: `There is no route to ${host} (${code}).`, isPermanent: false };
  if (/CERT|ISSUER|LEAF|ALTNAME/.test(code)) return { message: `The certificate of ${host} is not trusted (${code}).`, isPermanent: true };
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code)) return { message: `${host} does not speak TLS as expected (${code}).`, isPermanent: true };
  if (message === 'bad port') return { message: `HTTP clients do not use the port in ${host} (bad port).`, isPermanent: true };
  if (/^HPE_/.test(code)) return { message: `${host} does not speak HTTP (${code}).`, isPermanent: true };
  const detail = code === '' ? message : code;
  return { message: `The connection to ${host} was lost${detail === '' ? '' : ` (${detail})`}.`, isPermanent: false };
}

function statusMessage(host: string, status: number): string {
  const known: Readonly<Record<number, string>> = {
    403: ' It does not accept websockets from this client.',
    404: ' This path has no GraphQL endpoint; Landfall serves it at /graphql.',
    503: ' It is overloaded or shutting down.',
  };
  return `${host} answered with status ${status}.${known[status] ?? ''}`;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Returns the error and its causes, the outermost first. If several addresses were tried, only the error of the first
 * one counts.
 */
function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && !found.includes(next); ) {
    found.push(next);
    next = next instanceof AggregateError ? next.errors[0] : next.cause;
  }
  return found;
}
