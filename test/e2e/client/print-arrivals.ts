import { createLandfallClient } from '@landfall/client';
import { WatchArrivalsDocument } from '@landfall/client/operations';
import { WebSocket } from 'ws';

const [, , url = 'http://127.0.0.1:4000/graphql'] = process.argv;
await using client = createLandfallClient({ url, webSocket: WebSocket });
for await (const { arrivalNoticeVersionReceived: event } of client.subscribe(WatchArrivalsDocument, { after: '0' })) {
  process.stdout.write(`${event.version?.transportDocumentReference} ${event.version?.issueDateTime}\n`);
}
