import { newDayOffSchema } from '../src/school-days.ts';
import { activateDraft, importSchool, saveDraft } from '../src/school-versions.ts';

const TAGS = ['<b>libur</b>', 'Libur <script>alert(1)</script>', 'Libur </p>', '<!-- libur -->', '<?php ?>'];

const shapes = {
  'the name of a day off': newDayOffSchema.shape.name,
  'the note of a draft': saveDraft.body.shape.note,
  'the reason of an activation': activateDraft.body.shape.note,
};

test('when an imported day off holds markup in its name, then the file is refused with the reason', () => {
  const { days_off } = importSchool.body.shape;
  const file = (name: string) => [{ day: '2027-01-01', name, kind: 'school' }];
  expect(days_off.safeParse(file('Libur')).success).toBe(true);
  for (const text of TAGS) {
    expect(days_off.safeParse(file(text)).error?.issues[0]?.message).toBe('Tidak boleh berisi kode HTML');
  }
});

describe.each(Object.entries(shapes))('%s', (_what, schema) => {
  test.each(TAGS)('when it holds %s, then it is refused with the reason', (text) => {
    const { error } = schema.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toContain('Tidak boleh berisi kode HTML');
  });

  test('when it holds signs that begin no tag, then it is taken', () => {
    expect(schema.safeParse('Kelas < 3 & biaya > 0').success).toBe(true);
  });
});
