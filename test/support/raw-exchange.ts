import { connect } from 'node:net';

/**
 * Writes bytes to a server on loopback and returns the response, for requests that no HTTP client would send.
 *
 * @param options.answers number of responses of `/dcsa` to wait for; default 1
 * @param options.afterContinue written after an interim response `100 Continue`
 */
export function rawExchange(
  port: number,
  bytes: string,
  { answers = 1, afterContinue }: { readonly answers?: number; readonly afterContinue?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    let waiting = afterContinue;
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (waiting !== undefined && text.includes('100 Continue')) {
        socket.write(waiting);
        waiting = undefined;
      }
      if (text.split('feedbackElements').length > answers) socket.destroy();
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}
