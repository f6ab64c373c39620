import { exportDocumentQueue } from '@gerbang/contracts/document-reviews';
import { exportStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { sentDocument } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, someNik, writeOldNames } from './families.ts';

describe('lists of admission as files', () => {
  let door: Door;
  let finance: Caller;
  const NIK = someNik();
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance');
    const family = await door.caller();
    const child = await makeChild(door, family, { nik: NIK, birth_date: '2019-05-01' });
    await writeOldNames(door, child, { full_name: '-1+1; "x"', nick_name: '\t=1' });
    await makeRegistration(door, family, { nisn: '0123456789' }, child);
  });
  afterAll(() => door.close());

  test('when registrations are taken as CSV, then names are no formulas, numbers stay texts, and days are as in the workbook', async () => {
    const query = 'format=csv&personal=1';
    const answer = await door.call(exportStaffRegistrations, finance, { query });
    expect(answer.headers['content-disposition']).toMatch(/filename="pendaftaran-[\d-]+\.csv"$/u);
    const [head, row] = readCsv(answer.body);
    const cells = Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]));
    expect(cells).toMatchObject({
      'Nama Anak': `'-1+1; "x"`,
      'Nama Panggilan': `'\t=1`,
      'Tanggal Lahir': '01/05/2019',
      'Biaya Pendaftaran': '550000',
      NIK: `'${NIK}`,
      NISN: `'0123456789`,
    });
    const [noted] = await door.db('audit_events').where({ action: 'registration.exported' });
    expect(noted.details).toEqual({ rows: 1, personal: true, filters: {}, searched: false, format: 'csv' });
  });

  test('when a role has no personal numbers, then CSV is refused as the workbook is', async () => {
    const cs = await door.caller('cs');
    const ask = (query: string) => door.call(exportStaffRegistrations, cs, { query });
    expect((await ask('format=csv&personal=1')).statusCode).toBe(403);
    expect((await ask('format=csv')).body).not.toContain(NIK);
    expect((await ask('format=ods')).statusCode).toBe(400);
  });

  test('when documents are taken, then their rows are those of the queue, without pages', async () => {
    const parent = await door.caller();
    const sent = await sentDocument(door, parent, 'akta', { full_name: 'Zahra Kirana' });
    const cs = await door.caller('cs');
    const answer = await door.call(exportDocumentQueue, cs, { query: 'format=csv' });
    const [head, ...rows] = readCsv(answer.body);
    expect(head?.slice(0, 2)).toEqual(['Nomor Pendaftaran', 'Nama Anak']);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      [
        sent.registration.registration_number,
        'Zahra Kirana',
        'SD',
        '1',
        'Akta kelahiran',
        'Menunggu diperiksa',
        '1',
      ],
    ]);
    expect(answer.body).not.toContain('/api/files');
    const noted = await door.db('audit_events').where({ action: 'documents.exported' });
    expect(noted.map(({ actor_id, details }) => [actor_id, details.rows])).toEqual([[cs.id, 1]]);
  });
});
