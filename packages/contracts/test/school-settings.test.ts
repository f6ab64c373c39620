import { JENJANG } from '@gerbang/domain/levels';
import { accountFor } from '@gerbang/domain/school-accounts';
import { schoolBlocks } from '@gerbang/domain/school-blocks';
import { BLANK_SETTINGS } from '@gerbang/domain/school-settings';
import { z } from 'zod';
import { eventSchemas } from '../src/events.ts';
import {
  getConfig,
  schoolConfigSchema,
  schoolSchema,
  SETTINGS_MAX_BYTES,
  settingsSchema,
} from '../src/school.ts';
import {
  activateDraft,
  draftSchema,
  saveDraft,
  schoolPortCalls,
  schoolVersionCalls,
} from '../src/school-versions.ts';
import { knownSettings } from '../src/stored-settings.ts';

const OLD_ACCOUNT = {
  bank_name: 'Bank Contoh',
  branch: 'Depok',
  bank_code: '008',
  account_number: '123-456-7890',
  owner: 'Yayasan Lain',
};
/** A file as schools wrote it before there were versions. */
const OLD_FILE = {
  name: 'PPDB Sekolah Lain',
  levels: JENJANG.map((jenjang) => ({ jenjang, unit_name: `Unit ${jenjang}`, classes: ['1'], fee: 100_000 })),
  account: OLD_ACCOUNT,
};

/** The configuration as programs of the release before versions read it, which drop what they do not know. */
const oldConfig = z.object({
  name: z.string().min(1).max(200),
  contact_whatsapp: z.string().regex(/^\+[1-9][0-9]{6,14}$/u),
  levels: z
    .array(
      z.object({
        jenjang: z.enum(JENJANG),
        unit_name: z.string().min(1),
        classes: z.array(z.string().min(1).max(20)).max(20),
        fee: z.int().min(0),
      }),
    )
    .length(4),
  academic_years: z.array(z.string()).min(1).max(10),
  account: z.object({
    bank_name: z.string().min(1),
    branch: z.string().min(1),
    bank_code: z.string().min(1),
    account_number: z.string().min(1),
    owner: z.string().min(1),
  }),
  discounts: z.object({
    loyalty_program: z.array(z.int()).min(1),
    event: z.array(z.int()).min(1),
    full_payment: z.array(z.int()).min(1),
    group: z.array(z.int()).min(1),
  }),
  payment_periods: z.array(z.string().min(1)).min(1),
  default_payment_period: z.string().min(1),
  fee_tables: z.array(
    z.object({
      title: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      image_url: z.url().nullable(),
    }),
  ),
});

const issuesOf = (change: object) => {
  const { success, error } = settingsSchema.safeParse({ ...schoolSchema.parse({}), ...change });
  return success ? [] : error.issues.map((issue) => issue.message);
};

