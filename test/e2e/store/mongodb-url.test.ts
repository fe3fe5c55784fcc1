import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { sequenceAll, versionsOf } from '../../contract/version-store-samples.ts';
import { openDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { freePort, replicaSet, startMongod } from '../../support/processes.ts';
import { runHere } from '../../support/run-here.ts';
import { openAuthority } from '../credentials/certificates.ts';

const open = (url: string) => openBackends(readConfig({ MONGODB_URL: url }));

describe.runIf(inject('mongodbUrl'))('check-store', () => {
  test('names the versions in MongoDB whose bytes have changed', async () => {
    await using database = openDatabase(inject('mongodbUrl') ?? '');
    const check = () => runHere(['check-store'], { environment: { MONGODB_URL: database.url } });
    await using backends = await open(database.url);
    const versions = backends.store.versions('arrival-notice-versions');
    await versions.append(versionsOf(3));
    await sequenceAll(versions);
    expect(await check()).toMatchObject({ code: 0, stdout: '', stderr: 'The store is not damaged.\n' });
    await database.db.collection('arrival-notice-versions').updateOne({ sequence: 2 }, { $set: { document: Buffer.from('{}') } });
    expect(await check()).toMatchObject({ code: 1, stdout: 'arrival-notice-versions, number 2: its bytes do not match their hash.\n' });
  });
});

describe.runIf(inject('mongodbUrl'))('a MongoDB URL', () => {
  test('can name seeds of a replica set, of which one available seed suffices, and options such as TLS', async () => {
    await using folder = await temporaryFolder();
    await using authority = await openAuthority();
    const { certFile, keyFile } = await authority.issue('mongod');
    const pemFile = join(folder.path, 'mongod.pem');
    await writeFile(pemFile, readFileSync(certFile, 'utf8') + readFileSync(keyFile, 'utf8'));
    const args = ['--tlsMode', 'preferTLS', '--tlsCertificateKeyFile', pemFile, '--tlsCAFile', authority.caFile];
    await using mongod = await startMongod({
      dbPath: folder.path,
      args: [...args, '--tlsAllowConnectionsWithoutCertificates'],
    });
    const seeds = `127.0.0.1:${await freePort()},127.0.0.1:${mongod.port},127.0.0.1:${await freePort()}`;

    await using plain = await open(`mongodb://${seeds}/seeds?replicaSet=${replicaSet}`);
    await plain.store.ping();
    await using secure = await open(`mongodb://${seeds}/seeds?replicaSet=${replicaSet}&tls=true&tlsCAFile=${authority.caFile}`);
    const [one, other] = await Promise.all([plain.store.secret('seeds'), secure.store.secret('seeds')]);
    expect(one.equals(other)).toBe(true);
  });

  test('with an option that the driver does not know is an error of the settings', async () => {
    const opening = open('mongodb://h1,h2/landfall?replicaset=rs0&retries=many');
    await expect(opening).rejects.toMatchObject({ code: 'CONFIG_INVALID', message: 'MONGODB_URL: option retries is not supported' });
  });
});
