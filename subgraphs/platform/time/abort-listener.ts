import { setMaxListeners } from 'node:events';

/**
 * Calls the listener when the signal is aborted. Many requests may share one signal, so Node's warning of more than ten
 * listeners is disabled for it.
 *
 * @returns a function that removes the listener
 */
export function listenForAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  setMaxListeners(0, signal);
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