describe('settings from a file', () => {
  test('when nothing is set, then the specified values stand there, open, and block nothing but the example contact', () => {
    const school = schoolSchema.parse({});
    expect(school).toMatchObject({
      open: true,
      name: 'PPDB Yayasan Contoh',
      short_name: 'PPDB Yayasan Contoh',
    });
    expect(school.accounts).toMatchObject([
      { key: 'utama', levels: JENJANG, closed: false, ...school.account },
    ]);
    expect(schoolBlocks(school, { active: null, registrations: [], accounts: [], daysOff: 0 })).toEqual([]);
  });

  test('when a former file is read, then its one account is that of all levels and purposes', () => {
    const school = schoolSchema.parse(OLD_FILE);
    expect(school.account).toEqual({ ...OLD_ACCOUNT, account_number: '123 456 7890' });
    for (const jenjang of JENJANG) expect(accountFor(school, jenjang, 'invoice')?.owner).toBe('Yayasan Lain');
    expect(school.levels.map(({ label, offered }) => [label, offered])).toEqual(
      JENJANG.map((one) => [one, true]),
    );
  });

  test('when settings are read again, also as an event, then they stay the same', () => {
    for (const file of [{}, OLD_FILE, BLANK_SETTINGS]) {
      const school = schoolSchema.parse(file);
      expect(schoolSchema.parse(school)).toEqual(school);
      expect(settingsSchema.parse(school)).toEqual(school);
      expect(eventSchemas['school.changed'].parse({ version: 1, settings: school }).settings).toEqual(school);
      expect(schoolConfigSchema.parse(school)).toEqual({ ...school, account_changed_at: null });
    }
  });

  test('when the school names days of registration, then they are bounded, named once, and none is as before', () => {
    const day = (at: string, families: unknown = 100) => ({ day: at, families });
    const days = (list: readonly unknown[]) => issuesOf({ registration_days: list });
    const many = Array.from({ length: 31 }, (_each, index) =>
      day(`2026-12-${String(index + 1).padStart(2, '0')}`),
    );
    expect(days(many.slice(0, 30))).toEqual([]);
    expect(days(many)).toEqual(['Paling banyak 30 hari. Hapus hari yang sudah lewat.']);
    for (const families of [9, 1001, 10.5, null, '100']) {
      expect(days([day('2026-12-05', families)])).toEqual(['Isi perkiraan keluarga, 10 sampai 1000']);
    }
    expect(days([day('2026-12-05', 10), day('2026-12-06', 1000)])).toEqual([]);
    expect(days([day('')])).toEqual(['Tanggal tidak valid']);
    expect(days([day('2026-12-05'), day('2026-12-05')])).toEqual([
      'Hari ini sudah disebut di atas. Pilih hari lain, atau hapus salah satunya.',
    ]);
    const school = schoolSchema.parse({});
    expect(JSON.stringify(settingsSchema.parse({ ...school, registration_days: [] }))).toBe(
      JSON.stringify(school),
    );
    expect(JSON.stringify(school)).not.toContain('registration_days');
  });

  test('when the school writes steps to the next class, then each class has one, to another place, and none is as before', () => {
    const steps = (...rows: readonly unknown[]) => issuesOf({ next_classes: rows });
    expect(steps({ from: 'KB', to: 'TK/TK B' }, { from: 'SD/6', to: '' })).toEqual([]);
    expect(steps({ from: 'TK/TK B', to: 'SD/1/Tahfiz' })).toEqual([]);
    for (const from of ['', 'SMA/10', 'SD/', null, `SD/${'x'.repeat(21)}`])
      expect(steps({ from, to: 'SD/1' })).toEqual(['Pilih kelas']);
    expect(steps({ from: 'KB', to: 'KB' })).toEqual(['Pilih kelas lain']);
    expect(steps({ from: 'KB', to: 'SD/1' }, { from: 'KB', to: 'SD/2' })).toEqual([
      'Satu kelas hanya berlanjut ke satu kelas',
    ]);
    const school = schoolSchema.parse({});
    expect(JSON.stringify(settingsSchema.parse({ ...school, next_classes: [] }))).toBe(
      JSON.stringify(school),
    );
  });

  test('when the landing page is given texts, then they are bounded, questions are answered, and none is as before', () => {
    const guide = (changes: object) =>
      issuesOf({
        guide: { fees: true, accreditation: '', help: '', photo_file_id: null, questions: [], ...changes },
      });
    const one = { question: 'Jam berapa buka?', answer: 'Pukul tujuh.\nSetiap hari.' };
    expect(guide({})).toEqual([]);
    expect(guide({ questions: Array.from({ length: 12 }, () => one) })).toEqual([]);
    expect(guide({ questions: Array.from({ length: 13 }, () => one) })).toEqual([
      'Paling banyak 12 pertanyaan',
    ]);
    expect(guide({ questions: [{ question: ' ', answer: ' ' }] })).toEqual([
      'Pertanyaan harus diisi',
      'Jawaban harus diisi',
    ]);
    expect(guide({ help: 'a'.repeat(201) })).toHaveLength(1);
    expect(JSON.stringify(schoolSchema.parse({}))).not.toContain('guide');
  });

  test('when a program of the release before reads the configuration, then it finds every key that it knows', () => {
    for (const file of [{}, OLD_FILE]) {
      const config = getConfig.response[200].parse(schoolSchema.parse(file));
      expect(oldConfig.parse(config)).toMatchObject({ account: config.account });
    }
  });

  test('when the first account is closed, then the one account is the next open one', () => {
    const school = schoolSchema.parse({});
    const [first] = school.accounts;
    const accounts = [
      { ...first, closed: true },
      { ...first, key: 'baru', account_number: '12345' },
    ];
    expect(schoolSchema.parse({ ...school, accounts }).account.account_number).toBe('12345');
    expect(schoolSchema.parse({ ...school, accounts: [] }).account.account_number).toBe('-');
  });
});

