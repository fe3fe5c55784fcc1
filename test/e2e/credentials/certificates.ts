import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/landfall.ts';

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate authority for the duration of a test. */
export interface Authority extends AsyncDisposable {
  /** Folder of all its files. */
  readonly folder: string;
  readonly caFile: string;
  /** Issues a certificate for this machine, `localhost` and 127.0.0.1, under a common name. */
  issue(commonName: string): Promise<CertificateFiles>;
}

const run = promisify(execFile);
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** Creates an authority; needs OpenSSL 3. No key leaves its temporary folder. */
export async function openAuthority(): Promise<Authority> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await run('openssl', ['req', '-x509', ...newKey, '-subj', '/CN=Authority', '-keyout', at('ca.key'), '-out', at('ca.pem')]);
  let count = 0;
  return {
    folder: folder.path,
    caFile: at('ca.pem'),
    issue: async (commonName) => {
      count += 1;
      const [certFile, keyFile] = [at(`${count}.pem`), at(`${count}.key`)];
      const names = [
        '-subj',
        `/CN=${commonName}`,
        '-addext',
        'subjectAltName=IP:127.0.0.1,DNS:localhost',
        '-addext',
        'basicConstraints=CA:FALSE',
      ];
      const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key')];
      await run('openssl', ['req', '-x509', ...newKey, ...names, ...signer, '-keyout', keyFile, '-out', certFile]);
      return { certFile, keyFile };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Returns the options of a TLS server with a certificate. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): { cert: string; key: string } {
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
