import { NO_WORDS } from './english-words.ts';

test.each(['…57add3b6Hanya ini', '1 Des 202602.19', 'bad0add1@contoh.id lagi', 'add00000-0bad-4all-9add'])(
  'when %s is read, then the end of an id or an address is no English word',
  (text) => {
    expect(text.replace(NO_WORDS, ' ')).not.toMatch(/add|bad\b/u);
  },
);

test('when an English word stands in a text, then it stays', () => {
  expect('3 items, add 2026'.replace(NO_WORDS, ' ')).toMatch(/items, add/u);
});
