import { keptText, MESSAGE_KINDS, MESSAGE_TEMPLATES } from '../src/message-templates.ts';

test('when a link carries a token behind its `#`, then what is stored of the message does not', () => {
  const link = 'https://portal.example/number-requests/stop#rahasia-sekali';
  const kept = keptText('number_request_approved', ['24 November 2026 pukul 08.00 WIB', link]);
  expect(kept).toContain('https://portal.example/number-requests/stop#••••••');
  expect(kept).not.toContain('rahasia');
  expect(keptText('account_changed', ['email #1'])).toContain('email #1');
});

test.each(MESSAGE_KINDS)(
  'when the template %s is read, then each of its parameters is used, and it ends in words',
  (kind) => {
    const { text, params, category } = MESSAGE_TEMPLATES[kind];
    const used = new Set([...text.matchAll(/\{\{(\d)\}\}/gu)].map(([, number]) => Number(number)));
    expect([...used].toSorted((a, b) => a - b)).toEqual(params.map((_name, at) => at + 1));
    if (category === 'utility') expect(text).not.toMatch(/\}\}\W*$/u);
  },
);
