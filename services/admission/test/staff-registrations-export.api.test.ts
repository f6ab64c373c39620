import { exportStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { updateParent } from '@gerbang/contracts/parents';
import { STAFF_ROLES, type Role } from '@gerbang/domain/roles';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, someNik, writeOldNames } from './families.ts';
import { bring, settingsOf } from './school-world.ts';
import { inState } from './staff.ts';
import { unzip } from './unzip.ts';

interface ReadCell {
  readonly style: string | null;
  readonly text: string | null;
  readonly number: number | null;
}

function cellsOf(sheet: string): ReadCell[][] {
  const unescaped = (xml: string) =>
    xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: s="(\d)")?(?: t="inlineStr")?(?:\/>|>(.*?)<\/c>)/gsu)].map(
      ([, style, inner = '']) => {
        const text = /<t xml:space="preserve">(.*?)<\/t>/su.exec(inner)?.[1];
        const number = /<v>(.*?)<\/v>/u.exec(inner)?.[1];
        return {
          style: style ?? null,
          text: text === undefined ? null : unescaped(text),
          number: number === undefined ? null : Number(number),
        };
      },
    ),
  );
}

describe('the export of registrations', () => {
  let door: Door;
  const staff = new Map<Role, Caller>();
  const NIK = someNik();
  beforeAll(async () => {
    door = await openDoor();
    for (const role of STAFF_ROLES) staff.set(role, await door.caller(role, `Nama ${role}`));
    const family = await door.caller();
    const child = await makeChild(door, family, {
      nik: NIK,
      kk_number: '9912341234567890',
      birth_date: '2019-05-01',
    });
    await writeOldNames(door, child, {
      full_name: '=HYPERLINK("http://jahat.example";"klik") <b>&amp;',
      nick_name: '+62 _x0041_ 🙂',
    });
    await door.call(updateParent, family, {
      body: {
        contact_phone: '081234567890',
        father_ktp: '9912341203880001',
        father_income: '<10.000.000',
      },
    });
    await door
      .db('parents')
      .where({ user_id: family.id })
      .update({ father_name: '-1+1', mother_name: '@SUM(A1)' });
    const made = await makeRegistration(door, family, { nisn: '0123456789' }, child);
    await door
      .db('registrations')
      .where({ id: made.id })
      .update({ created_at: new Date('2026-11-20T18:30:00Z') });
    await inState(door, 'paid');
  });
  afterAll(() => door.close());

  const take = (query = '', role: Role = 'cs', reader = staff.get(role)!) =>
    door.call(exportStaffRegistrations, reader, { query });
  const sheetOf = async (query = '', role: Role = 'cs') => {
    const files = await unzip((await take(query, role)).rawPayload);
    return cellsOf(files.get('xl/worksheets/sheet1.xml') ?? '');
  };
  const byTitle = (sheet: ReadCell[][], row: number) =>
    Object.fromEntries(sheet[0]!.map((head, at) => [head.text, sheet[row]![at]!]));

  test('when the school has its own word for a level, then the sheet has it too', async () => {
    const settings = settingsOf(door);
    const levels = settings.levels.map((level) =>
      level.jenjang === 'SD' ? { ...level, label: 'MI' } : level,
    );
    const [editor, activator] = [await door.caller('it'), await door.caller('admin')];
    await bring(door, editor, activator, { ...settings, levels });
    expect(byTitle(await sheetOf('sort=created_at'), 1).Jenjang!.text).toBe('MI');
    await bring(door, editor, activator, settings);
  });

  test('when staff export, then a workbook comes with Indonesian headers, typed days, moments and rupiah', async () => {
    const answer = await take('sort=created_at');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="pendaftaran-\d{4}-\d\d-\d\d\.xlsx"/u,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const files = await unzip(answer.rawPayload);
    expect([...files.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = await sheetOf('sort=created_at');
    expect(sheet).toHaveLength(3);
    const row = byTitle(sheet, 1);
    expect(row['Nomor Pendaftaran']!.text).toBe('PSB-2026-SD-00001');
    expect(row['Biaya Pendaftaran']).toEqual({ style: '4', text: null, number: 550_000 });
    // 1 May 2019 is day 43586 of a spreadsheet; 20 November 18.30 in London is the 21st, 01.30 in Jakarta.
    expect(row['Tanggal Lahir']).toEqual({ style: '2', text: null, number: 43_586 });
    expect(row['Tanggal Daftar']!.number).toBeCloseTo(46_347 + 1.5 / 24, 6);
    expect(row['Status Pembayaran']!.text).toBe('Belum Bayar');
    expect(row['Tahap']!.text).toBe('Terdaftar');
  });

  test('B when a name begins like a formula, then it is text that stays text, to the letter', async () => {
    const row = byTitle(await sheetOf('sort=created_at'), 1);
    expect(row['Nama Anak']).toEqual({
      style: '5',
      text: '=HYPERLINK("http://jahat.example";"klik") <b>&amp;',
      number: null,
    });
    expect(row['Nama Panggilan']!.text).toBe('+62 _x005F_x0041_ 🙂');
    for (const title of ['Nama Ayah', 'Nama Ibu', 'Telepon Kontak', 'Nama Panggilan']) {
      expect([title, row[title]!.style]).toEqual([title, '5']);
    }
    const xml = (await unzip((await take()).rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).not.toContain('<f>');
  });

  test.each(STAFF_ROLES)(
    'when %s asks for personal numbers, then the roles that may have them get them',
    async (role) => {
      const reader = await door.caller(role);
      const plain =
        (await unzip((await take('', role, reader)).rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
      expect(plain).not.toMatch(/NIK|99123412|NISN|10\.000\.000/u);
      const answer = await take('personal=1&sort=created_at', role, reader);
      const allowed = ['finance', 'admin', 'it'].includes(role);
      expect(answer.statusCode).toBe(allowed ? 200 : 403);
      const trail = await door
        .db('audit_events')
        .where({ actor_id: reader.id, action: 'registration.exported' })
        .orderBy(['at', 'id']);
      expect(trail.map((row) => row.details.personal)).toEqual(allowed ? [false, true] : [false]);
      if (!allowed) return;
      expect(trail[1].details).toEqual({ rows: 2, personal: true, filters: {}, searched: false });
      const row = byTitle(await sheetOf('personal=1&sort=created_at', role), 1);
      expect([row.NIK!.text, row['No KK']!.text, row.NISN!.text, row['No KTP Ayah']!.text]).toEqual([
        NIK,
        '9912341234567890',
        '0123456789',
        '9912341203880001',
      ]);
      expect(JSON.stringify(row)).not.toContain('10.000.000');
    },
  );

  test('when the list is filtered or empty, then the workbook holds what the list holds', async () => {
    expect(await sheetOf('payment_status=paid')).toHaveLength(2);
    expect(await sheetOf('search=tidak ada')).toHaveLength(1);
  });

  test.each(['personal=2', 'personal=', 'limit=5', 'cursor=x', 'sort=nik', 'payment_status=x'])(
    'B when the query is %s, then 400',
    async (query) => {
      expect((await take(query, 'admin')).statusCode).toBe(400);
    },
  );

  test('when many export at once, then each gets its file or a 503 with a time to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => take('', 'admin')));
    expect(answers.filter((answer) => ![200, 503].includes(answer.statusCode))).toEqual([]);
    expect((await take('', 'admin')).statusCode).toBe(200);
  });

  test('when a person exports too often within an hour, at once too, then it waits with a sentence and is in no trail; others go on', async () => {
    const own = await openDoor({ STAFF_EXPORTS_PER_HOUR: '3' });
    const [clerk, other] = [await own.caller('cs'), await own.caller('cs')];
    const take = (who: Caller) => own.call(exportStaffRegistrations, who);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => take(clerk)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([3, 2]);
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({
        code: 'too_many_requests',
        message: 'Terlalu banyak ekspor dalam satu jam. Silakan coba lagi nanti.',
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(
      await own.db('audit_events').where({ actor_id: clerk.id, action: 'registration.exported' }),
    ).toHaveLength(3);
    expect((await take(other)).statusCode).toBe(200);
    await own.close();
  });
});
