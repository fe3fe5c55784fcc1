import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** The floor of a fan-out: sends the body of a POST to every socket, `?count=` times, and does nothing else. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const message = Buffer.concat(chunks).toString();
    const count = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('count') ?? 1);
    for (let number = 0; number < count; number += 1) for (const socket of sockets.clients) socket.send(message);
    response.end('{}');
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
