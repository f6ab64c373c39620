import {
  askForDapodik,
  type DapodikData,
  type DapodikState,
  exportDapodik,
  giveDapodikData,
  readDapodik,
  readDapodikData,
} from '@gerbang/contracts/dapodik';
import { admissionExport } from '@gerbang/contracts/admission-export';
import { fileIdOf } from '@gerbang/contracts/files';
import { updateParent } from '@gerbang/contracts/parents';
import { DAPODIK_COLUMNS } from '@gerbang/domain/dapodik';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, setState, someNik, upload } from './families.ts';
import { unzip } from './unzip.ts';

const PROFILE = {
  father_name: 'Budi Santoso',
  father_alive_status: 'HIDUP',
  father_ktp: '3171012301850001',
  father_education: 'S1',
  father_job: 'Pegawai Swasta',
  father_phone: '081234567891',
  father_income: '10.000.000 - 20.000.000',
  mother_name: 'Siti Aminah',
  mother_alive_status: 'HIDUP',
  mother_ktp: '0071014501870002',
  mother_education: 'D1-D3',
  mother_job: 'Guru',
  mother_phone: '081234567892',
  mother_income: '<10.000.000',
  contact_phone: '081234567893',
  address: 'Jl. Kemanggisan No. 4-C',
};
/** Everything that the family above is asked for. */
const ANSWERS = {
  birth_certificate: '3171-LT-2019-0042',
  religion: '3',
  rt: 5,
  rw: 11,
  postal_code: '01530',
  residence: '1',
  transport: '13',
  birth_order: 2,
  weight: 18.5,
  height: 112,
  head: 51,
  distance: 2.4,
  father_birth_year: 1985,
  mother_birth_year: 1987,
  mother_education: '22',
  mother_job: '5',
  mother_income: '14',
};
const NIK = someNik();
/** The columns of 'Daftar Peserta Didik' as three public programs that read the file list them, of each group those below it. */
const PERSON = ['Nama', 'Tahun Lahir', 'Jenjang Pendidikan', 'Pekerjaan', 'Penghasilan', 'NIK'];
const FORM = [
  ['No', 'Nama', 'NIPD', 'JK', 'NISN', 'Tempat Lahir', 'Tanggal Lahir', 'NIK', 'Agama', 'Alamat', 'RT', 'RW'],
  [
    'Dusun',
    'Kelurahan',
    'Kecamatan',
    'Kode Pos',
    'Jenis Tinggal',
    'Alat Transportasi',
    'Telepon',
    'HP',
    'E-Mail',
  ],
  ['SKHUN', 'Penerima KPS', 'No. KPS', ...PERSON, ...PERSON, ...PERSON, 'Rombel Saat Ini'],
  ['No Peserta Ujian Nasional', 'No Seri Ijazah', 'Penerima KIP', 'Nomor KIP', 'Nama di KIP', 'Nomor KKS'],
  ['No Registrasi Akta Lahir', 'Bank', 'Nomor Rekening Bank', 'Rekening Atas Nama'],
  [
    'Layak PIP (usulan dari sekolah)',
    'Alasan Layak PIP',
    'Kebutuhan Khusus',
    'Sekolah Asal',
    'Anak ke-berapa',
  ],
  ['Lintang', 'Bujur', 'No KK', 'Berat Badan', 'Tinggi Badan', 'Lingkar Kepala'],
  ['Jml. Saudara\nKandung', 'Jarak Rumah\nke Sekolah (KM)'],
].flat();
const DIRTY_NAMES = [
  '=SUM(A1:A9)',
  `D'Angelo <b>Ñunu</b> & "Ayu"`,
  '+62 Bayu',
  '@Citra',
  '-Dewi',
  '0012345678901234567',
  'Ærø 🌱 مريم',
];
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  amp: '&',
  '#10': '\n',
};