describe('settings that are stored', () => {
  test('when a newer release has added keys at any depth, then they are left out and the rest is read', () => {
    const school = schoolSchema.parse({});
    const [account, ...accounts] = school.accounts;
    const newer = {
      ...school,
      motto: 'x',
      texts: { ...school.texts, welcome: 'x' },
      accounts: [{ ...account, iban: 'x', swift: 'x' }, ...accounts],
    };
    expect(knownSettings(newer)).toEqual(school);
    expect(newer.texts.welcome).toBe('x');
  });

  test.each(Object.keys(schoolSchema.parse({}).texts).filter((name) => name !== 'unique_note'))(
    'when they were stored before the text %s was known, then it is empty in them',
    (name) => {
      const { texts, ...school } = schoolSchema.parse({});
      const { [name as 'first_day']: _text, ...former } = texts;
      expect(knownSettings({ ...school, texts: former }).texts).toEqual({ ...texts, [name]: '' });
      expect(schoolConfigSchema.parse({ ...school, texts: former }).texts).toEqual({ ...texts, [name]: '' });
    },
  );

  test('when something else is wrong with them, then they are refused', () => {
    expect(() => knownSettings({ ...schoolSchema.parse({}), motto: 'x', name: 7 })).toThrow(
      'Nama portal harus diisi',
    );
  });
});

describe('settings as people type them', () => {
  test('when a draft leaves out what a school must decide, then nothing is filled in for it', () => {
    const { accounts: _accounts, account: _account, ...rest } = schoolSchema.parse({});
    expect(settingsSchema.safeParse(rest).success).toBe(false);
    expect(settingsSchema.safeParse({}).success).toBe(false);
  });

  test.each([
    ['a tag', { city: '<b>Depok</b>' }, 'Tidak boleh berisi kode HTML'],
    ['a comparison', { city: 'Usia < 7' }, undefined],
    ['a control character', { city: 'De\u0007pok' }, 'Berisi karakter yang tidak didukung'],
    ['an unknown key', { logo: 1 }, 'Unrecognized key: "logo"'],
    [
      'a number that is too short',
      { accounts: [{ ...schoolSchema.parse({}).accounts[0], account_number: '123' }] },
      'Nomor rekening harus 5 sampai 34 angka',
    ],
    [
      'a key twice',
      { accounts: Array.from({ length: 2 }, () => schoolSchema.parse({}).accounts[0]) },
      'Kunci rekening tidak boleh berulang',
    ],
    ['a wrong clock', { hours: { ...schoolSchema.parse({}).hours, day_start: '05:60' } }, 'Jam tidak valid'],
    [
      'an end before the start',
      { hours: { ...schoolSchema.parse({}).hours, day_start: '16:00' } },
      'Jam selesai harus sesudah jam mulai',
    ],
  ])('when there is %s, then the issue is %j', (_name, change, issue) => {
    expect(issuesOf(change)).toEqual(issue === undefined ? [] : [issue]);
  });

  test('when a draft has an unknown key or no reason to be activated, then it is refused', () => {
    const settings = schoolSchema.parse({});
    expect(saveDraft.body.safeParse({ settings, note: null, row_version: 3 }).success).toBe(true);
    expect(saveDraft.body.safeParse({ settings, status: 'active' }).success).toBe(false);
    expect(activateDraft.body.safeParse({ row_version: 1, note: ' ' }).success).toBe(false);
    expect(draftSchema.shape.settings.parse(settings)).toEqual(settings);
  });

  test('when the calls are listed, then their largest body holds the largest settings', () => {
    expect([...schoolVersionCalls, ...schoolPortCalls].map(({ id }) => id)).toEqual([
      'S01',
      'S02',
      'S03',
      'S04',
      'S05',
      'S06',
      'S07',
      'S13',
      'S14',
    ]);
    expect(saveDraft.bodyLimit).toBeGreaterThan(SETTINGS_MAX_BYTES);
  });
});
