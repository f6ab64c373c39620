import { describeSecrets, formsOf } from './canary.ts';

describe('secrets of people, with sessions and queue on PostgreSQL', () => {
  describeSecrets();
});

test('when a code lies somewhere in clear, in a column of bytes or in base64, then the search would find it', () => {
  const samples = [
    '{"code":"482915"}',
    'kode 482915 adalah',
    `\\x${Buffer.from('kode 482915').toString('hex')}`,
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}482915 dan`).toString('base64')),
  ];
  for (const sample of samples)
    expect([sample, formsOf('482915').some((form) => form.test(sample))]).toEqual([sample, true]);
  expect(formsOf('482915').some((form) => form.test('12:00:01.482915+00 a482915f'))).toBe(false);
});
