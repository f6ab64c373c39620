import { maskAccounts, payerIn } from '../src/payers.ts';

const family = { father: 'Ahmad Fauzi', mother: 'Siti Maryam, S.Pd', account: 'Rahma Aulia' };

test.each([
  ['AHMAD FAUZI', 'father'],
  ['Ahmad Fauzi bin Umar', 'father'],
  ['SITI MARYAM', 'mother'],
  ['BSI •••• 2722 a.n. Rahma Aulia', 'account'],
  ['Ahmad', null],
  ['SITI MARYAM SPD', 'mother'],
  ['Budi Santoso', null],
  ['Fauzi Rahman', null],
  ['a b', null],
  ['', null],
  [null, null],
])('when the payer is %s, then it is %s', (text, who) => {
  expect(payerIn(text, family)).toBe(who);
});

test('when a family has no names, then no payer is found', () => {
  expect(payerIn('Ahmad', { father: null, mother: '', account: null })).toBeNull();
});

test.each([
  ['BSI 7009322722', 'BSI •••• 2722'],
  ['BCA 700-9322 722 a.n. Siti', 'BCA •••• 2722 a.n. Siti'],
  ['Tunai', 'Tunai'],
  ['KCP 12', 'KCP 12'],
])('when %s is masked, then it is %s', (text, masked) => {
  expect(maskAccounts(text)).toBe(masked);
});
