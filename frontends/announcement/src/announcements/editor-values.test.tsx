import { NOTE_MAX } from '@gerbang/domain/announcements';
import { CONTENT_MAX, PERIOD_MAX, RESULTS_MAX, TITLE_MAX } from '@gerbang/contracts/announcements';
import { aResult, anAnnouncement, aStudent, idOf } from '../../test/samples.ts';
import {
  BOUNDS,
  countsOf,
  packed,
  resultsOf,
  type Student,
  studentsOf,
  type Touched,
  unpacked,
} from './editor-values.ts';

const AISYAH = aStudent(1, 'Aisyah Putri');
const UMAR = aStudent(2, 'Umar Faruq');
const ZAID = aStudent(3, 'Zaid Abdullah');
const touch = (last: number, answer: Touched[string]['answer'], note = ''): Touched => ({
  [idOf(200 + last)]: { answer, note, seen: true },
});

const differ = (students: readonly Student[], touched: Touched) =>
  JSON.stringify(resultsOf(students, touched)) !== JSON.stringify(resultsOf(students, {}));

test('when a draft is new, then everybody who waits starts as passed and not looked at, by name', () => {
  const students = studentsOf('SD', [ZAID, AISYAH], null);
  expect(students.map(({ name, begin }) => [name, begin.answer, begin.seen])).toEqual([
    ['Aisyah Putri', 'passed', false],
    ['Zaid Abdullah', 'passed', false],
  ]);
  expect(countsOf(students, {})).toEqual({
    total: 2,
    passed: 2,
    failed: 0,
    waitlisted: 0,
    left_out: 0,
    unseen: 2,
  });
});

test('when a stored draft is opened, then its results stand, and who came to wait since is left out', () => {
  const students = studentsOf('SD', [ZAID, AISYAH], anAnnouncement());
  expect(students.map(({ name, begin }) => [name, begin.answer, begin.seen])).toEqual([
    ['Aisyah Putri', 'passed', true],
    ['Umar Faruq', 'failed', true],
    ['Zaid Abdullah', 'left_out', false],
  ]);
  expect(differ(students, {})).toBe(false);
});

test('when the server knows who was examined, then that counts', () => {
  const students = studentsOf(
    'SD',
    [ZAID],
    anAnnouncement({ results: [aResult(1, 'Aisyah Putri'), aResult(2, 'Umar Faruq', { checked: null })] }),
  );
  expect(students.map(({ begin }) => begin.seen)).toEqual([true, false, false]);
});

test('when a draft changes its level, then that level’s students start as passed', () => {
  const students = studentsOf('TK', [aStudent(7, 'Hafsah', { jenjang: 'TK' })], anAnnouncement());
  expect(students.map(({ name, begin }) => [name, begin.answer])).toEqual([['Hafsah', 'passed']]);
});

test('when results are sent, then who is left out is not among them, and an empty note is none', () => {
  const students = studentsOf('SD', [AISYAH, UMAR, ZAID], null);
  const touched = {
    ...touch(1, 'failed', ' Belum siap '),
    ...touch(2, 'left_out', 'x'),
    ...touch(3, 'passed', '  '),
  };
  expect(resultsOf(students, touched)).toEqual([
    {
      child_id: idOf(301),
      registration_id: idOf(201),
      result: 'failed',
      individual_note: 'Belum siap',
      checked: true,
    },
    {
      child_id: idOf(303),
      registration_id: idOf(203),
      result: 'passed',
      individual_note: null,
      checked: true,
    },
  ]);
  expect(differ(students, touched)).toBe(true);
});

test('when a student is only examined, then that is to be stored too', () => {
  const before = (checked: null | undefined) =>
    studentsOf(
      'SD',
      [],
      anAnnouncement({ results: [aResult(1, 'Aisyah Putri', checked === null ? { checked } : {})] }),
    );
  expect(differ(before(undefined), touch(1, 'passed'))).toBe(false);
  expect(differ(before(null), touch(1, 'passed'))).toBe(true);
});

test('when choices are kept on a device, then they come back the same; anything else counts as none', () => {
  const touched = { ...touch(2, 'failed', 'Catatan "dua"'), ...touch(1, 'left_out') };
  expect(unpacked(packed(touched))).toEqual(touched);
  expect(packed({})).toBe('');
  for (const text of [undefined, '', '{', '7', '[["a",{"answer":"maybe","note":"","seen":true}]]', '[null]'])
    expect(unpacked(text)).toEqual({});
});

test('when the contract sets bounds, then the form has the same', () => {
  expect(BOUNDS).toEqual({
    title: TITLE_MAX,
    content: CONTENT_MAX,
    period: PERIOD_MAX,
    note: NOTE_MAX,
    results: RESULTS_MAX,
  });
});
