// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in partner files look like templates.
import { asksServices, type Habit } from '../habit.ts';
import { behindTokens } from '../token-server.ts';

export const habit: Habit = {
  sees: 'it wants a key and OAuth together, and the key from its token server too',
  line: 'outbound: { headers: { Consumer-Key: "${env:KEY}" }, oauth2: { ..., headers: { Consumer-Key: "${env:KEY}" } } }',
  secrets: { CONSUMER_KEY: 'first', SECRET: 'second' },
  answer: behindTokens({
    wants: ({ headers }, form) => headers['consumer-key'] === 'first' && form.get('client_secret') === 'second',
    needs: ({ headers }) => headers['consumer-key'] === 'first',
  }),
  asks: [asksServices(['S1'])],
};
