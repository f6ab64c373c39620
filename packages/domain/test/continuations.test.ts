import { nextPlace, placeKeys, placeText, usualSteps } from '../src/continuations.ts';
import { DEFAULT_LEVELS, type Jenjang } from '../src/levels.ts';

const from = (jenjang: Jenjang, kelas: string | null) => ({ jenjang, kelas });

test('when a school has no table of steps, then children go on by the order of its levels and classes', () => {
  expect(usualSteps(DEFAULT_LEVELS)).toEqual(['KB ke TK A', 'TK A ke TK B', 'TK B ke SD 1', 'SD 6 ke SMP 7']);
  expect(nextPlace(DEFAULT_LEVELS, from('SD', '1'))).toBeNull();
  expect(nextPlace(DEFAULT_LEVELS, from('SMP', '9'))).toBeNull();
  const closed = DEFAULT_LEVELS.map((level) => ({ ...level, offered: level.jenjang !== 'SD' }));
  expect(nextPlace(closed, from('TK', 'TK B'))).toBeNull();
});

test('when the table names a class, then its row counts, another place, none, or one that is gone', () => {
  const table = [
    { from: 'KB', to: 'TK/TK B' },
    { from: 'TK/TK A', to: 'SD/1' },
    { from: 'SD/6', to: '' },
    { from: 'SMP/9', to: 'SMP/10' },
  ];
  const next = (jenjang: Jenjang, kelas: string | null) =>
    nextPlace(DEFAULT_LEVELS, from(jenjang, kelas), table);
  expect(next('KB', null)).toEqual(from('TK', 'TK B'));
  expect(next('TK', 'TK A')).toEqual(from('SD', '1'));
  expect(next('SD', '6')).toBeNull();
  expect(next('SMP', '9')).toBeNull();
  expect(next('TK', 'TK B')).toEqual(from('SD', '1'));
});

test('when places are chosen from, then they are those of the levels that are offered, as people read them', () => {
  const offered = DEFAULT_LEVELS.map((level) => ({ ...level, offered: level.jenjang !== 'SD' }));
  expect(placeKeys(offered).map(placeText)).toEqual(['KB', 'TK A', 'TK B', 'SMP 7', 'SMP 8', 'SMP 9']);
});

test('when a class has a stroke in its name, then its place is read whole, and children go on from it', () => {
  const levels = DEFAULT_LEVELS.map((level) =>
    level.jenjang === 'SD' ? { ...level, classes: [...level.classes, '6/Tahfiz'] } : level,
  );
  expect(placeKeys(levels).map(placeText)).toContain('SD 6/Tahfiz');
  const table = [{ from: 'TK/TK B', to: 'SD/6/Tahfiz' }];
  expect(nextPlace(levels, from('TK', 'TK B'), table)).toEqual(from('SD', '6/Tahfiz'));
  expect(nextPlace(levels, from('SD', '6/Tahfiz'))).toEqual(from('SMP', '7'));
});
