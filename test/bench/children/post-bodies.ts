import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent } from 'undici';

/**
 * The floor of deliveries: posts the same bodies to all ports, several concurrently to each, and does nothing else.
 * Starts on each request to the port that is printed.
 */
interface Task {
  readonly ports: readonly number[];
  readonly bodies: readonly string[];
  readonly concurrency: number;
}

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task;
const bodies = task.bodies.map((body) => Buffer.from(body));
const agent = new Agent({ connections: task.concurrency });

async function postAll(port: number): Promise<void> {
  let next = 0;
  const postNext = async (): Promise<void> => {
    for (let index = next++; index < bodies.length; index = next++) {
      const { statusCode, body } = await agent.request({
        origin: `http://127.0.0.1:${port}`,
        path: '/arrival-notices',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodies[index] ?? '',
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: task.concurrency }, postNext));
}

const control = createServer(async (_request, response) => {
  await Promise.all(task.ports.map(postAll));
  response.end();
});
control.listen(0, '127.0.0.1', () => {
  const address = control.address();
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
