import { keptText, MESSAGE_KINDS, MESSAGE_TEMPLATES } from '../src/message-templates.ts';

test('when a link carries a token behind its `#`, then what is stored of the message does not', () => {
  const link = 'https://portal.example/number-requests/stop#rahasia-sekali';
  const kept = keptText('number_request_approved', ['24 November 2026 pukul 08.00 WIB', link]);
  expect(kept).toContain('24 November 2026');
  expect(kept).not.toContain('rahasia');
  expect(keptText('account_changed', ['email #1'])).toContain('email #1');
});

test.each(MESSAGE_KINDS)(
  'when the template %s is read, then each value has its place in the text, and the link its button',
  (kind) => {
    const { text, params, button } = MESSAGE_TEMPLATES[kind];
    const used = [...text.matchAll(/\{\{(\d)\}\}/gu)].map(([, number]) => Number(number));
    const named = params.filter((name) => name !== 'link');
    expect([...new Set(used)]).toEqual(named.map((_name, at) => at + 1));
    expect(params.indexOf('link')).toBe(button === undefined ? -1 : params.length - 1);
  },
);
