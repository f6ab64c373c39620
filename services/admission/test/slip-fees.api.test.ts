import { admissionExport } from '@gerbang/contracts/admission-export';
import { fileIdOf } from '@gerbang/contracts/files';
import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import { startScheduled } from '../src/school/start-scheduled.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { BANK, makeRegistration, proofForm, publishedSince, setState, upload } from './families.ts';
import { openFees, paidTogether, payTogether } from './slip-fees.ts';
import { bring, schoolStaff, settingsOf } from './school-world.ts';
import { drawSlip, slipFacts } from './slips.ts';
import { uploaded } from './upload-calls.ts';

describe('one slip for several registration fees', () => {
  let door: Door;
  let family: Caller;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller('wali_murid', 'Rahma Aulia');
    finance = await door.caller('finance', 'Budi Santoso');
  });
  afterAll(() => door.close());

  const rows = (fees: readonly { id: string }[]) =>
    door
      .db('registrations')
      .whereIn(
        'id',
        fees.map(({ id }) => id),
      )
      .orderBy('id');
  const verify = (id: string, payment_status = 'verified') =>
    door.call(verifyPayment, finance, { params: { id }, body: { payment_status } });

  test('when it is sent, then each fee waits with the one file, its own trail, event and account, and one message tells of all', async () => {
    const fees = await openFees(door, family, 3);
    const link = await upload(door, family);
    const before = door.published.length;
    const answer = await payTogether(door, family, fees, link);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      total: 1_650_000,
      registrations: fees.map(({ id }) => ({
        id,
        ...BANK,
        payment_status: 'paid',
        payment_amount: 550_000,
        payment_evidence_url: link,
        version: 2,
      })),
    });
    const sealed = (await rows(fees)).map((row) => row.bank_account_number);
    expect(new Set(sealed).size).toBe(3);
    expect(publishedSince(door, before, 'registration.changed')).toHaveLength(3);
    expect(publishedSince(door, before, 'message.requested')).toMatchObject([
      {
        kind: 'fee_proof_received',
        params: { number: fees.map(({ registration_number: number }) => number).join(', ') },
      },
    ]);
    const trail = await door
      .db('audit_events')
      .where({ action: 'registration.proof_sent' })
      .whereIn(
        'subject_id',
        fees.map(({ id }) => id),
      );
    expect(trail.map(({ details }) => details.file)).toEqual(
      fees.map(() => ({ from: null, to: fileIdOf(link) })),
    );

    const since = door.published.length;
    const again = await payTogether(door, family, fees, link);
    expect([again.statusCode, again.json()]).toEqual([200, answer.json()]);
    expect(door.published).toHaveLength(since);
  });

  const REFUSED: readonly (readonly [string, Record<string, unknown>, number])[] = [
    ['verified', { payment_status: 'verified' }, 409],
    ['paid', { payment_status: 'paid' }, 409],
    ['locked', { locked: true }, 409],
  ];
  test.each(REFUSED)('when one of them is %s, then none is changed', async (_name, state, status) => {
    const fees = await openFees(door, family, 2);
    const proof = fileIdOf(await upload(door, family));
    await setState(door, String(fees[1]?.id), { payment_evidence_file_id: proof, ...state });
    const [before, since] = [await rows(fees), door.published.length];
    const link = await upload(door, family);
    expect((await payTogether(door, family, fees, link)).statusCode).toBe(status);
    expect(await rows(fees)).toEqual(before);
    expect(door.published).toHaveLength(since);
    expect(
      await door
        .db('files')
        .where({ id: fileIdOf(link) })
        .first('attached_at'),
    ).toEqual({ attached_at: null });
  });

  test('when the body is not of several own fees and a proof, then it says why and changes nothing', async () => {
    const fees = await openFees(door, family, 2);
    const [one] = fees as [(typeof fees)[number]];
    const foreign = await makeRegistration(door, await door.caller());
    const link = await upload(door, family);
    const before = await rows(fees);
    const many = Array.from({ length: 11 }, () => ({ id: uuidv7() }));
    const tries = [
      [[one], {}, 400],
      [many, {}, 400],
      [[one, one], {}, 400],
      [fees, { bank_name: '' }, 400],
      [fees, { payment_amount: 1_100_000 }, 400],
      [[one, foreign], {}, 404],
      [[one, { id: uuidv7() }], {}, 404],
      [fees, { payment_status: 'verified' }, 422],
      [fees, { payment_status: 'pending', payment_evidence_url: null }, 422],
      [fees, { payment_evidence_url: await upload(door, await door.caller()) }, 422],
      [fees, { payment_evidence_url: await upload(door, family, { media_type: 'application/pdf' }) }, 422],
    ] as const;
    for (const [of, change, status] of tries) {
      const answer = await payTogether(door, family, of, link, change);
      expect([change, answer.statusCode]).toEqual([change, status]);
    }
    expect(await rows(fees)).toEqual(before);
  });

  test('when staff decide, then they see the fees of the slip with their sum, and each is decided for itself', async () => {
    const { fees } = await paidTogether(door, 2);
    const [one, two] = fees as [(typeof fees)[number], (typeof fees)[number]];
    expect((await verify(one.id)).statusCode).toBe(200);
    const check = await door.call(checkFeeProof, finance, { params: { id: two.id } });
    expect(check.json()).toMatchObject({
      amount: 550_000,
      slip: {
        total: 1_100_000,
        fees: [
          { id: one.id, number: one.registration_number, amount: 550_000, payment_status: 'verified' },
          { id: two.id, number: two.registration_number, amount: 550_000, payment_status: 'paid' },
        ],
      },
    });
    expect((await rows([two]))[0]).toMatchObject({ payment_status: 'paid' });
  });

  test('when the slip is of one act, or sent again for one of its fees, then it is like none; for any other payment it is', async () => {
    const bytes = await drawSlip(slipFacts(700, 'RP 1.100.000'), { width: 480 });
    const { fees, fileId } = await paidTogether(door, 2, bytes, family);
    const [one, two] = fees as [(typeof fees)[number], (typeof fees)[number]];
    const alerts = () => door.db('proof_alerts');
    expect(await alerts()).toEqual([]);
    await verify(one.id, 'rejected');
    const upAgain = async () => uploaded(door, family, bytes, { name: 'slip.png' });
    const sent = async (id: string) =>
      door.call(payRegistration, family, { params: { id }, body: proofForm(await upAgain()) });
    expect((await sent(one.id)).statusCode).toBe(200);
    expect(await alerts()).toEqual([]);

    const third = await makeRegistration(door, family);
    expect((await sent(third.id)).statusCode).toBe(200);
    expect((await alerts()).map((row) => row.other_file_id)).toContain(fileId);
    expect((await verify(two.id)).json()).toMatchObject({ code: 'proof_alert_open' });
  });

  test('when a registration ends, then its slip stays with the others and goes with the last, and the export names it once', async () => {
    const own = await openDoor();
    try {
      const bytes = await drawSlip(slipFacts(701), { width: 480 });
      const { family: other, fees, fileId } = await paidTogether(own, 2, bytes);
      const [one, two] = fees as [(typeof fees)[number], (typeof fees)[number]];
      const files = (await own.call(admissionExport, other)).json().files as { id: string }[];
      expect(files.filter(({ id }) => id === fileId)).toHaveLength(1);
      const stored = async () => {
        const found = await own.context.store.get(fileId);
        found?.stream.destroy();
        return found !== null;
      };
      const end = async (id: string, day: string) => {
        await setState(own, id, { payment_status: 'rejected' });
        own.setClock(new Date(day));
        expect(await previewRetention(own.db, retentionRules(own.context))).toMatchObject({
          registrations_never_paid: 1,
        });
        await runRetention(own.context, retentionRules(own.context));
      };
      await end(one.id, '2028-07-01T03:00:00Z');
      expect(await own.db('files').where({ id: fileId }).first()).toMatchObject({ record_id: two.id });
      expect(await stored()).toBe(true);
      await end(two.id, '2028-07-02T03:00:00Z');
      expect(await own.db('files').where({ id: fileId })).toEqual([]);
      expect(await stored()).toBe(false);
    } finally {
      await own.close();
    }
  });

  test('when the levels of the fees pay to different accounts, then one slip for them is refused', async () => {
    const own = await openDoor();
    try {
      const staff = await schoolStaff(own);
      const settings = settingsOf(own);
      const [account] = settings.accounts as [(typeof settings.accounts)[number]];
      const accounts = [
        { ...account, levels: account.levels.filter((level) => level !== 'SMP') },
        { ...account, key: 'smp', account_number: '111 222 333', levels: ['SMP' as const] },
      ];
      own.setClock(new Date('2027-02-02T07:05:00Z'));
      await bring(own, staff.admin, staff.other, { ...settings, accounts });
      own.setClock(new Date('2027-02-05T07:05:00Z'));
      await startScheduled(own.context);
      await own.context.school.look();
      const other = await own.caller();
      const fees = [
        await makeRegistration(own, other),
        await makeRegistration(own, other, { jenjang: 'SMP', kelas: '7' }),
      ];
      const answer = await payTogether(own, other, fees, await upload(own, other));
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'different_accounts']);
    } finally {
      await own.close();
    }
  });
});
