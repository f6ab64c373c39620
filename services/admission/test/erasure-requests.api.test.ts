import { exportStaffRegistrations, getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import { getRegistration } from '@gerbang/contracts/registrations';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { updateParent } from '@gerbang/contracts/parents';
import {
  decideErasure,
  listErasures,
  listOwnErasures,
  requestErasure,
  type ErasureRequest,
  type StaffErasureRequest,
} from '@gerbang/contracts/erasure-requests';
import { deleteChild } from '@gerbang/contracts/children';
import { fileIdOf } from '@gerbang/contracts/files';
import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import { ERASING_SERVICES } from '@gerbang/domain/erasure-requests';
import { uuidv7 } from 'uuidv7';
import { overdueErasures } from '../src/erasure-requests/erasure-requests.repository.ts';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, proofForm, publishedSince, setState, statuses } from './families.ts';
import { photo } from './file-samples.ts';
import { read, uploaded } from './upload-calls.ts';

const HOUR_MS = 3_600_000;
const META = { id: uuidv7(), version: 1, requestId: undefined };

/** A family with a canary in every kind of record. */
async function canaryFamily(door: Door, mark: string) {
  const caller = await door.caller('wali_murid', `Wali ${mark}`);
  const profile = { father_name: `Ayah ${mark}`, mother_ktp: '9912340105190001', address: `Jalan ${mark}` };
  await door.call(updateParent, caller, { body: profile });
  const child = await makeChild(door, caller, { full_name: `Anak ${mark}`, nick_name: mark });
  const gone = await makeChild(door, caller, { full_name: `Hapus ${mark}` });
  const registration = await makeRegistration(door, caller, { information: `Info ${mark}` }, child);
  await door.call(deleteChild, caller, { params: { id: gone.id } });
  const link = await uploaded(door, caller, await photo('jpeg'), { name: `${mark}.jpg` });
  const paid = await door.call(payRegistration, caller, {
    params: { id: registration.id },
    body: proofForm(link as string, { bank_account_owner: `Rekening ${mark}` }),
  });
  if (paid.statusCode !== 200) throw new Error(paid.body);
  return { caller, child, gone, registration, link: link as string };
}

