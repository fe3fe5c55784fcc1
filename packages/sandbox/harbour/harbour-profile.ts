/** The third party of the sandbox: a port community system of all harbours where the carriers discharge. */
export const quayside = {
  id: 'quayside',
  name: 'Quayside Harbours',
  /** Name of the variable with its base URL in its partner file. */
  urlVariable: 'SANDBOX_QUAYSIDE_URL',
  /** Its credential at Landfall. */
  pushCredential: { header: 'x-api-key', value: 'quayside-demo-key' },
  /** The `x-api-key` that it requires. */
  ownKey: 'landfall-demo-key-for-quayside',
  /** Maximum number of events on a page. */
  pageSize: 50,
} as const;