describe('the hand-over to Dapodik', () => {
  let door: Door;
  let clerk: Caller;
  beforeEach(async () => {
    door = await openDoor();
    door.setClock(new Date('2027-03-01T02:00:00Z'));
    clerk = await door.caller('staff_tu', 'Tuti');
  });
  afterEach(() => door.close());

  async function accepted(stage = 'passed', child: object = {}, family?: Caller) {
    const caller = family ?? (await door.caller());
    if (!family) {
      const village = await door
        .db('villages as v')
        .join('districts as d', 'd.code', 'v.district_code')
        .join('regencies as r', 'r.code', 'd.regency_code')
        .join('provinces as p', 'p.code', 'r.province_code')
        .orderBy('v.code')
        .first('v.name as kelurahan', 'd.name as kecamatan', 'r.name as kab_kota', 'p.name as provinsi');
      const saved = await door.call(updateParent, caller, { body: { ...PROFILE, ...village } });
      if (saved.statusCode !== 200) throw new Error(saved.body);
    }
    const numbers = { nik: someNik(), kk_number: '0171012301850009', gender: 'female', sibling_count: 1 };
    const made = await makeRegistration(
      door,
      caller,
      { previous_school: 'TK Melati', nisn: '0012345678' },
      await makeChild(door, caller, { ...numbers, ...child }),
    );
    const payment_evidence_file_id = fileIdOf(await upload(door, caller));
    await setState(door, made.id, {
      current_stage: stage,
      payment_status: 'verified',
      payment_evidence_file_id,
    });
    return { caller, id: made.id };
  }
  const queryOf = (wanted: Record<string, string>) => new URLSearchParams(wanted).toString();
  const state = async (wanted: Record<string, string> = {}): Promise<DapodikState> =>
    (await door.call(readDapodik, clerk, { query: queryOf(wanted) })).json();
  const own = async (caller: Caller): Promise<DapodikData[]> =>
    (await door.call(readDapodikData, caller)).json();
  const give = (caller: Caller, registration_id: string, values: object) =>
    door.call(giveDapodikData, caller, { body: { registration_id, values } });
  const ask = (...registration_ids: string[]) =>
    door.call(askForDapodik, clerk, { body: { registration_ids } });
  const told = () =>
    door.published.filter(
      ({ type, payload }) => type === 'message.requested' && payload.kind === 'dapodik_asked',
    );
  const sheet = async (wanted: Record<string, string> = {}) => {
    const answer = await door.call(exportDapodik, clerk, { query: queryOf(wanted) });
    expect(answer.statusCode).toBe(200);
    const xml = (await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
    return [...xml.matchAll(/<row>(.*?)<\/row>/gsu)].map(([, row = '']) =>
      [
        ...row.matchAll(/<c\/>|<c[^>]*>(?:<v>(?<n>[^<]*)<\/v>|<is><t[^>]*>(?<t>[^<]*)<\/t><\/is>)<\/c>/gu),
      ].map(({ groups }) => (groups?.n === undefined ? (groups?.t ?? null) : Number(groups.n))),
    );
  };

  test('when a child is accepted, then its family is asked for exactly what its data does not say', async () => {
    const { caller, id } = await accepted();
    const [data] = await own(caller);
    expect(data?.missing.map(({ field }) => field).toSorted()).toEqual(Object.keys(ANSWERS).toSorted());
    expect(data?.given).toEqual([]);
    expect(await state()).toMatchObject({
      complete: 0,
      of: 1,
      children: [{ registration_id: id, asked_at: null, may_ask: true }],
    });
    const religion = data?.missing.find(({ field }) => field === 'religion');
    expect(religion?.options?.[0]).toEqual({ value: '1', label: 'Islam' });
  });

  test.each(['registered', 'waiting_announcement', 'failed', 'released', 'withdrawn'])(
    'when the stage is %s, then the step is not there and nothing can be given',
    async (stage) => {
      const { caller, id } = await accepted(stage);
      expect(await own(caller)).toEqual([]);
      expect((await give(caller, id, { religion: '1' })).statusCode).toBe(404);
      expect(await state()).toEqual({ complete: 0, of: 0, children: [] });
      expect((await ask(id)).json().code).toBe('not_accepted');
    },
  );

  test('when all answers are given one by one, then the row is complete and the workbook has every field', async () => {
    const { caller, id } = await accepted('passed', { nik: NIK });
    for (const [field, value] of Object.entries(ANSWERS)) {
      expect((await give(caller, id, { [field]: value })).statusCode).toBe(200);
    }
    const [data] = await own(caller);
    expect(data?.missing).toEqual([]);
    expect(data?.given.map(({ field }) => field)).toHaveLength(Object.keys(ANSWERS).length);
    expect(await state()).toEqual({ complete: 1, of: 1, children: [] });
    const [first, second, row] = await sheet({ academic_year: '2026/2027', jenjang: 'SD' });
    const titles = DAPODIK_COLUMNS.map(({ title, group }) => (group === undefined ? title : null));
    expect(first?.filter((title) => title !== null && !String(title).startsWith('Data '))).toEqual(
      titles.filter((title) => title !== null),
    );
    expect(first?.[24]).toBe('Data Ayah');
    expect(second?.slice(24, 30)).toEqual([
      'Nama',
      'Tahun Lahir',
      'Jenjang Pendidikan',
      'Pekerjaan',
      'Penghasilan',
      'NIK',
    ]);
    const profile = await door.db('parents').where({ user_id: caller.id }).first();
    const by = (title: string) => row?.[first?.indexOf(title) ?? -1];
    expect(row).toHaveLength(66);
    expect(row?.slice(0, 8)).toEqual([
      1,
      'Aisyah Putri',
      null,
      'P',
      '0012345678',
      'Jakarta',
      '2019-05-01',
      NIK,
    ]);
    expect(row?.slice(8, 20)).toEqual([
      '3',
      'Jl. Kemanggisan No. 4-C',
      5,
      11,
      null,
      profile.kelurahan,
      profile.kecamatan,
      '01530',
      '1',
      '13',
      null,
      '+6281234567893',
    ]);
    expect(row?.slice(24, 30)).toEqual(['Budi Santoso', 1985, '30', '6', '15', '3171012301850001']);
    expect(row?.slice(30, 36)).toEqual(['Siti Aminah', 1987, '22', '5', '14', '0071014501870002']);
    expect(row?.slice(36, 49).every((cell) => cell === null)).toBe(true);
    expect(by('No Registrasi Akta Lahir')).toBe('3171-LT-2019-0042');
    expect(by('Sekolah Asal')).toBe('TK Melati');
    expect(row?.slice(57)).toEqual([2, null, null, '0171012301850009', 18.5, 112, 51, 1, 2.4]);
    expect(await door.db('audit_events').where({ action: 'dapodik.exported' })).toMatchObject([
      { actor_id: clerk.id, details: { rows: 1, filters: { academic_year: '2026/2027', jenjang: 'SD' } } },
    ]);
  });

  test('when records carry all kinds of dirt, then each cell of each row is what they say, in the form’s order', async () => {
    const unescaped = (cell: string | number | null | undefined) =>
      typeof cell === 'string'
        ? cell.replace(/&(lt|gt|quot|#39|apos|amp|#10);/gu, (_all, name: string) => ENTITIES[name] ?? '?')
        : cell;
    const plain = await accepted('passed', { nik: someNik(), full_name: 'Zaki' });
    const made = [plain];
    for (const [at, full_name] of DIRTY_NAMES.entries()) {
      const child = {
        nik: someNik(),
        kk_number: `00710123018500${String(at).padStart(2, '0')}`,
        gender: at % 2 === 0 ? 'male' : 'female',
        sibling_count: at === 1 ? 0 : at,
      };
      const one = await accepted(at % 2 === 0 ? 'passed' : 'reenroll_required', child);
      const { child_id } = await door.db('registrations').where({ id: one.id }).first('child_id');
      // Forms take no such names any more; older rows have them.
      await door.db('children').where({ id: child_id }).update({ full_name });
      await door
        .db('parents')
        .where({ user_id: one.caller.id })
        .update({
          father_name: `=HYPERLINK("http://x";"${full_name}")`,
          mother_name: at === 2 ? 'M' : '@Siti <Aminah> & “Ñu”',
          address: at === 3 ? `+Jl. "Raya" 'Utara' <no> & 7` : '-RT/RW; |,',
          ...(at === 4 && { mother_job: 'Ibu Rumah Tangga' }),
          ...(at === 5 && { father_alive_status: 'MENINGGAL' }),
        });
      const [{ missing } = { missing: [] }] = await own(one.caller);
      const values = Object.fromEntries(
        Object.entries(ANSWERS).filter(([field]) => missing.some((lacking) => lacking.field === field)),
      );
      const zero = { rt: 0, rw: 0, postal_code: '00001', distance: 0, birth_certificate: '=1+1' };
      expect((await give(one.caller, one.id, { ...values, ...(at === 0 && zero) })).statusCode).toBe(200);
      made.push(one);
    }
    const [first = [], second = [], ...rows] = await sheet();
    expect(
      first.map((title, at) => (title === null || (at >= 24 && at < 42) ? second[at] : unescaped(title))),
    ).toEqual(FORM);
    expect(rows).toHaveLength(made.length);
    expect(rows.map(([number]) => number)).toEqual(made.map((_one, at) => at + 1));
    for (const { id, caller } of made) {
      const registration = await door.db('registrations').where({ id }).first();
      const child = await door.db('children').where({ id: registration.child_id }).first();
      const parent = await door.db('parents').where({ user_id: caller.id }).first();
      const columns = door.context.columns;
      const given: Record<string, string | number> = Object.fromEntries(
        (await own(caller))[0]?.given.map(({ field, value }) => [field, value]) ?? [],
      );
      const open = (table: 'children' | 'parents', row: Record<string, string>, name: string) =>
        columns.open(table, name, row.id ?? '', row[name] ?? '');
      const isDead = parent.father_alive_status === 'MENINGGAL';
      const housewife = parent.mother_job === 'Ibu Rumah Tangga';
      const expected: Record<number, unknown> = {
        1: child.full_name,
        3: child.gender === 'male' ? 'L' : 'P',
        4: registration.nisn,
        5: child.birth_city,
        6: child.birth_date,
        7: open('children', child, 'nik'),
        8: given.religion,
        9: parent.address,
        10: given.rt,
        11: given.rw,
        13: parent.kelurahan,
        14: parent.kecamatan,
        15: given.postal_code,
        16: given.residence,
        17: given.transport,
        19: parent.contact_phone,
        24: parent.father_name,
        25: isDead ? undefined : given.father_birth_year,
        26: '30',
        27: isDead ? '98' : '6',
        28: isDead ? undefined : '15',
        29: open('parents', parent, 'father_ktp'),
        30: parent.mother_name,
        31: given.mother_birth_year,
        32: given.mother_education,
        33: housewife ? '99' : given.mother_job,
        34: housewife ? undefined : given.mother_income,
        35: open('parents', parent, 'mother_ktp'),
        49: given.birth_certificate,
        56: registration.previous_school,
        57: given.birth_order,
        60: open('children', child, 'kk_number'),
        61: given.weight,
        62: given.height,
        63: given.head,
        64: child.sibling_count,
        65: given.distance,
      };
      const row = rows.find((one) => one[7] === expected[7]);
      expect(row?.slice(1).map(unescaped)).toEqual(
        FORM.slice(1).map((_title, at) => expected[at + 1] ?? null),
      );
    }
  });

  test('when a parent has died or keeps house, then its income is not asked, and of the dead the name alone', async () => {
    const { caller } = await accepted();
    const body = {
      father_alive_status: 'MENINGGAL',
      father_ktp: null,
      father_education: null,
      mother_job: 'Ibu Rumah Tangga',
    };
    await door.call(updateParent, caller, { body });
    const [data] = await own(caller);
    const parents = data?.missing
      .map(({ field }) => field)
      .filter((field) => /^(?:father|mother)_/u.test(field));
    expect(parents).toEqual(['mother_birth_year', 'mother_education']);
    const [, , row] = await sheet();
    expect(row?.slice(24, 30)).toEqual(['Budi Santoso', null, null, '98', null, null]);
    expect(row?.slice(33, 35)).toEqual(['99', null]);
  });

  test('when a number was missing, then it is written to the child even where its data is locked, and only once', async () => {
    const { caller, id } = await accepted('passed', { nik: null });
    await door.db('registrations').where({ id }).update({ locked: true });
    const nik = someNik();
    const answers = await Promise.all([give(caller, id, { nik }), give(caller, id, { nik: someNik() })]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '422']);
    expect((await give(caller, id, { nik })).json()).toMatchObject({
      code: 'not_missing',
      issues: [{ path: 'values.nik' }],
    });
    expect((await give(caller, id, { father_name: 'Orang lain' })).statusCode).toBe(422);
    expect((await give(caller, id, { religion: '1', father_name: 'Orang lain' })).statusCode).toBe(422);
    const [data] = await own(caller);
    expect(data?.given).toEqual([]);
    expect(await door.db('audit_events').where({ action: 'child.updated' })).toHaveLength(1);
  });

  test('when an answer was wrong, then it is given again; the parents of two children are asked once', async () => {
    const { caller, id } = await accepted();
    const other = await accepted('reenroll_required', { full_name: 'Bayu Putra' }, caller);
    await give(caller, id, { religion: '1', mother_job: '9' });
    expect((await give(caller, id, { religion: '2' })).statusCode).toBe(200);
    const [first, second] = await own(caller);
    expect(first?.given.find(({ field }) => field === 'religion')?.value).toBe('2');
    const names = second?.missing.map(({ field }) => field) ?? [];
    expect(names).toContain('religion');
    expect(names).not.toContain('mother_job');
    const { dapodik } = (await door.call(admissionExport, caller)).json();
    expect(dapodik).toEqual(
      [
        { child_id: null, answers: { mother_job: '9' }, updated_at: expect.any(String) },
        { child_id: first?.child_id, answers: { religion: '2' }, updated_at: expect.any(String) },
      ].toSorted((one) => (one.child_id === dapodik[0].child_id ? -1 : 1)),
    );
    expect((await ask(id, other.id)).json()).toEqual({ asked: 1 });
    expect(told()[0]?.payload.params).toEqual({
      child: 'Aisyah Putri dan Bayu Putra',
      link: expect.stringMatching(/\/dapodik$/u),
    });
  });

  test.each([
    { religion: '8' },
    { rt: 1.5 },
    { weight: 18.55 },
    { postal_code: '123' },
    { nik: null },
    { x: 1 },
  ])('when %j is sent, then it is refused and nothing is kept', async (values) => {
    const { caller, id } = await accepted();
    expect((await give(caller, id, values)).statusCode).toBe(400);
    expect(await door.db('dapodik_answers')).toEqual([]);
  });

  test('when another family gives answers, then there is no such registration', async () => {
    const { id } = await accepted();
    const stranger = await door.caller();
    expect((await give(stranger, id, { religion: '1' })).statusCode).toBe(404);
    expect(await own(stranger)).toEqual([]);
  });

  test('when families are asked, then each once in three days, all or none', async () => {
    const one = await accepted();
    const two = await accepted();
    const twice = await Promise.all([ask(one.id), ask(one.id)]);
    expect(twice.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '422']);
    expect(told()).toHaveLength(1);
    expect((await ask(two.id, one.id)).json()).toMatchObject({
      code: 'asked_recently',
      issues: [{ path: 'registration_ids.1' }],
    });
    expect(told()).toHaveLength(1);
    expect((await state()).children.map(({ may_ask }) => String(may_ask)).toSorted()).toEqual([
      'false',
      'true',
    ]);
    door.setClock(new Date('2027-03-04T01:59:59Z'));
    expect((await ask(one.id)).statusCode).toBe(422);
    door.setClock(new Date('2027-03-04T02:00:00Z'));
    expect((await ask(one.id, two.id)).json()).toEqual({ asked: 2 });
    expect(told()).toHaveLength(3);
    expect(await door.db('audit_events').where({ action: 'dapodik.asked' })).toHaveLength(3);
  });

  test('when a row is complete or unknown, then asking for it is refused', async () => {
    const { caller, id } = await accepted();
    await give(caller, id, ANSWERS);
    expect((await ask(id)).json().code).toBe('not_missing');
    expect((await ask('0199aaaa-0000-7000-8000-000000000000')).json().code).toBe('not_accepted');
    expect(told()).toEqual([]);
  });

  test('when a year and level are chosen, then the others are left out of counts and sheet', async () => {
    await accepted();
    expect((await state({ academic_year: '2026/2027', jenjang: 'SD' })).of).toBe(1);
    expect((await state({ academic_year: '2027/2028' })).of).toBe(0);
    expect((await state({ jenjang: 'TK' })).of).toBe(0);
    expect(await sheet({ jenjang: 'TK' })).toHaveLength(2);
  });
});
