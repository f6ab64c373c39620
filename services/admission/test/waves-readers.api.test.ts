import { admissionExport } from '@gerbang/contracts/admission-export';
import { getAdmissionReport } from '@gerbang/contracts/reports';
import { getPublicSchool } from '@gerbang/contracts/school-public';
import { getSchool } from '@gerbang/contracts/school-versions';
import { createSeatPool } from '@gerbang/contracts/seat-pools';
import { confirmWaveFee } from '@gerbang/contracts/waves';
import { NEW_GUIDE } from '@gerbang/domain/school-settings';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, YEAR } from './families.ts';
import { settingsOf, writeVersion } from './school-world.ts';
import { inMinutes, makeWave, withoutWaves } from './waves.ts';

describe('where waves are read', () => {
  let door: Door;
  let clerk: Caller;
  let finance: Caller;
  let admin: Caller;
  let head: Caller;
  let family: Caller;
  let minute = 0;
  beforeAll(async () => {
    door = await openDoor();
    clerk = await door.caller('cs');
    finance = await door.caller('finance');
    admin = await door.caller('admin');
    head = await door.caller('manager_pendidikan');
    family = await door.caller();
  });
  beforeEach(() => withoutWaves(door));
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  /** The public answer, past the seconds for which one is kept. */
  const publicSchool = async () => {
    minute += 1;
    door.setClock(new Date(Date.parse(inMinutes(0)) + minute * 60_000));
    return (await door.call(getPublicSchool, 'anon')).json();
  };
  const yearsPart = async () =>
    (await door.call(getSchool, admin)).json().checklist.find(({ key }: { key: string }) => key === 'years');
  const exported = async () => (await door.call(admissionExport, family)).json().registrations;

  test('when there are no waves, then the public school, the report, the checklist and the export are as before', async () => {
    expect(await publicSchool()).not.toHaveProperty('waves');
    // The report of a level of its own: answers are kept for a minute by their filters.
    const report = await door.call(getAdmissionReport, clerk, { query: 'jenjang=KB' });
    expect(report.json()).not.toHaveProperty('waves');
    expect((await yearsPart()).text).toBe('Lengkap');
    await makeRegistration(door, family);
    expect((await exported())[0]).not.toHaveProperty('wave');
  });

  test('when there are waves, then everybody reads of each level the one that matters, without a fee', async () => {
    await makeWave(door, clerk, { name: '1', opens_at: inMinutes(-600), closes_at: inMinutes(-500) });
    await makeWave(door, clerk, { name: '2', applicants_max: 1, closes_at: inMinutes(600) });
    await makeWave(door, clerk, { jenjang: 'TK', opens_at: inMinutes(300), closes_at: inMinutes(600) });
    const { settings } = door.context.school;
    const labelOf = (level: string) => settings.levels.find(({ jenjang }) => jenjang === level)?.label;
    const tk = {
      jenjang: 'TK',
      label: labelOf('TK'),
      academic_year: YEAR,
      name: 'Gelombang 1',
      state: 'upcoming',
      opens_at: inMinutes(300),
      closes_at: inMinutes(600),
      left: null,
      text: expect.stringMatching(/^Gelombang 1 dibuka .* WIB\.$/u),
    };
    const sd = {
      ...tk,
      jenjang: 'SD',
      label: labelOf('SD'),
      name: '2',
      state: 'open',
      opens_at: inMinutes(-60),
      left: 'banyak',
      text: expect.stringMatching(/^Gelombang 2 dibuka sampai .* WIB\.$/u),
    };
    expect((await publicSchool()).waves).toEqual([tk, sd]);
    await makeRegistration(door, family);
    expect((await publicSchool()).waves[1]).toEqual({
      ...sd,
      state: 'full',
      left: 'penuh',
      text: 'Gelombang 2 sudah penuh.',
    });
  });

  test('when the school shows a guide, then everybody reads what a registration costs now, and without one nothing of it', async () => {
    expect(await publicSchool()).not.toHaveProperty('guide');
    await makeWave(door, clerk, { name: 'Lewat', opens_at: inMinutes(-600), closes_at: inMinutes(-500) });
    const settings = settingsOf(door);
    const guide = { ...NEW_GUIDE, help: 'Bu Sari', questions: [{ question: 'Parkir?', answer: 'Ada.' }] };
    await writeVersion(door, 'active', { ...settings, address: 'Jalan Melati 3', city: 'Malang', guide });
    await door.context.school.look();
    const sd = settings.levels.find(({ jenjang }) => jenjang === 'SD');
    const line = async () => {
      const { levels } = (await publicSchool()).guide;
      return levels.find(({ label }: { label: string }) => label === sd?.label)?.text;
    };
    const usual = `biaya pendaftaran Rp\u00A0${sd?.fee.toLocaleString('id-ID')}`;
    expect(await line()).toContain(usual);
    const { id, version } = await makeWave(door, clerk, { name: 'Kini', fee_override: 1000 });
    await door.call(confirmWaveFee, finance, { params: { id }, body: { confirm: true, version } });
    expect(await line()).toContain('Rp\u00A01.000');
    expect(await line()).not.toContain('kursi');
    for (const [kelas, seats] of [
      ['1', 56],
      ['2', 4],
    ] as const) {
      const criteria = ['registered_at'];
      const body = { academic_year: YEAR, jenjang: 'SD', kelas, seats, offer_limit: seats, criteria };
      expect((await door.call(createSeatPool, head, { body })).statusCode).toBe(201);
    }
    expect(await line()).toMatch(/ · 60 kursi$/u);
    expect((await publicSchool()).guide).toMatchObject({
      address: 'Jalan Melati 3, Malang',
      help: 'Bu Sari',
      questions: [{ question: 'Parkir?', answer: 'Ada.' }],
    });
    await writeVersion(door, 'active', settings);
    await door.context.school.look();
    expect(await publicSchool()).not.toHaveProperty('guide');
  });

  test('when waves have registrations, then the report counts them and the export names the wave', async () => {
    await makeWave(door, clerk, { name: 'Inden', applicants_max: 40 });
    await makeRegistration(door, family);
    const query = `academic_year=${encodeURIComponent(YEAR)}&jenjang=SD`;
    const report = (await door.call(getAdmissionReport, clerk, { query })).json();
    expect(report.waves).toEqual([
      {
        academic_year: YEAR,
        jenjang: 'SD',
        name: 'Inden',
        state: 'open',
        opens_at: inMinutes(-60),
        closes_at: inMinutes(60),
        applicants: 1,
        applicants_max: 40,
      },
    ]);
    expect((await exported()).map((one: { wave?: string }) => one.wave)).toContain('Inden');
  });

  test('when a fee waits for a second person, then the set-up says so until it is confirmed', async () => {
    await makeWave(door, clerk, { jenjang: 'TK', opens_at: inMinutes(-90), closes_at: inMinutes(-60) });
    const { id, version } = await makeWave(door, clerk, { fee_override: 1000 });
    expect(await yearsPart()).toEqual({
      key: 'years',
      done: false,
      text: '1 biaya gelombang belum dipastikan',
    });
    await door.call(confirmWaveFee, finance, { params: { id }, body: { confirm: true, version } });
    expect(await yearsPart()).toMatchObject({
      done: true,
      text: expect.stringMatching(/^Lengkap, 1 gelombang/u),
    });
  });
});
