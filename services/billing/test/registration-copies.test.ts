import { runs } from '@gerbang/domain/testing/runs';
import {
  createConfirmation,
  listConfirmations,
  listStaffConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import { readPayload } from '@gerbang/service-kit/events/consumers';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { confirmationForm } from './enrollments.ts';
import { type Copy, copyOfRegistration as copy } from './registration-copies.ts';

describe('the copy of registrations', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const tell = (payload: Copy) =>
    door.database.transaction((trx) =>
      eventBatches(door.context)['registration.changed']!(trx, [
        { payload, meta: { id: uuidv7(), version: payload.version, requestId: undefined } },
      ]),
    );
  const kept = async (id: string) => {
    const { search_text: _made, ...row } = await door.db('registrations').where({ id }).first();
    return row;
  };
  /** What billing keeps of an event. */
  const held = ({ family_id: _family, ...columns }: Copy) => ({
    corrections: 0,
    fee_asked: null,
    fee_asked_at: null,
    fee_extra: 0,
    wave_payment_period: null,
    ...columns,
  });
  const FEE_KEYS = ['payment_amount', 'payment_proof_at', 'payment_verified_at'] as const;
  const LATER_KEYS = [...FEE_KEYS, 'seat', 'documents_complete', 'family_id'];
  /** The event as a release before these keys publishes it, as the consumer reads it. */
  const ofBefore = (event: Copy) => {
    const known = Object.entries(event).filter(([key]) => !LATER_KEYS.includes(key));
    return readPayload('registration.changed', Object.fromEntries(known));
  };

  test('when a wave proposes a payment period, then confirmations carry it; without one they have no such field', async () => {
    const [within, without] = [copy(), copy()];
    for (const [one, period] of [
      [within, 'Early Bird'],
      [without, undefined],
    ] as const) {
      await tell({ ...one, ...(period && { wave_payment_period: period }) });
      expect(await kept(one.id)).toMatchObject({ wave_payment_period: period ?? null });
    }
  });

  test('when events come late, twice or in any order, then the highest version stays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 10 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        async (versions, complete) => {
          const one = copy();
          const at = (version: number) => ({
            ...one,
            version,
            child_name: `Nama ${version}`,
            documents_complete: {
              observation: complete[version] ?? true,
              re_enrolment: complete[version + 5] ?? true,
              ...(complete[version + 5] === false && {
                missing: [{ key: `k_${version}`, label: `Dokumen ${version}` }],
              }),
            },
          });
          for (const version of versions) await tell(at(version));
          expect(await kept(one.id)).toEqual(held(at(Math.max(...versions))));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when an event of a release before the fee’s keys comes, then it is applied with their defaults', async () => {
    const one = copy();
    const before = ofBefore(one);
    expect(before).toEqual({ ...one, payment_amount: 0 });
    await tell(before);
    expect(await kept(one.id)).toEqual({ ...held(one), payment_amount: 0 });
  });

  test('when a copy of before is told again, then it has the fee; a late event of before takes nothing from it', async () => {
    const [proof, verified] = ['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z'];
    const one = copy({ payment_proof_at: proof, payment_verified_at: verified });
    await tell(ofBefore({ ...one, version: 4 }));
    await tell({ ...one, version: 5 });
    await tell(ofBefore({ ...one, version: 4 }));
    const row = await kept(one.id);
    expect(FEE_KEYS.map((key) => row[key])).toEqual([350_000, new Date(proof), new Date(verified)]);
  });

  test('when the stage becomes passed, then the family may confirm; when it is deleted, then it is gone for it', async () => {
    const family = await door.caller();
    const one = copy({ user_id: family.id });
    await tell(one);
    const confirm = () => door.call(createConfirmation, family, { body: confirmationForm(one) });
    expect((await confirm()).json().code).toBe('not_passed');
    await tell({ ...one, version: 2, current_stage: 'passed' });
    expect((await confirm()).statusCode).toBe(201);
    await tell({ ...one, version: 3, current_stage: 'passed', deleted: true });
    expect((await door.call(listConfirmations, family)).json()).toEqual([]);
    expect((await confirm()).statusCode).toBe(404);
  });

  test('when documents that hold it back are missing, then the refusal names those that the event names, until the copy says that they are there', async () => {
    const family = await door.caller();
    const one = copy({
      user_id: family.id,
      current_stage: 'passed',
      documents_complete: { observation: true, re_enrolment: false },
    });
    await tell(one);
    const confirm = () => door.call(createConfirmation, family, { body: confirmationForm(one) });
    const refused = await confirm();
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'documents_missing',
        message: 'Dokumen anak belum lengkap. Lengkapi dahulu di halaman dokumen anak.',
      }),
    ]);
    expect(refused.json().details).toBeUndefined();
    const missing = [
      { key: 'akta', label: 'Akta kelahiran' },
      { key: 'kk', label: 'Kartu keluarga' },
    ];
    const names = { observation: false, re_enrolment: false, missing };
    await tell({ ...one, version: 2, documents_complete: names });
    const named = await confirm();
    expect([named.statusCode, named.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'documents_missing',
        message:
          'Dokumen anak belum lengkap: Akta kelahiran, Kartu keluarga. Lengkapi dahulu di halaman dokumen anak.',
        details: { types: ['akta', 'kk'] },
      }),
    ]);
    expect(await door.db('enrollment_confirmations').where({ registration_id: one.id })).toEqual([]);
    await tell({ ...one, version: 3, documents_complete: { observation: true, re_enrolment: true } });
    await tell(one);
    expect((await confirm()).statusCode).toBe(201);
  });

  test('when a registration has a confirmation, then staff find it by the names that it has now; without one it is not kept for the search', async () => {
    const family = await door.caller();
    const staff = await door.caller('finance');
    const one = copy({ user_id: family.id, current_stage: 'passed', child_name: 'Wulandari Lama' });
    await tell(one);
    const searched = () => door.db('registration_search').where({ registration_id: one.id });
    expect(await searched()).toEqual([]);
    await door.call(createConfirmation, family, { body: confirmationForm(one) });
    const find = async (name: string) =>
      (await door.call(listStaffConfirmations, staff, { query: `search=${name}` })).json().length;
    expect([await find('wulandari'), await find('lama')]).toEqual([1, 1]);
    await tell({ ...one, version: 2, child_name: 'Wulandari Baru' });
    expect([await find('wulandari'), await find('lama'), await find('baru')]).toEqual([1, 0, 1]);
    expect(await searched()).toHaveLength(1);
  });
});
