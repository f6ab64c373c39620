import * as calls from '@gerbang/contracts/imports';
import { createRegistration } from '@gerbang/contracts/registrations';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { type Door as AuthDoor, openDoor as openAuth } from '@gerbang/auth-service/test/door';
import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import { uuidv7 } from 'uuidv7';
import { workImports } from '../src/imports/work-imports.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { dirtyList } from '@gerbang/domain/testing/dirty-list';
import { registrationForm } from './families.ts';
import { csvOf, HEADINGS, previewOf, readImport } from './import-lists.ts';

minutesForAll(15);

const YEAR = '2026/2027';
const PAID = `${HEADINGS};Lunas;Tgl Bayar;Cara Bayar`;

/** Admission and the real auth service, which makes and ends the accounts. */
describe('a list from elsewhere, once it is started', () => {
  let auth: AuthDoor;
  let door: Door;
  let tu: Caller;
  let admin: Caller;
  let phones = 10_000_000;
  let born = Date.UTC(2019, 6, 1);
  beforeAll(async () => {
    auth = await openAuth();
    const AUTH_URL = await auth.app.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ AUTH_URL, INTERNAL_KEY: auth.internalKey });
    tu = await door.caller('staff_tu', 'Tata Usaha');
    admin = await door.caller('admin', 'Dewi Admin');
  });
  afterEach(() => door.setClock(null));
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  const number = () => `0857${(phones += 1)}`;
  const act = (call: Endpoint, id: string, who = tu, body?: unknown) =>
    door.call(call, who, {
      params: { id },
      ...(body !== undefined && { body }),
      headers: { 'idempotency-key': uuidv7() },
    });
  const start = async (id: string) => {
    const answer = await act(calls.startImport, id);
    if (answer.statusCode !== 202) throw new Error(answer.body);
    for (let turns = 0; (await readImport(door, tu, id, 'rows=none')).state === 'running'; turns += 1) {
      if (turns > 300) throw new Error('the import does not end');
      await workImports(door.context, 0);
    }
    return readImport(door, tu, id);
  };
  /** A child with a birth day of its own, so that none looks like another. */
  const child = (name: string, phone: string, more = '') => {
    born += 24 * 3_600_000;
    return `${name};${new Date(born).toISOString().slice(0, 10)};SD;1;${YEAR};${phone}${more}`;
  };
  const counts = async () => ({
    accounts: Number(
      (await auth.db('users').where({ role: 'wali_murid' }).whereNull('deleted_at').count({ n: '*' }))[0]?.n,
    ),
    parents: Number((await door.db('parents').count({ n: '*' }))[0]?.n),
    children: Number((await door.db('children').count({ n: '*' }))[0]?.n),
    registrations: Number((await door.db('registrations').whereNull('deleted_at').count({ n: '*' }))[0]?.n),
  });

  test('when a list is started, then each row becomes a family, a child and a registration, without a message, and the same file adds nothing', async () => {
    const before = await counts();
    const shared = number();
    const file = csvOf([child('Anak Satu', shared), child('Adik Dua', shared), child('Anak Tiga', number())]);
    const id = await previewOf(door, tu, file);
    const sent = door.published.length;
    const shown = await start(id);
    expect(shown).toMatchObject({
      state: 'done',
      progress: { done: 3, of: 3, imported: 3, families: 2, failed: 0 },
    });
    const after = await counts();
    expect(after).toEqual({
      accounts: before.accounts + 2,
      parents: before.parents + 2,
      children: before.children + 3,
      registrations: before.registrations + 3,
    });
    expect(door.published.slice(sent).filter(({ type }) => type === 'message.requested')).toEqual([]);
    expect(auth.published.filter(({ type }) => type === 'message.requested')).toEqual([]);
    const again = await previewOf(door, tu, file);
    expect((await readImport(door, tu, again)).counts).toMatchObject({ registered: 3, ready: 0 });
    expect((await act(calls.startImport, again)).json()).toMatchObject({
      statusCode: 409,
      code: 'nothing_to_do',
    });
    expect(await counts()).toEqual(after);
  });

  test('when the proof is old, then the start is refused and nothing begins', async () => {
    const id = await previewOf(door, tu, csvOf([child('Anak Bukti', number())]));
    const headers = door.headers(tu, { fresh: Math.floor(Date.now() / 1000) - 16 * 60 });
    const answer = await door.call(calls.startImport, tu, { params: { id }, headers });
    expect(answer.json()).toMatchObject({ statusCode: 403, code: 'fresh_proof_required' });
    expect((await readImport(door, tu, id)).state).toBe('preview');
  });

  test('when an import is stopped, then nothing more is written, and the start goes on where it was', async () => {
    const id = await previewOf(
      door,
      tu,
      csvOf([child('Anak Henti', number()), child('Anak Lanjut', number())]),
    );
    expect((await act(calls.startImport, id)).statusCode).toBe(202);
    expect((await act(calls.startImport, id)).statusCode).toBe(409);
    expect((await act(calls.stopImport, id)).json()).toMatchObject({
      state: 'stopped',
      progress: { done: 0, of: 2 },
    });
    await workImports(door.context);
    expect((await readImport(door, tu, id)).progress?.done).toBe(0);
    expect((await act(calls.stopImport, id)).statusCode).toBe(409);
    expect((await start(id)).progress).toMatchObject({ done: 2, imported: 2 });
  });

  test('when a row looks like another child, then it is left out unless a person has decided, and what a row may not become fails alone', async () => {
    const staffNumber = await auth.account({ role: 'cs', contact_phone: '+6285790000001' });
    const lines = [
      child('Siti Maryam', number()),
      child('Siti Mariam', number()).replace(
        /20\d\d-\d\d-\d\d/u,
        new Date(born - 24 * 3_600_000).toISOString().slice(0, 10),
      ),
      child('Anak Staf', staffNumber.contact_phone ?? ''),
    ];
    const id = await previewOf(door, tu, csvOf(lines));
    await door.call(calls.changeImportRow, tu, {
      params: { id, n: '2' },
      body: { left_out: false, version: 1 },
    });
    const shown = await start(id);
    expect(shown.rows.map(({ n, outcome }) => [n, outcome])).toEqual([
      [2, 'imported'],
      [3, null],
      [4, 'failed'],
    ]);
    expect(shown.rows[2]?.outcome_text).toMatch(/akun staf/u);
  });

  test('when a year is closed, then its rows are refused in the preview, and those of a list that was started already fail and write nothing', async () => {
    const file = csvOf([child('Anak Tutup', number()), child('Anak Tutup Lagi', number())]);
    const id = await previewOf(door, tu, file);
    expect((await act(calls.startImport, id)).statusCode).toBe(202);
    const before = await door.db('registrations').where({ academic_year: YEAR }).count({ n: '*' }).first();
    const children = await door.db('children').count({ n: '*' }).first();
    const year = door.db('academic_years').where({ label: YEAR });
    await year.clone().update({ state: 'closed', closed_at: new Date() });
    try {
      await workImports(door.context);
      const shown = await readImport(door, tu, id);
      expect(shown.progress).toMatchObject({ done: 2, imported: 0, families: 0, failed: 2 });
      for (const { outcome_text } of shown.rows) expect(outcome_text).toMatch(/sudah ditutup/u);
      const late = await readImport(door, tu, await previewOf(door, tu, file));
      expect(late.counts).toMatchObject({ impossible: 2, ready: 0 });
      expect(late.rows[0]?.reasons).toEqual([{ cell: 'E2', text: expect.stringMatching(/sudah ditutup/u) }]);
    } finally {
      await year.clone().update({ state: 'open', closed_at: null });
    }
    expect(await door.db('registrations').where({ academic_year: YEAR }).count({ n: '*' }).first()).toEqual(
      before,
    );
    expect(await door.db('children').count({ n: '*' }).first()).toEqual(children);
  });

  test('when an import is taken back, then what is as it was written goes with its accounts, and the rest is told', async () => {
    const before = await counts();
    const file = csvOf([child('Anak Pergi', number()), child('Anak Tinggal', number())]);
    const id = await previewOf(door, tu, file);
    const done = await start(id);
    const touched = done.rows[1]?.registration_id ?? '';
    await door.db('registrations').where({ id: touched }).update({ version: 2 });
    expect((await act(calls.undoImport, id)).statusCode).toBe(403);
    const answer = await act(calls.undoImport, id, admin);
    expect(answer.json()).toEqual({
      removed: { families: 1, children: 1, registrations: 1 },
      stays: [{ n: 3, text: expect.stringMatching(/sudah diubah/u) }],
    });
    expect(await counts()).toEqual({
      accounts: before.accounts + 1,
      parents: before.parents + 1,
      children: before.children + 1,
      registrations: before.registrations + 1,
    });
    expect((await readImport(door, tu, id)).state).toBe('undone');
    expect((await act(calls.undoImport, id, admin)).statusCode).toBe(409);
  });

  test('when a child was registered for another year since, then it stays with its registrations, and the others go', async () => {
    const file = csvOf([child('Anak Lanjut Daftar', number()), child('Anak Batal', number())]);
    const id = await previewOf(door, tu, file);
    await start(id);
    const { family_id, child_id } = await door
      .db('import_rows')
      .where({ import_id: id })
      .orderBy('n')
      .first('family_id', 'child_id');
    const body = registrationForm(child_id, { academic_year: '2027/2028' });
    const made = await door.call(createRegistration, { id: family_id, role: 'wali_murid' }, { body });
    expect(made.statusCode).toBe(201);
    expect((await act(calls.undoImport, id, admin)).json()).toEqual({
      removed: { families: 1, children: 1, registrations: 1 },
      stays: [{ n: 2, text: 'Anak ini punya pendaftaran lain' }],
    });
    expect(await door.db('registrations').where({ child_id })).toHaveLength(2);
  });

  test('when a list with 14 kinds of dirt is read in, 300 rows where all is tried, then they are counted, mended, imported, invited and taken back', async () => {
    const before = await counts();
    const clean = runs(286, { plain: 46 });
    const list = dirtyList('Kotor', clean, number);
    const id = await previewOf(door, tu, Buffer.from(list.csv));
    expect((await readImport(door, tu, id)).counts).toMatchObject({
      total: clean + 14,
      ...list.counts,
      ready: clean + 1,
    });
    const mend = (n: number, body: object) =>
      door.call(calls.changeImportRow, tu, { params: { id, n: String(n) }, body: { ...body, version: 1 } });
    await mend(list.wrongDay, { values: { birth_date: '28/02/2018' } });
    await mend(list.like, { left_out: false });
    const shown = await start(id);
    const all = clean + 3;
    expect(shown.progress).toMatchObject({ done: all, of: all, imported: all, families: all, failed: 0 });
    const staff = await auth.account({ role: 'staff_tu', contact_phone: '+6285790000003' });
    const caller = { id: staff.id, role: 'staff_tu' } as const;
    expect((await act(calls.inviteImport, id, caller, { test: true })).json()).toMatchObject({ test: true });
    expect((await act(calls.inviteImport, id, caller, {})).json()).toMatchObject({ invited: all });
    expect((await act(calls.undoImport, id, admin)).json()).toEqual({
      removed: { families: all, children: all, registrations: all },
      stays: [],
    });
    expect(await counts()).toEqual(before);
  });

  test('when 24 hours are over, then an import is not taken back any more', async () => {
    const id = await previewOf(door, tu, csvOf([child('Anak Lewat', number())]));
    await start(id);
    door.setClock(new Date(Date.now() + 25 * 3_600_000));
    expect((await act(calls.undoImport, id, admin)).json()).toMatchObject({
      statusCode: 409,
      code: 'undo_over',
    });
  });

  test('when families are invited, then the test goes first to the caller, and each family is invited once', async () => {
    const staff = await auth.account({ role: 'staff_tu', contact_phone: '+6285790000002' });
    const caller = { id: staff.id, role: 'staff_tu' } as const;
    const id = await previewOf(
      door,
      tu,
      csvOf([child('Anak Undang', number()), child('Anak Undang Dua', number())]),
    );
    await start(id);
    expect((await act(calls.inviteImport, id, caller, {})).json()).toMatchObject({
      statusCode: 409,
      code: 'test_first',
    });
    const messages = () =>
      auth.published.filter(({ type }) => type === 'message.requested').map(({ payload }) => payload);
    const before = messages().length;
    expect((await act(calls.inviteImport, id, caller, { test: true })).json()).toMatchObject({
      invited: 1,
      families: 2,
      test: true,
    });
    expect(messages().slice(before)).toMatchObject([{ kind: 'counter_invitation', to: staff.contact_phone }]);
    expect((await act(calls.inviteImport, id, caller, {})).json()).toMatchObject({
      invited: 2,
      families: 2,
      test: false,
    });
    expect(messages().slice(before + 1)).toMatchObject([{ priority: 'bulk' }, { priority: 'bulk' }]);
    expect((await act(calls.inviteImport, id, caller, {})).json()).toMatchObject({ invited: 0 });
  });

  test('when fees are said to be paid, then finance marks them by day and way, above ten million a second person does, and no family is told', async () => {
    const finance = await door.caller('finance', 'Rina Keuangan');
    const lines = Array.from({ length: 20 }, (_, at) =>
      child(`Anak Bayar ${'ABCDEFGHIJKLMNOPQRST'[at]}`, number(), ';ya;01/08/2025;tunai'),
    );
    const id = await previewOf(door, tu, csvOf(lines, PAID));
    await start(id);
    expect((await act(calls.settleImportFees, id, tu)).statusCode).toBe(403);
    const due = async () => {
      const headers = { 'idempotency-key': uuidv7() };
      return (
        await door.call(calls.settleImportFees, finance, { params: { id }, query: 'preview=true', headers })
      ).json();
    };
    expect(await due()).toEqual({ settled: 20, sum: 20 * 550_000 });
    const sent = door.published.length;
    const first = await act(calls.settleImportFees, id, finance);
    expect([first.statusCode, first.json()]).toEqual([202, { waiting: { count: 20, sum: 20 * 550_000 } }]);
    expect((await act(calls.settleImportFees, id, finance)).statusCode).toBe(202);
    const old = await auth.account({ role: 'admin' });
    await auth
      .db('users')
      .where({ id: old.id })
      .update({ created_at: new Date('2026-01-01') });
    const second = await act(calls.settleImportFees, id, { id: old.id, role: 'admin' });
    expect([second.statusCode, second.json()]).toEqual([200, { settled: 20, sum: 20 * 550_000 }]);
    const booked = door.published.slice(sent).filter(({ type }) => type === 'fee.booked');
    expect(booked).toHaveLength(20);
    expect(booked[0]?.payload).toMatchObject({ paid_on: '2025-08-01', method: 'cash', amount: 550_000 });
    expect(door.published.slice(sent).filter(({ type }) => type === 'message.requested')).toEqual([]);
    expect((await act(calls.settleImportFees, id, finance)).json()).toMatchObject({ code: 'nothing_to_do' });
    expect(await due()).toEqual({ settled: 0, sum: 0 });
  });

  test('when a family sent a slip that is like another one, then its fee is not marked until that is decided', async () => {
    const finance = await door.caller('finance', 'Rina Keuangan');
    const lines = ['Anak Slip Sama', 'Anak Slip Lain'].map((name) =>
      child(name, number(), ';ya;01/08/2025;transfer'),
    );
    const id = await previewOf(door, tu, csvOf(lines, PAID));
    await start(id);
    const made = await door.db('import_rows').where({ import_id: id }).orderBy('n').pluck('registration_id');
    const [like] = made as [string, string];
    const file = uuidv7();
    const { family_user_id: family } = await door
      .db('registrations as r')
      .join('children as c', 'c.id', 'r.child_id')
      .join('parents as p', 'p.id', 'c.parent_id')
      .where('r.id', like)
      .first('p.user_id as family_user_id');
    const status = (alert_status: string) =>
      door.db('file_prints').where({ file_id: file }).update({ alert_status });
    await door.db('files').insert({
      id: file,
      uploader_id: family,
      uploader_role: 'wali_murid',
      purpose: 'payment_evidence',
      name: 'bukti.jpg',
      media_type: 'image/jpeg',
      size: 1,
    });
    await door.db('file_prints').insert({ file_id: file, alert_status: 'open', alert_version: 1 });
    await door
      .db('registrations')
      .where({ id: like })
      .update({ payment_status: 'paid', payment_evidence_file_id: file });
    const statuses = () => door.db('registrations').whereIn('id', made).orderBy('id').pluck('payment_status');
    expect((await act(calls.settleImportFees, id, finance)).json()).toEqual({ settled: 1, sum: 550_000 });
    expect(new Set(await statuses())).toEqual(new Set(['paid', 'verified']));
    await status('confirmed');
    expect((await act(calls.settleImportFees, id, finance)).json()).toMatchObject({ code: 'nothing_to_do' });
    await status('dismissed');
    expect((await act(calls.settleImportFees, id, finance)).json()).toEqual({ settled: 1, sum: 550_000 });
    expect(await statuses()).toEqual(['verified', 'verified']);
  });
});
