import { BSON } from 'mongodb';
import { describe, inject } from 'vitest';
import { openMongo } from '../support/mongo.ts';
import { describeStore } from './version-store.ts';
import { describeLeases } from './version-store-deployment.ts';
import { maxScanned } from './version-store-samples.ts';

const url = inject('mongodbUrl');
describe.skipIf(url === undefined)('with a server', () => {
  const open = async () => {
    const opened = await openMongo(url ?? '', { maxScanned });
    const keptBytes = async (): Promise<Buffer> => {
      const rows = (await opened.db.collections()).map((collection) => collection.find().toArray());
      return Buffer.concat((await Promise.all(rows)).flat().map((row) => Buffer.from(BSON.serialize(row))));
    };
    return { ...opened, keptBytes };
  };
  describeStore('MongoDB store', open);
  describe('MongoDB store: leases', () => describeLeases(open));
});
