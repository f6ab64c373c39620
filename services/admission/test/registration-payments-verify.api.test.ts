import { getRegistration } from '@gerbang/contracts/registrations';
import { proveOnBehalf, verifyPayment } from '@gerbang/contracts/registration-payments';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { replayRegistrations } from '../src/registration-record/publish.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince, statuses, upload } from './families.ts';
import { inState, record, traces } from './staff.ts';

const TARGETS = ['verified', 'rejected', 'paid'] as const;
/** The fee's states that staff may set from each state; the same status changes nothing. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  pending: [],
  paid: ['verified', 'rejected'],
  verified: ['rejected', 'paid'],
  rejected: ['verified', 'paid'],
};
const EDGES = PAYMENT_STATUSES.flatMap((from) => TARGETS.map((to) => [from, to] as const));

describe('verifying the registration fee', () => {
  let door: Door;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Budi Santoso');
  });
  afterAll(() => door.close());

  const verify = (id: string, body: object, headers: Record<string, string> = {}, who = finance) =>
    door.call(verifyPayment, who, { params: { id }, body, headers });
  const history = (id: string) =>
    door.db('registration_payment_events').where({ registration_id: id }).orderBy(['at', 'id']);

  test.each(EDGES)('when the fee is %s and staff set %s, then the state table holds', async (from, to) => {
    const { made, family } = await inState(door, from);
    const before = await traces(door, made.id);
    const since = door.published.length;
    const answer = await verify(made.id, { payment_status: to });
    const after = await traces(door, made.id);
    if (from === to) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json().payment_status).toBe(from);
      expect(after).toEqual(before);
    } else if (!ALLOWED[from]?.includes(to)) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_state']);
      expect(after).toEqual(before);
    } else {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ payment_status: to, version: made.version + 1 });
      const [entry] = await history(made.id);
      expect(entry).toMatchObject({
        from_status: from,
        to_status: to,
        cause: 'verification',
        actor_id: finance.id,
      });
      expect(after.payments).toBe(before.payments + 1);
      expect(publishedSince(door, since, 'registration.changed')).toMatchObject([
        {
          id: made.id,
          payment_status: to,
          payment_amount: made.payment_amount,
          payment_verified_at: after.row.payment_verified_at?.toISOString() ?? null,
        },
      ]);
      const told = publishedSince(door, since, 'message.requested');
      const kind = { verified: 'fee_verified', rejected: 'fee_rejected', paid: null }[to];
      expect(told.map((message) => message.kind)).toEqual(kind ? [kind] : []);
      const row = after.row;
      expect([row.payment_verified_at !== null, row.payment_verified_by]).toEqual(
        to === 'verified' ? [true, finance.id] : [false, null],
      );
      const seen = (await door.call(getRegistration, family, { params: { id: made.id } })).json();
      expect(seen.verified_by_user).toEqual(
        to === 'verified' ? { name: 'Budi Santoso', role: 'finance' } : null,
      );
    }
  });

  test('when everything is replayed, then each copy has its fee, under a version above the former', async () => {
    const { made } = await inState(door, 'verified');
    const since = door.published.length;
    await replayRegistrations(door.context, 2);
    const told = publishedSince(door, since, 'registration.changed').filter(({ id }) => id === made.id);
    expect(told).toMatchObject([
      {
        version: 2,
        payment_amount: made.payment_amount,
        payment_verified_at: '2026-11-20T03:00:00.000Z',
      },
    ]);
  });

  test.each(STAGES)(
    'when the stage is %s, then the fee can be taken back up to the result only',
    async (stage) => {
      const { made } = await inState(door, 'verified', stage);
      const known = ['passed', 'failed', 'reenroll_required', 'waitlisted', 'released', 'withdrawn'].includes(
        stage,
      );
      for (const status of ['rejected', 'paid']) {
        const answer = await verify(made.id, { payment_status: status });
        expect(answer.statusCode).toBe(known ? 409 : 200);
        if (known) expect(answer.json().code).toBe('result_known');
        else expect(answer.json().current_stage).toBe(stage);
      }
      expect((await verify(made.id, { payment_status: 'verified' })).statusCode).toBe(200);
    },
  );

  test('when a fee is rejected, then the family reads the reason and gets a message, and the next status clears it', async () => {
    const { made, family } = await inState(door, 'paid');
    const since = door.published.length;
    const reason = '  Nominal kurang\nRp 50.000 ';
    await verify(made.id, { payment_status: 'rejected', rejection_reason: reason });
    const read = async () => (await door.call(getRegistration, family, { params: { id: made.id } })).json();
    expect((await read()).rejection_reason).toBe('Nominal kurang\nRp 50.000');
    const told = publishedSince(door, since, 'message.requested');
    expect(told).toMatchObject([
      {
        kind: 'fee_rejected',
        params: {
          number: made.registration_number,
          link: `http://localhost:8080/registrations?bayar=${made.id}`,
        },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('Nominal kurang');
    await verify(made.id, { payment_status: 'paid' });
    expect(await read()).toMatchObject({ payment_status: 'paid', rejection_reason: null });
    expect((await history(made.id)).map((row) => row.reason)).toEqual(['Nominal kurang\nRp 50.000', null]);
  });

  test('when a rejected fee is rejected again with another reason, then the reason changes without a message', async () => {
    const { made } = await inState(door, 'rejected', 'registered', { rejection_reason: 'Buram' });
    const before = await traces(door, made.id);
    const same = await verify(made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    expect(same.json().version).toBe(made.version);
    const answer = await verify(made.id, { payment_status: 'rejected', rejection_reason: 'Tidak terbaca' });
    expect(answer.json()).toMatchObject({ rejection_reason: 'Tidak terbaca', version: made.version + 1 });
    const after = await traces(door, made.id);
    expect([after.payments, after.messages]).toEqual([before.payments, before.messages]);
    const trail = await door.db('audit_events').where({ action: 'registration.rejection_reason_changed' });
    expect(trail[0]).toMatchObject({
      subject_id: made.id,
      details: { rejection_reason: { from: 'Buram', to: 'Tidak terbaca' } },
    });
  });

  test('when a fee without a proof on file is to be verified, then 409', async () => {
    const { made } = await inState(door, 'rejected', 'registered', { payment_evidence_file_id: null });
    const answer = await verify(made.id, { payment_status: 'verified' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'proof_missing']);
  });

  test.each([
    ['pending', { payment_status: 'pending' }],
    ['a foreign status', { payment_status: 'lunas' }],
    ['nothing', {}],
    ['who verified', { payment_status: 'verified', verified_by: 'x' }],
    ['a reason without rejection', { payment_status: 'verified', rejection_reason: 'x' }],
    ['a reason that is too long', { payment_status: 'rejected', rejection_reason: 'x'.repeat(2001) }],
    ['a NUL', { payment_status: 'rejected', rejection_reason: 'a\u0000b' }],
  ])('B when %s is sent, then 400 and nothing changes', async (_what, body) => {
    const { made } = await inState(door, 'paid');
    const before = await traces(door, made.id);
    expect((await verify(made.id, body)).statusCode).toBe(400);
    expect(await traces(door, made.id)).toEqual(before);
  });

  test('when two of finance decide at once on what they both see, then one wins and the other gets 409 with person and time', async () => {
    const other = await door.caller('finance', 'Sri Wahyuni');
    const { made } = await inState(door, 'paid');
    const seen = { 'if-match': `"${made.version}"` };
    const answers = await Promise.all([
      verify(made.id, { payment_status: 'verified' }, seen),
      verify(made.id, { payment_status: 'rejected', rejection_reason: 'Palsu' }, seen, other),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    const [won, lost] = answers[0]!.statusCode === 200 ? answers : answers.toReversed();
    expect(await history(made.id)).toHaveLength(1);
    const problem = lost!.json();
    expect(problem.code).toBe('stale');
    expect(problem.stale.changed_by.role).toBe('finance');
    expect(Date.parse(problem.stale.changed_at)).not.toBeNaN();
    expect(problem.stale.present).toMatchObject({ id: made.id, payment_status: won!.json().payment_status });
    expect(lost!.body).not.toMatch(/"nik"|_ktp"|_income"|bank_account|kk_number/u);
  });

  test('when twenty verify one fee at once, then it is verified once, with one message', async () => {
    const { made } = await inState(door, 'paid');
    const since = door.published.length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => verify(made.id, { payment_status: 'verified' })),
    );
    expect(answers.filter((answer) => ![200, 503].includes(answer.statusCode))).toEqual([]);
    expect(await history(made.id)).toHaveLength(1);
    expect(publishedSince(door, since, 'message.requested')).toHaveLength(1);
    expect((await record(door, finance, made.id)).version).toBe(made.version + 1);
  });

  test('when a fee changes, then the trail has before and after, who and which child, and no sealed value', async () => {
    const { made } = await inState(door, 'paid');
    await verify(made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    const row = await door
      .db('audit_events')
      .where({ action: 'registration.payment_rejected', subject_id: made.id })
      .first();
    expect(row).toMatchObject({ actor_id: finance.id, actor_name: 'Budi Santoso', actor_role: 'finance' });
    expect(row.details).toEqual({
      child_id: made.child_id,
      payment_status: { from: 'paid', to: 'rejected' },
      rejection_reason: { from: null, to: 'Buram' },
    });
    expect(row.request_id).toMatch(/./u);
  });
});

describe('a proof on behalf of the family', () => {
  let door: Door;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Dewi Lestari');
  });
  afterAll(() => door.close());
  const prove = (id: string, link: string, more: object = {}, headers: Record<string, string> = {}) =>
    door.call(proveOnBehalf, cs, {
      params: { id },
      body: { payment_evidence_url: link, payment_status: 'paid', ...more },
      headers,
    });

  test.each(PAYMENT_STATUSES)(
    'when the fee is %s, then a proof on behalf is taken unless it is verified',
    async (from) => {
      const { made, family } = await inState(door, from);
      const since = door.published.length;
      const link = await upload(door, cs, { media_type: 'application/pdf', name: 'bukti.pdf' });
      const answer = await prove(made.id, link);
      if (from === 'verified') {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_verified']);
        expect(publishedSince(door, since, 'message.requested')).toEqual([]);
        return;
      }
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        payment_status: 'paid',
        payment_evidence_url: link,
        payment_evidence_filename: 'bukti.pdf',
      });
      const entries = await door.db('registration_payment_events').where({ registration_id: made.id });
      expect(entries).toMatchObject([
        { from_status: from, to_status: 'paid', cause: 'on_behalf', actor_id: cs.id },
      ]);
      expect(publishedSince(door, since, 'message.requested')).toMatchObject([
        { kind: 'fee_proof_received' },
      ]);
      const again = await prove(made.id, link);
      expect([again.statusCode, again.json().version]).toEqual([200, made.version + 1]);
      expect(publishedSince(door, since, 'message.requested')).toHaveLength(1);
      expect(
        await door.db('files').where({ family_user_id: family.id, record_id: made.id }),
      ).not.toHaveLength(0);
    },
  );

  test('when the upload is another person’s, of another purpose or used elsewhere, then 422', async () => {
    const { made } = await inState(door, 'pending');
    const elsewhere = await inState(door, 'pending');
    const used = await upload(door, cs);
    await prove(elsewhere.made.id, used);
    const links = [
      'https://contoh.sch.id/x.png',
      '/api/files/../../etc/passwd',
      await upload(door, await door.caller('admin')),
      await upload(door, cs, { purpose: 'stage_attachment' }),
      used,
    ];
    for (const link of links) expect([link, (await prove(made.id, link)).statusCode]).toEqual([link, 422]);
    for (const payment_status of ['verified', 'pending']) {
      expect((await prove(made.id, await upload(door, cs), { payment_status })).statusCode).toBe(422);
    }
    expect((await prove(made.id, await upload(door, cs), { bank_name: 'x' })).statusCode).toBe(400);
    expect((await record(door, cs, made.id)).payment_status).toBe('pending');
  });

  test('when two proofs come at once for one version, then one is kept', async () => {
    const { made } = await inState(door, 'pending');
    const links = [await upload(door, cs), await upload(door, cs)];
    const seen = { 'if-match': String(made.version) };
    const answers = await Promise.all(links.map((link) => prove(made.id, link, {}, seen)));
    expect(statuses(answers)).toEqual([200, 409]);
    expect(await door.db('registration_payment_events').where({ registration_id: made.id })).toHaveLength(1);
  });
});