describe('the rights of a family over its data', () => {
  let door: Door;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.caller('admin', 'Dewi Lestari');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const exported = (caller: Caller) =>
    door.app.inject({ url: '/api/parent/data-export/admission', headers: door.headers(caller) });
  const ask = (caller: Caller, body: unknown = {}) => door.call(requestErasure, caller, { body });
  const own = async (caller: Caller): Promise<ErasureRequest[]> =>
    (await door.call(listOwnErasures, caller)).json();
  const cases = async (query = 'limit=200'): Promise<StaffErasureRequest[]> =>
    (await door.call(listErasures, admin, { query })).json();
  const decide = (id: string, body: unknown, who = admin, headers: Record<string, string> = {}) =>
    door.call(decideErasure, who, { params: { id }, body, headers });
  const report = (request_id: string, service: (typeof ERASING_SERVICES)[number]) =>
    door.database.transaction(async (trx) => {
      await eventHandlers(door.context)['erasure.reported']?.(trx, { request_id, service }, META);
    });

  test('when a family exports, then it has every row of its own, deleted ones too, and none of another’s', async () => {
    const mine = await canaryFamily(door, 'KENARI-SATU');
    const other = await canaryFamily(door, 'KENARI-DUA');
    const staff = await door.caller('finance', 'Fina Keuangan');
    await door.call(getStaffRegistration, staff, { params: { id: mine.registration.id } });
    await read(door, staff, mine.link);
    await door.call(getStaffRegistration, staff, { params: { id: other.registration.id } });
    await door.call(exportStaffRegistrations, staff);
    const answer = await exported(mine.caller);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const data = answer.json() as AdmissionExport;
    expect(answer.body).not.toContain('KENARI-DUA');
    expect(answer.body).not.toContain(other.caller.id);
    expect(data.profile).toMatchObject({ father_name: 'Ayah KENARI-SATU', mother_ktp: '9912340105190001' });
    expect(data.children.map(({ full_name, deleted_at }) => [full_name, deleted_at !== null])).toEqual([
      ['Anak KENARI-SATU', false],
      ['Hapus KENARI-SATU', true],
    ]);
    expect(data.consents.map(({ child_id }) => child_id)).toEqual([mine.child.id, mine.gone.id]);
    expect(data.registrations).toEqual([
      expect.objectContaining({
        information: 'Info KENARI-SATU',
        bank_account_owner: 'Rekening KENARI-SATU',
        stages: [expect.objectContaining({ stage: 'registered' })],
        payment_history: [expect.objectContaining({ to_status: 'paid' })],
      }),
    ]);
    expect(data.files.map(({ link, name }) => [link, name])).toEqual([[mine.link, 'KENARI-SATU.jpg']]);
    const seen = data.trail.filter(({ by }) => by?.name === 'Fina Keuangan');
    expect(seen.map(({ action, by }) => [action, by?.role])).toEqual([
      ['registration.read', 'finance'],
      ['file.read', 'finance'],
      ['registration.exported', 'finance'],
    ]);
    expect(seen[0]?.subject_id).toBe(mine.registration.id);
  });

  test('when exports come one after the other, or at once, then five an hour are answered and each is noted', async () => {
    const { caller } = await canaryFamily(door, 'SERING');
    const answers = await Promise.all(Array.from({ length: 8 }, () => exported(caller)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('3600');
    expect(
      await door.db('audit_events').where({ action: 'family.exported', actor_id: caller.id }),
    ).toHaveLength(5);
  });

  test('when an account has no data yet, then the export is empty and whole', async () => {
    const answer = await exported(await door.caller());
    expect(answer.json()).toMatchObject({ children: [], registrations: [], files: [], trail: [] });
  });

  test('when a family asks, then a case with a clock is open, once, however often it asks at once', async () => {
    const caller = await door.caller();
    const since = door.published.length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(caller, { note: 'Kami pindah' })));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409]);
    const [case_] = await own(caller);
    expect(case_).toMatchObject({ status: 'received', note: 'Kami pindah', overdue: false });
    expect(Date.parse(case_?.due_at ?? '') - Date.parse(case_?.received_at ?? '')).toBe(72 * HOUR_MS);
    expect(publishedSince(door, since, 'message.requested').map(({ kind }) => kind)).toEqual([
      'erasure_received',
    ]);
    expect(await own(await door.caller())).toEqual([]);
  });

  test('when the time of a case is over, then it is overdue, first in the list, and counted for the alarm', async () => {
    const before = await overdueErasures(door.db);
    const [late, early] = [await door.caller('wali_murid', 'Lambat'), await door.caller()];
    await ask(early);
    const { id } = (await ask(late)).json() as ErasureRequest;
    const past = new Date(Date.now() - HOUR_MS);
    await door.db('erasure_requests').where({ id }).update({ due_at: past, sort_key: past.getTime() });
    expect((await own(late))[0]?.overdue).toBe(true);
    const [first, ...rest] = await cases();
    expect([first?.id, first?.overdue, first?.family?.name]).toEqual([id, true, 'Lambat']);
    expect(rest.filter(({ overdue }) => overdue)).toEqual([]);
    expect(await overdueErasures(door.db)).toBe(before + 1);
    expect((await cases('limit=50&search=lambat')).map((one) => one.id)).toEqual([id]);
    expect((await decide(id, { status: 'refused', reason: 'Masih ada tagihan' })).statusCode).toBe(200);
    expect(await overdueErasures(door.db)).toBe(before);
  });

  test('when a case is refused, then with a reason that the family reads, nothing is gone, and it may ask again', async () => {
    const { caller, registration } = await canaryFamily(door, 'TOLAK');
    const { id } = (await ask(caller)).json() as ErasureRequest;
    expect((await decide(id, { status: 'refused' })).statusCode).toBe(400);
    expect((await decide(id, { status: 'done' })).statusCode).toBe(400);
    const since = door.published.length;
    const answer = await decide(id, { status: 'refused', reason: 'Tagihan belum lunas' });
    expect(answer.json()).toMatchObject({
      status: 'refused',
      decision_reason: 'Tagihan belum lunas',
      decided_by_user: { name: 'Dewi Lestari', role: 'admin' },
    });
    expect(publishedSince(door, since, 'message.requested')).toEqual([
      expect.objectContaining({ kind: 'erasure_refused', params: { link: expect.any(String) } }),
    ]);
    expect(publishedSince(door, since, 'data.erased')).toEqual([]);
    expect((await door.call(getRegistration, caller, { params: { id: registration.id } })).statusCode).toBe(
      200,
    );
    expect((await decide(id, { status: 'approved' })).json().code).toBe('erasure_decided');
    expect((await ask(caller)).statusCode).toBe(201);
  });

  test('when a case is approved by several at once, then once: rows and bytes of the family are gone, of no other', async () => {
    const mine = await canaryFamily(door, 'KENARI-PERGI');
    const other = await canaryFamily(door, 'KENARI-TETAP');
    await setState(door, mine.registration.id, { payment_status: 'verified' });
    const { id } = (await ask(mine.caller, { note: 'KENARI-PERGI' })).json() as ErasureRequest;
    const since = door.published.length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(id, { status: 'approved' })));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409]);
    const events = publishedSince(door, since, 'data.erased');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      request_id: id,
      user_id: mine.caller.id,
      registrations: [
        expect.objectContaining({ id: mine.registration.id, deleted: true, child_name: 'Data dihapus' }),
      ],
    });
    const [told] = publishedSince(door, since, 'message.requested');
    expect(told).toMatchObject({ kind: 'erasure_approved', params: { name: 'Wali KENARI-PERGI' } });
    for (const table of [
      'parents',
      'children',
      'registrations',
      'registration_stages',
      'files',
      'erasure_requests',
    ]) {
      expect([table, JSON.stringify(await door.db(table))]).toEqual([
        table,
        expect.not.stringContaining('KENARI-PERGI'),
      ]);
    }
    expect(await door.db('consents').where({ child_id: mine.child.id })).toEqual([]);
    expect(await door.context.store.get(fileIdOf(mine.link) ?? '')).toBeNull();
    expect((await read(door, other.caller, other.link)).statusCode).toBe(200);
    expect(JSON.stringify(await door.db('children'))).toContain('KENARI-TETAP');
    // The amounts paid stay in the books, without a name.
    const number = await door
      .db('registration_numbers')
      .where({ number: mine.registration.registration_number })
      .first();
    expect(number).toMatchObject({ registration_id: null, fee_amount: 550_000, voided_at: null });
    expect((await door.call(updateParent, mine.caller, { body: { father_name: 'Lagi' } })).statusCode).toBe(
      409,
    );
    expect((await ask(mine.caller)).statusCode).toBe(409);
  });

  test('when each service has reported, in any order and twice, then the case is done, exactly once', async () => {
    const { caller } = await canaryFamily(door, 'SELESAI');
    const { id } = (await ask(caller)).json() as ErasureRequest;
    await decide(id, { status: 'approved' });
    await report(id, 'billing');
    expect((await cases()).find((one) => one.id === id)?.waiting_for).toEqual([
      'auth',
      'announcement',
      'notification',
    ]);
    await Promise.all(ERASING_SERVICES.flatMap((service) => [report(id, service), report(id, service)]));
    const done = (await cases('limit=200&status=done')).find((one) => one.id === id);
    expect(done).toMatchObject({ status: 'done', waiting_for: [], family: null, note: null });
    expect(await door.db('audit_events').where({ subject_id: id, action: 'erasure.done' })).toHaveLength(1);
  });

  test('when what another service says of an erased registration comes late, then it is let go', async () => {
    const { caller, registration } = await canaryFamily(door, 'TERLAMBAT');
    const { id } = (await ask(caller)).json() as ErasureRequest;
    await decide(id, { status: 'approved' });
    await door.database.transaction(async (trx) => {
      const says = { id: uuidv7(), version: 3, registration_id: registration.id, locks: true } as const;
      await eventHandlers(door.context)['confirmation.changed']?.(
        trx,
        { ...says, status: 'processed', enrollment_status: 'confirmed' },
        META,
      );
    });
    expect(await door.db('registrations').where({ id: registration.id })).toEqual([]);
  });

  test('when an older version was on the screen, then 409 stale with the present state', async () => {
    const { id } = (await ask(await door.caller())).json() as ErasureRequest;
    const answer = await decide(id, { status: 'refused', reason: 'x' }, admin, { 'if-match': '"7"' });
    expect([answer.statusCode, answer.json().code, answer.json().stale.present.id]).toEqual([
      409,
      'stale',
      id,
    ]);
  });
});
