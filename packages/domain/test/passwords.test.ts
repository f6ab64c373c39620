import { isCommon, isOwnData, passwordLength } from '../src/passwords.ts';

describe('password rules', () => {
  test('when the password is the owner’s name, e-mail or phone in any spelling, then it counts as personal', () => {
    const owner = { name: 'Rahma Aulia', email: 'rahma.aulia@contoh.sch.id', phone: '+6281234567890' };
    for (const typed of [
      'Rahma Aulia',
      'rahmaaulia',
      'RAHMA.AULIA@contoh.sch.id',
      'rahma.aulia',
      '081234567890',
      '+62 812-3456-7890',
      '6281234567890',
    ]) {
      expect(isOwnData(typed, owner)).toBe(true);
    }
    expect(isOwnData('kucing-lima-belas', owner)).toBe(false);
    expect(isOwnData('kucing', { name: null, email: null, phone: null })).toBe(false);
  });

  test('when a common password is typed in other case or width, then it is still common', () => {
    const common = new Set(['password1']);
    expect(isCommon('PassWord1', common)).toBe(true);
    expect(isCommon('ｐａｓｓｗｏｒｄ１', common)).toBe(true);
    expect(isCommon('password12', common)).toBe(false);
  });

  test.each([
    'ppdb2026',
    'Sekolah123',
    'PPDB-SMP 2026',
    'daftarulang!',
    '2026walimurid',
    'aaaaaaaaaaaa',
    '🙂🙂🙂🙂🙂🙂🙂🙂',
  ])('when the password is %s, which anybody at a school would try, then it is common', (typed) =>
    expect(isCommon(typed, new Set())).toBe(true),
  );

  test.each([
    'kucing-lima-belas',
    'sekolahku di tepi laut',
    '12345678901',
    'contoh-gerbang-2026',
    'abababab',
  ])('when the password is %s, then only the list makes it common', (typed) => {
    expect(isCommon(typed, new Set())).toBe(false);
    expect(isCommon(typed, new Set([typed]))).toBe(true);
  });

  test('when a character has two spellings, then its length is one', () => {
    expect(passwordLength('e\u0301')).toBe(1);
    expect(passwordLength('🙂')).toBe(1);
  });
});
