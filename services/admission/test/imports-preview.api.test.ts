import * as calls from '@gerbang/contracts/imports';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';
import { workImports } from '../src/imports/work-imports.ts';
import { csvOf, HEADINGS, previewOf, readImport, rowOf, upload } from './import-lists.ts';

const YEAR = '2026/2027';

describe('a list from elsewhere, before anything is written', () => {
  let door: Door;
  let tu: Caller;
  beforeAll(async () => {
    door = await openDoor();
    tu = await door.caller('staff_tu', 'Tata Usaha');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const look = async (lines: readonly string[], headings?: string) =>
    readImport(door, tu, await previewOf(door, tu, csvOf(lines, headings)));
  const row = (id: string, n: number) => rowOf(door, tu, id, n);
  const edit = (id: string, n: number, body: Record<string, unknown>, version = 1) =>
    door.call(calls.changeImportRow, tu, { params: { id, n: String(n) }, body: { version, ...body } });

  test('when a list is uploaded, then its rows are read by headings in any order and words, and nothing is written', async () => {
    const before = await door.db('children').count({ n: '*' });
    const shown = await look(
      [
        '085711110001;SD;17 Maret 2020;Budi Santoso;1;2026-2027;laki-laki',
        '+62 857-1111-0002;TK A;17-3-21;Sari Dewi;;26/27;P',
      ],
      'Nomor WA (aktif);JENJANG;Tanggal  Lahir;NAMA LENGKAP;Kls;T.A.;L/P',
    );
    expect(shown.state).toBe('preview');
    expect(shown.mapping).toMatchObject({
      'Nomor WA (aktif)': 'contact_phone',
      'NAMA LENGKAP': 'full_name',
      Kls: 'kelas',
      'L/P': 'gender',
    });
    expect(shown.counts).toMatchObject({ total: 2, new: 2, ready: 2 });
    expect(shown.rows.map(({ n, status }) => [n, status])).toEqual([
      [2, 'new'],
      [3, 'new'],
    ]);
    expect(shown.rows[0]?.values).toMatchObject({
      full_name: 'Budi Santoso',
      birth_date: '2020-03-17',
      jenjang: 'SD',
      kelas: '1',
      academic_year: YEAR,
      contact_phone: '+6285711110001',
      gender: 'male',
    });
    expect(shown.rows[1]?.values).toMatchObject({
      jenjang: 'TK',
      kelas: 'TK A',
      birth_date: '2021-03-17',
      academic_year: YEAR,
    });
    expect(await door.db('children').count({ n: '*' })).toEqual(before);
  });

  test.each([
    ['2020-03-17'],
    ['17/03/2020'],
    ['17-3-20'],
    ['17 Maret 2020'],
    ['43907'],
    ['17.03.2020'],
    ['17 mar 2020'],
    ['Selasa, 17 Maret 2020'],
  ])('when a day is written %s, then it is 17 March 2020', async (written) => {
    const shown = await look([
      `Anak Tanggal;${written};SD;1;${YEAR};0857111122${String(written.length).padStart(2, '0')}`,
    ]);
    expect(shown.rows[0]?.values.birth_date).toBe('2020-03-17');
    expect(shown.rows[0]?.status).toBe('new');
  });

  test.each([
    ['1.23E+15', 'C2', /NIK rusak oleh Excel/u],
    ['3,17401E+15', 'C2', /NIK rusak oleh Excel/u],
    ['12345', 'C2', /NIK harus 16 digit angka/u],
  ])('when a NIK is %s, then the row is refused by name in its cell', async (nik, cell, text) => {
    const shown = await look(
      [`Anak Nik;2020-03-17;${nik};SD;1;${YEAR};085711113333`],
      'Nama;Tgl Lahir;NIK;Jenjang;Kelas;TA;HP',
    );
    expect(shown.rows[0]).toMatchObject({
      status: 'impossible',
      reasons: [{ cell, text: expect.stringMatching(text) }],
    });
  });

  test('when something is missing or wrong, then each fault is told with its cell', async () => {
    const shown = await look([
      `;2020-03-17;SD;1;${YEAR};085711114001`,
      `Tanpa Nomor;2020-03-17;SD;1;${YEAR};`,
      `Salah Kelas;2020-03-17;SD;9;${YEAR};085711114002`,
      `Salah Tahun;2020-03-17;SD;1;2044/2045;085711114003`,
      `Salah Tanggal;31/02/2020;SD;1;${YEAR};085711114004`,
      `Salah Jenjang;2020-03-17;SMA;1;${YEAR};085711114005`,
    ]);
    expect(shown.counts).toMatchObject({ impossible: 6, ready: 0 });
    expect(shown.rows.map(({ reasons }) => reasons.map(({ cell }) => cell))).toEqual([
      ['A2'],
      ['F3'],
      ['D4'],
      ['E5'],
      ['B6'],
      ['C7'],
    ]);
  });

  test('when a family, a child or its registration is known, then the row says so, and a child that looks alike is looked at', async () => {
    const family = await door.caller('wali_murid', 'Ibu Rini');
    const { phone } = await door.db('accounts').where({ id: family.id }).first();
    const child = await makeChild(door, family, { full_name: "Ahmad Nur'aini", birth_date: '2020-05-01' });
    await makeRegistration(door, family, {}, child);
    const shown = await look([
      `AHMAD NURAINI;2020-05-01;SD;1;${YEAR};${phone}`,
      `Adik Rini;2021-05-01;TK;TK A;${YEAR};${phone}`,
      `Ahmad Nuraini;2020-05-01;SD;1;${YEAR};085711115001`,
      `Orang Lain;2020-05-01;SD;1;${YEAR};085711115002`,
    ]);
    expect(shown.rows.map(({ status }) => status)).toEqual(['registered', 'family', 'look', 'new']);
    expect(shown.rows[2]?.reasons[0]?.text).toMatch(/Mirip Ahmad Nur'aini/u);
  });

  test('when rows of one list are the same, twice with other levels, or look alike, then one counts and the others are looked at', async () => {
    const shown = await look([
      `Kembar Satu;2020-06-01;SD;1;${YEAR};085711116001`,
      `kembar  satu;01/06/2020;SD;Kelas 1;${YEAR};6285711116001`,
      `Dua Jenjang;2020-06-02;SD;1;${YEAR};085711116002`,
      `Dua Jenjang;2020-06-02;TK;TK B;${YEAR};085711116002`,
      `Siti Aisyah;2020-06-03;SD;1;${YEAR};085711116003`,
      `Siti Aisah;2020-06-03;SD;1;${YEAR};085711116004`,
    ]);
    expect(shown.rows.map(({ status }) => status).toSorted()).toEqual([
      'look',
      'look',
      'look',
      'look',
      'new',
      'registered',
    ]);
    expect(shown.rows[4]?.reasons).toEqual([{ cell: 'A6', text: 'Mirip anak di baris 7' }]);
  });

  test('when a row is mended in place, decided or left out, then it is judged again', async () => {
    const id = await previewOf(
      door,
      tu,
      csvOf([
        `Anak Betul;31/02/2020;SD;1;${YEAR};085711117001`,
        `Lain Anak;2020-07-01;SD;1;${YEAR};085711117002`,
      ]),
    );
    const answer = await edit(id, 2, { values: { birth_date: '28/02/2020' } });
    expect(answer.json()).toMatchObject({
      n: 2,
      status: 'new',
      values: { birth_date: '2020-02-28' },
      reasons: [],
    });
    expect((await edit(id, 3, { left_out: true })).json()).toMatchObject({ left_out: true });
    expect((await readImport(door, tu, id)).counts).toMatchObject({ new: 1, left_out: 1, ready: 1 });
    expect((await edit(id, 3, { left_out: false }, 2)).json()).toMatchObject({ left_out: false, version: 3 });
    expect((await edit(id, 99, { left_out: true })).statusCode).toBe(404);
    expect((await edit(id, 2, { values: { shoe: 'x' } })).statusCode).toBe(400);
    expect((await edit(id, 2, {})).statusCode).toBe(400);
  });

  test('when two people mend one row at once, then one is told who was first and how the row is now, and nothing of either is lost', async () => {
    const id = await previewOf(
      door,
      tu,
      csvOf([
        `Anak Balapan;31/02/2020;SD;1;${YEAR};085711117101`,
        `Anak Tenang;2020-07-02;SD;1;${YEAR};085711117102`,
      ]),
    );
    const rini = await door.caller('staff_tu', 'Rini');
    const mend = (who: Caller, values: Record<string, string>, version: number) =>
      door.call(calls.changeImportRow, who, { params: { id, n: '2' }, body: { values, version } });
    const answers = await Promise.all([
      mend(tu, { birth_date: '28/02/2020' }, 1),
      mend(rini, { kelas: '2' }, 1),
      edit(id, 3, { left_out: true }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
    const [won, lost] = answers[0].statusCode === 200 ? answers : [answers[1], answers[0]];
    const name = won === answers[0] ? 'Tata Usaha' : 'Rini';
    expect(lost.json()).toMatchObject({
      code: 'stale',
      stale: { changed_by: { name, role: 'staff_tu' }, present: { n: 2, version: 2 } },
    });
    const again = await (lost === answers[0]
      ? mend(tu, { birth_date: '28/02/2020' }, 2)
      : mend(rini, { kelas: '2' }, 2));
    expect(again.json()).toMatchObject({
      status: 'new',
      version: 3,
      values: { birth_date: '2020-02-28', kelas: '2' },
    });
    expect((await row(id, 3)).left_out).toBe(true);
    expect((await edit(id, 2, { version: 0, left_out: true })).statusCode).toBe(400);
  });

  test('when the page asks how an import stands, then no row of it is opened', async () => {
    const id = await previewOf(
      door,
      tu,
      csvOf([
        `Anak Hitung;2020-07-03;SD;1;${YEAR};085711117201`,
        `Anak Salah;31/02/2020;SD;1;${YEAR};085711117202`,
        `Anak Tinggal;2020-07-04;SD;1;${YEAR};085711117203`,
      ]),
    );
    await edit(id, 4, { left_out: true });
    expect((await door.call(calls.startImport, tu, { params: { id } })).statusCode).toBe(202);
    const counts = {
      total: 3,
      new: 1,
      family: 0,
      registered: 0,
      look: 0,
      impossible: 1,
      left_out: 1,
      ready: 1,
    };
    const answer = await readImport(door, tu, id, 'rows=none');
    // No key opens this text: a call that opens a row fails.
    await door.db('import_rows').where({ import_id: id }).update({ cells: 'x', edits: 'x', shown: 'x' });
    expect(await readImport(door, tu, id, 'rows=none')).toEqual(answer);
    expect(answer).toMatchObject({ state: 'running', counts, rows: [], progress: { done: 0, of: 1 } });
    expect((await door.call(calls.getImport, tu, { params: { id } })).statusCode).toBe(500);
    expect((await door.call(calls.stopImport, tu, { params: { id } })).json()).toMatchObject({ counts });
  });

  test('when the rows are read page by page, then each comes once, of one status or of all', async () => {
    const lines = Array.from({ length: 7 }, (_, at) =>
      at % 3 === 0
        ? `Anak ${at};31/02/2020;SD;1;${YEAR};08571111730${at}`
        : `Anak Halaman ${'ABCDEFG'[at]};2020-08-0${at + 1};SD;1;${YEAR};08571111730${at}`,
    );
    const id = await previewOf(door, tu, csvOf(lines));
    const paged = async (more: string) => {
      const seen: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = `limit=2${more}${cursor && `&cursor=${cursor}`}`;
        const shown = await readImport(door, tu, id, query);
        expect(shown.rows.length).toBeLessThanOrEqual(2);
        seen.push(...shown.rows.map(({ n }) => n));
        cursor = shown.next_cursor;
      }
      return seen;
    };
    expect(await paged('')).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(await paged('&status=impossible')).toEqual([2, 5, 8]);
    expect(await paged('&status=new')).toEqual([3, 4, 6, 7]);
  });

  test('when a column is mapped by hand, then its rows are judged by it, and two columns never make one field', async () => {
    const id = await previewOf(
      door,
      tu,
      csvOf([`Anak Peta;2020-03-17;SD;1;${YEAR};085711118001`], HEADINGS.replace('Nama Anak', 'Xyz')),
    );
    expect((await row(id, 2)).status).toBe('impossible');
    const map = (mapping: Record<string, unknown>, version = 2) =>
      door.call(calls.mapImport, tu, { params: { id }, body: { mapping, version } });
    expect((await map({ Xyz: 'full_name' }, 1)).json()).toMatchObject({
      mapping: { Xyz: 'full_name' },
      mapping_version: 2,
      counts: { new: 1 },
    });
    expect((await map({ Tidak: 'full_name' })).statusCode).toBe(422);
    expect((await map({ Xyz: 'sepatu' })).statusCode).toBe(400);
    expect((await map({ Xyz: 'nik', Jenjang: 'nik' })).statusCode).toBe(422);
  });

  test('when two people map columns at once, then the later one is told who was first, and a mended row is no other mapping', async () => {
    const id = await previewOf(door, tu, csvOf([`Anak Dua;2020-03-17;SD;1;${YEAR};085711118002`]));
    const [own] = (await readImport(door, tu, id)).rows;
    await door.call(calls.changeImportRow, tu, {
      params: { id, n: String(own?.n) },
      body: { left_out: true, version: own?.version ?? 0 },
    });
    const heading = 'Nama Anak';
    const fields = ['nick_name', 'father_name'] as const;
    const answers = await Promise.all(
      fields.map((field) =>
        door.call(calls.mapImport, tu, {
          params: { id },
          body: { mapping: { [heading]: field }, version: 1 },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
    const at = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(answers[1 - at]?.json()).toMatchObject({
      code: 'stale',
      stale: {
        changed_by: { role: 'staff_tu' },
        present: { mapping: { [heading]: fields[at] }, mapping_version: 2 },
      },
    });
    expect((await readImport(door, tu, id)).mapping[heading]).toBe(fields[at]);
  });

  test('when a file is no list, too large or too long, then it is refused and nothing is kept', async () => {
    const before = await door.db('imports').count({ n: '*' });
    expect((await upload(door, tu, Buffer.from([0, 1, 2, 3]))).json()).toMatchObject({
      statusCode: 422,
      code: 'not_a_table',
    });
    const many = Array.from({ length: 2001 }, (_, at) => `Anak;2020-03-17;SD;1;${YEAR};0857${at}`);
    expect((await upload(door, tu, csvOf(many))).json()).toMatchObject({
      statusCode: 422,
      code: 'too_many_rows',
    });
    expect((await upload(door, tu, Buffer.alloc(5 * 1_048_576 + 1, 65))).statusCode).toBe(413);
    expect(await door.db('imports').count({ n: '*' })).toEqual(before);
  });

  test('when the result is taken, then it is a list with the reasons behind each row, and a text that begins as a formula stays one', async () => {
    const id = await previewOf(door, tu, csvOf([`=HYPERLINK("x");31/02/2020;SD;1;${YEAR};085711119001`]));
    const answer = await door.call(calls.importResult, tu, { params: { id } });
    expect(answer.statusCode).toBe(200);
    const again = await previewOf(door, tu, answer.rawPayload, 'hasil.xlsx');
    const shown = await readImport(door, tu, again);
    expect(shown.headings).toEqual([...HEADINGS.split(';'), 'Hasil', 'Keterangan']);
    expect(shown.rows[0]?.values.full_name).toBe('=HYPERLINK("x")');
    expect(shown.rows[0]?.status).toBe('impossible');
  });

  test('when the sample is filled in, then it is read without a change of its mapping', async () => {
    const answer = await door.call(calls.importSample, tu, {});
    expect(answer.statusCode).toBe(200);
    const { readSheet } = await import('read-excel-file/universal');
    const bytes = new Uint8Array(answer.rawPayload).buffer;
    const [headings = []] = await readSheet(bytes);
    const choices = await readSheet(bytes, 'Pilihan' as never);
    expect(choices.flat()).toEqual(expect.arrayContaining(['SD', 'TK A', YEAR, 'Formulir kertas']));
    const values: Record<string, string> = {
      'Nama lengkap anak (wajib)': 'Anak Contoh',
      'Tanggal lahir (wajib)': '17/03/2020',
      'Jenjang (wajib)': 'SD',
      'Tahun ajaran (wajib)': YEAR,
      'Nomor WhatsApp (wajib)': '085711120001',
      Sumber: 'Formulir kertas',
    };
    const line = headings.map((heading) => values[String(heading)] ?? '').join(';');
    const shown = await look([line], headings.join(';'));
    expect(shown.rows[0]).toMatchObject({ status: 'new', values: { source: 'paper', kelas: '1' } });
    expect(shown.rows[0]?.warnings).toEqual([{ text: 'Kelas kosong: masuk kelas 1' }]);
    expect(Object.values(shown.mapping)).not.toContain(null);
  });

  /** Rows of three pieces, and their last one like one of the first piece. */
  const longList = (own: string) =>
    csvOf([
      ...Array.from({ length: 249 }, (_, at) => {
        const day = new Date(Date.UTC(2012, 0, 1 + at)).toISOString().slice(0, 10);
        return `Anak Panjang;${day};SD;1;${YEAR};08571${own}${String(at).padStart(3, '0')}`;
      }),
      `Anak Panjang;2012-01-01;SD;1;${YEAR};08571${own}900`,
    ]);
  const countsOf = async (id: string) => (await readImport(door, tu, id, 'rows=none')).counts;

  /** The door's context, in which something happens before the transaction with this number, the first one being 1. */
  function beforeTransaction(at: number, happens: () => Promise<void>): Door['context'] {
    let transactions = 0;
    const { database } = door.context;
    const transaction = async <T>(work: (trx: never) => Promise<T>): Promise<T> => {
      transactions += 1;
      if (transactions === at) await happens();
      return database.transaction((trx) => work(trx as never));
    };
    return { ...door.context, database: { ...database, transaction } } as unknown as Door['context'];
  }

  test('when the program ends amid a preview, then the list is still being read, is not to be changed, and the next turn ends it', async () => {
    const id = (await upload(door, tu, longList('1001'))).json().id;
    const killed = beforeTransaction(2, async () => {
      throw new Error('killed');
    });
    await expect(workImports(killed)).rejects.toThrow('killed');
    const shown = await readImport(door, tu, id, 'rows=none');
    expect([shown.state, shown.counts.new + shown.counts.look]).toEqual(['reading', 100]);
    expect((await edit(id, 2, { left_out: true })).json()).toMatchObject({
      statusCode: 409,
      code: 'import_state',
    });
    expect((await door.call(calls.startImport, tu, { params: { id } })).statusCode).toBe(409);
    await workImports(door.context);
    expect(await readImport(door, tu, id, 'rows=none')).toMatchObject({
      state: 'preview',
      counts: { total: 250, new: 248, look: 2, ready: 248 },
    });
  });

  test('when two programs look at one list, then it is looked at once, and what a person does after the first stays', async () => {
    const id = (await upload(door, tu, longList('1002'))).json().id;
    let changed: number | undefined;
    const slow = beforeTransaction(3, async () => {
      await workImports(door.context);
      changed = (await edit(id, 3, { left_out: true })).statusCode;
    });
    await workImports(slow);
    expect(changed).toBe(200);
    expect(await readImport(door, tu, id, 'rows=none')).toMatchObject({
      state: 'preview',
      counts: { new: 247, look: 2, left_out: 1 },
    });
    expect((await row(id, 3)).left_out).toBe(true);

    const both = (await upload(door, tu, longList('1003'))).json().id;
    await Promise.all([workImports(door.context), workImports(door.context), countsOf(both)]);
    expect(await readImport(door, tu, both, 'rows=none')).toMatchObject({
      state: 'preview',
      version: 2,
      counts: { new: 248, look: 2 },
    });
  });

  test('when a list is gone amid its preview, then the work on it ends without a fault, and others go on', async () => {
    const gone = (await upload(door, tu, longList('1004'))).json().id;
    const other = (
      await upload(door, tu, csvOf([`Anak Lain Daftar;2014-03-17;SD;1;${YEAR};085711140001`]))
    ).json().id;
    await workImports(
      beforeTransaction(2, async () => void (await door.db('imports').where({ id: gone }).delete())),
    );
    expect((await door.call(calls.getImport, tu, { params: { id: gone } })).statusCode).toBe(404);
    expect((await readImport(door, tu, other, 'rows=none')).state).toBe('preview');
  });

  test('when one list meets a fault, then the next one is looked at all the same, and the fault is told', async () => {
    const bad = (await upload(door, tu, csvOf([`Anak Rusak;2014-03-18;SD;1;${YEAR};085711140002`]))).json()
      .id;
    const good = (await upload(door, tu, csvOf([`Anak Utuh;2014-03-19;SD;1;${YEAR};085711140003`]))).json()
      .id;
    // No key opens this text.
    await door.db('import_rows').where({ import_id: bad }).update({ cells: 'x' });
    const fault = await workImports(door.context).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    expect((await readImport(door, tu, good, 'rows=none')).state).toBe('preview');
    await door.db('imports').where({ id: bad }).delete();
  });
});
