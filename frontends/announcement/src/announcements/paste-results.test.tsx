import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { aStudent } from '../../test/samples.ts';
import { studentsOf } from './editor-values.ts';
import { cellsOf, readPasted, resultOf } from './paste-results.ts';

const STUDENTS = studentsOf(
  'SD',
  [
    aStudent(1, 'Aisyah Humaira'),
    aStudent(2, 'Aisyah Humaira'),
    aStudent(3, "Rafi'f Athallah"),
    aStudent(4, 'Zaid Abdullah'),
  ],
  null,
);
const found = (text: string) =>
  readPasted(text, STUDENTS).recognised.map(({ student, answer, note }) => [
    student.number.slice(-1),
    answer,
    note,
  ]);
const refused = (text: string) =>
  readPasted(text, STUDENTS).problems.map(({ line, why, text: of }) => [line, why, of]);

/** A cell as a spreadsheet copies it. */
const copied = (cell: string) => (/[\t\n\r"]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r\n', ' ', ';', 'é'), maxLength: 8 }),
);
const sheet = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });

test('when any sheet is copied, then its cells come back as they were, with tabs, quotes and line breaks inside', () => {
  fc.assert(
    fc.property(sheet, fc.constantFrom('\n', '\r\n'), fc.boolean(), (rows, end, closed) => {
      const text = rows.map((row) => row.map(copied).join('\t')).join(end) + (closed ? end : '');
      expect(cellsOf(text)).toEqual(rows.filter((row) => row.some((one) => one.trim() !== '')));
    }),
    { numRuns: runs(500, { plain: 100 }) },
  );
});

test('when any text is pasted, then only known students are recognised, each once, and never by a name that two have', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\t',
      '\n',
      '"',
      ';',
      'Lulus',
      'TL',
      'Aisyah Humaira',
      'Zaid Abdullah',
      'PSB-2026-SD-00001',
      'Hasil',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('');
      const { recognised } = readPasted(text, STUDENTS);
      const ids = recognised.map(({ student }) => student.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { student } of recognised) {
        if (student.name === 'Aisyah Humaira') expect(text).toContain(student.number.slice(-5));
      }
    }),
    { numRuns: runs(500, { plain: 100 }) },
  );
});

test.each([
  ['passed', ['Lulus', 'L', 'l', 'Diterima', ' LULUS ', 'diterima.']],
  [
    'failed',
    [
      'Tidak Lulus',
      'TL',
      't.l'.replace('.', ''),
      'tidak  lulus',
      'Tdk. Lulus',
      'Ditolak',
      'Tidak',
      'tidak diterima',
    ],
  ],
  ['left_out', ['Tunda', 'ditunda']],
  [null, ['', 'T', 'lulus?', 'P', 'mungkin', '1']],
] as const)('when a cell says so, then the result is %s', (result, cells) => {
  for (const text of cells) expect([text, resultOf(text)]).toEqual([text, result]);
});

test('when names, numbers and notes are pasted, then each row finds its student, and its note', () => {
  expect(
    found(
      'Zaid Abdullah\tLulus\t\nRAFIF ATHALLAH\tTL\t\nrafi’f  athallah\tTL\t"Belum siap,\nkami sarankan TK"',
    ),
  ).toEqual([
    ['4', 'passed', ''],
    ['3', 'failed', 'Belum siap,\nkami sarankan TK'],
  ]);
  expect(found('No;Nama siswa;Nomor;L/P;Hasil;Catatan\n1;Zaid Abdullah;00004;L;Lulus;Baik')).toEqual([
    ['4', 'passed', 'Baik'],
  ]);
});

test('when two students have the name, then the number decides, and without it neither is guessed', () => {
  expect(found('Aisyah Humaira\tPSB-2026-SD-00002\tTidak Lulus\nZaid Abdullah\t\tLulus')).toEqual([
    ['2', 'failed', ''],
    ['4', 'passed', ''],
  ]);
  expect(refused('Aisyah Humaira\tTidak Lulus')).toEqual([[1, 'namesakes', 'Aisyah Humaira']]);
  const [row] = readPasted('Zaid Abdullah\t00001\tTL', STUDENTS).recognised;
  expect([row?.student.number, row?.otherName]).toEqual(['PSB-2026-SD-00001', 'Zaid Abdullah']);
  expect(refused('Zaid Abdullah\tPSB-2026-SD-09999\tTL')).toEqual([[1, 'unknown', 'Zaid Abdullah']]);
});

test('when a row is unclear, then it says why and is not applied', () => {
  expect(
    refused(
      [
        'Nama\tHasil\tCatatan',
        'Budi\tLulus\t',
        'Zaid Abdullah\tentah\t',
        "Rafi'f Athallah\tTL\tsatu",
        "Rafi'f Athallah\tTL\tdua",
      ].join('\n'),
    ),
  ).toEqual([
    [2, 'unknown', 'Budi'],
    [3, 'no_result', 'Zaid Abdullah'],
    [4, 'twice', "Rafi'f Athallah"],
    [5, 'twice', "Rafi'f Athallah"],
  ]);
  expect(refused(`Nama\tHasil\tCatatan\nZaid Abdullah\tTL\t${'x'.repeat(1001)}`)).toEqual([
    [2, 'too_long', 'Zaid Abdullah'],
  ]);
});

test('when no column is surely the results, then nothing is read: a column of sexes is none', () => {
  for (const text of [
    'Zaid Abdullah\tL',
    'Zaid Abdullah\tLulus\tTL',
    'Zaid Abdullah',
    'Zaid Abdullah\tL\nAisyah\tP',
  ])
    expect(readPasted(text, STUDENTS)).toEqual({ recognised: [], problems: [], noResults: true });
  expect(readPasted('  \n', STUDENTS).noResults).toBe(false);
  expect(found('Nama\tHasil\nZaid Abdullah\tL')).toEqual([['4', 'passed', '']]);
});
