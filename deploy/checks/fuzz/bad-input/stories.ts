import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { shown } from '../portal.ts';
import { expectStatus, type Group } from './bench.ts';

const SCRIPT = '<script>alert(1)</script>';
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', SCRIPT];

/** Every file of a zip, unpacked and joined. */
function unzipped(zip: Buffer): string {
  const texts: string[] = [];
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === 0x02_01_4b_50) {
    const [size, name, extra, note] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    texts.push((zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed).toString());
    at += 46 + name + extra + note;
  }
  return texts.join('\n');
}

const scripts: Group = {
  id: 'B11',
  what: 'scripts and formulas in texts',
  async run(bench) {
    const { portal, staff, year, classes } = bench.world;
    const parent = await portal.people.family();
    for (const name of FORMULAS) {
      await portal.must('B03', parent, { body: { father_name: name, mother_name: name } });
      const child = await portal.must<{ id: string }>('C02', parent, {
        body: { full_name: name, nick_name: name, birth_city: name, birth_date: '2019-01-01' },
      });
      const body = {
        child_id: child.id,
        jenjang: 'SD',
        kelas: classes.SD,
        academic_year: year,
        information: name,
      };
      await portal.must('C08', parent, { body });
      const read = await portal.call('C03', parent, { params: { id: child.id } });
      const { full_name } = read.json as { full_name: string };
      if (full_name !== name) bench.fault('B11', 'a text came back changed', name, shown(read));
    }
    const exported = await portal.call('C22', staff.admin, { query: 'personal=1' });
    const sheet = unzipped(exported.body);
    if (/<f[ >]/u.test(sheet)) bench.fault('B11', 'the workbook has a formula', '', sheet.slice(0, 400));
    if (sheet.includes(SCRIPT) || !sheet.includes('&lt;script'))
      bench.fault('B11', 'the workbook holds no escaped script', '', sheet.slice(0, 400));
    return FORMULAS.length + 2;
  },
};

const numbers: Group = {
  id: 'B19',
  what: 'NIK and other personal numbers',
  async run(bench) {
    const { portal } = bench.world;
    const parent = await portal.people.family();
    const child = (nik: string, more: object = {}) => ({
      full_name: 'Anak NIK',
      birth_city: 'Bogor',
      birth_date: '2019-05-14',
      nik,
      ...more,
    });
    for (const nik of [
      '123456789012345',
      '12345678901234567',
      '12345678901234ab',
      '１２３４５６７８９０１２３４５６',
      '1234 5678 9012 3456',
    ]) {
      const answer = await portal.call('C02', parent, { body: child(nik) });
      expectStatus(bench, 'B19', nik, answer, [400]);
    }
    const tail = String(Math.floor(Math.random() * 9000) + 1000);
    const right: [string, object][] = [
      [`009912140519${tail}`, { gender: 'male' }],
      [`019912540519${tail}`, { gender: 'female' }],
      [`029912990099${tail}`, {}],
    ];
    for (const [nik, more] of right) {
      const answer = await portal.call('C02', parent, { body: child(nik, more) });
      expectStatus(bench, 'B19', nik, answer, [201]);
      if ((answer.json as { nik?: string }).nik !== nik)
        bench.fault('B19', 'zeros are lost', nik, shown(answer));
    }
    return 8;
  },
};

const links: Group = {
  id: 'B20',
  what: 'links that are not ours',
  async run(bench) {
    const { portal, own, staff, other } = bench.world;
    let hits = 0;
    const trap = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as { port: number };
    const urls = [
      'http://169.254.169.254/latest/meta-data',
      `http://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/x`,
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      '/api/files/../../etc/passwd',
      `/api/files/${other.ids.file}`,
      '/api/files/018f6a1e-0000-7000-8000-000000000000',
      `http://localhost@127.0.0.1:${port}/`,
      'https://jahat.example/api/files/018f6a1e-0000-7000-8000-000000000000',
      `/api/files/${own.ids.file}?x`,
      `${portal.url}/api/files/${own.ids.file}`,
    ]; // prettier-ignore
    const day = jakartaDay(new Date());
    const { id } = await portal.must<{ id: string }>('C02', own.parent, {
      body: { full_name: 'Anak Tautan', birth_city: 'Bogor', birth_date: '2019-05-14' },
    });
    const { year, classes } = bench.world;
    const fresh = await portal.must<{ id: string }>('C08', own.parent, {
      body: { child_id: id, jenjang: 'SD', kelas: classes.SD, academic_year: year },
    });
    const bank = { bank_name: 'BSI', bank_account_number: '12345678', bank_account_owner: 'A' };
    for (const url of urls) {
      const params = { id: fresh.id };
      const paid = {
        enrollment_invoice_id: own.ids.open_invoice,
        amount_paid: 1,
        payment_date: day,
        payment_evidence_url: url,
      };
      const answers = [
        await portal.call('C13', own.parent, {
          params,
          body: { ...bank, payment_status: 'paid', payment_evidence_url: url },
        }),
        await portal.call('C18', staff.cs, {
          params,
          body: { payment_status: 'paid', payment_evidence_url: url },
        }),
        await portal.call('E09', own.parent, { body: paid }),
        await portal.call('E10', staff.finance, { body: paid }),
        await portal.call('C17', staff.cs, {
          params: { id: own.ids.registration ?? '' },
          body: { current_stage: 'waiting_announcement', file_attachment_url: url },
        }),
      ];
      for (const [at, answer] of answers.entries()) {
        // The last one's registration has its result: its state may be told first.
        expectStatus(
          bench,
          'B20',
          `${url} at ${['C13', 'C18', 'E09', 'E10', 'C17'][at]}`,
          answer,
          at === 4 ? [400, 409, 422] : [400, 422],
        );
      }
    }
    await new Promise<void>((resolve) => trap.close(() => resolve()));
    if (hits > 0) bench.fault('B20', `the server fetched a link ${hits} times`, '', '');
    return urls.length * 5;
  },
};

export const storyGroups: readonly Group[] = [scripts, numbers, links];
