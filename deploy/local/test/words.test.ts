import { wordsToChange } from '../src/words.ts';

const in1 = (line: string) => wordsToChange('a.ts', line).length;

test.each([
  '/** Locks the row (Precisions, Family). */',
  ' * One page of the list (decisions, Lists).',
  "test('when somebody else was faster, then it says who', () => {",
  '// Nobody waits for it.',
  '/** Answers whether it was written. */',
  'const { carryOut } = commands;',
])('when a line says %j, then it is to be changed', (line) => {
  expect(in1(line)).toBe(1);
});

test.each([
  '/** Returns whether the row was written (UU 27/2022, article 46). */',
  "const user = 'nobody';",
  "throw conflict('Tidak ada', 'somebody');",
  "test('when root starts it, then it runs as `nobody`', () => {",
])('when a line says %j, then it stays', (line) => {
  expect(in1(line)).toBe(0);
});
