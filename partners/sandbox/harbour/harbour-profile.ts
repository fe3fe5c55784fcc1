/** The third party of the sandbox: a port community system of all harbours where the carriers discharge. */
export const quayside = {
  id: 'quayside',
  name: 'Quayside Harbours',
  /** Name of the variable in its partner file that holds its base URL. */
  urlVariable: 'SANDBOX_QUAYSIDE_URL',
  /** What it presents to Landfall. */
  pushCredential: { header: 'x-api-key', value: 'quayside-demo-key' },
  /** The `x-api-key` that requests to it need. */
  ownKey: 'landfall-demo-key-for-quayside',
  /** Most events on a page. */
  pageSize: 50,
} as const;
