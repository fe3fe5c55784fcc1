// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { generateKeyPairSync, verify } from 'node:crypto';
import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export const habit: Habit = {
  sees: 'it wants a signed JWT instead of a secret (`private_key_jwt`)',
  line: 'oauth2: { ..., clientAuthentication: private_key_jwt, privateKey: "${file:/run/secrets/key.pem}", keyId: key-1 }',
  secrets: { PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) },
  answer: behindTokens({
    wants: (_request, form) => {
      const [header = '', payload = '', signature = ''] = form.get('client_assertion')?.split('.') ?? [];
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
      const isSigned = verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
      return isSigned && kid === 'key-1' && form.get('scope') === 'schedules/.default';
    },
  }),
  asks: [asksServices(['S1'])],
};
