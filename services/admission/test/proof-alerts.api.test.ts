import { longTest } from '@gerbang/domain/testing/runs';
import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import { fileIdOf } from '@gerbang/contracts/files';
import {
  decideProofAlert,
  exportProofAlerts,
  listProofAlerts,
  type ProofAlert,
} from '@gerbang/contracts/proof-alerts';
import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import { payRegistration, takeFeeInCash, verifyPayment } from '@gerbang/contracts/registration-payments';
import { PROOF_ALERT_LABELS } from '@gerbang/domain/proof-alerts';
import { getStaffRegistration, listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { uuidv7 } from 'uuidv7';
import { replayProofAlerts } from '../src/proof-alerts/publish-proofs.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, proofForm, publishedSince, statuses } from './families.ts';
import { pdf, photo } from './file-samples.ts';
import { COPIES, drawSlip, slipFacts } from './slips.ts';
import { uploaded } from './upload-calls.ts';
import { settled, settlements } from './fee-settlements.ts';

describe('proofs that are like others', () => {
  let door: Door;
  let finance: Caller;
  let seed = 100;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Budi Santoso');
  });
  afterAll(() => door.close());

  const newSlip = () => drawSlip(slipFacts((seed += 1), 'RP 350.000'), { width: 480 });
  const sent = async (family: Caller, bytes: Buffer, name = 'slip.png'): Promise<string> => {
    return uploaded(door, family, bytes, { name });
  };
  const pay = (family: Caller, id: string, link: string) =>
    door.call(payRegistration, family, { params: { id }, body: proofForm(link) });
  /** A family whose fee is paid with this slip. */
  const paid = async (bytes: Buffer, name = 'slip.png', family?: Caller) => {
    const caller = family ?? (await door.caller('wali_murid', 'Laila Fitriani'));
    const made = await makeRegistration(door, caller);
    const link = await sent(caller, bytes, name);
    expect((await patiently(() => pay(caller, made.id, link))).statusCode).toBe(200);
    return { family: caller, made, link, id: made.id, fileId: String(fileIdOf(link)) };
  };
  const check = async (id: string) => (await door.call(checkFeeProof, finance, { params: { id } })).json();
  const decide = (
    alert: Pick<ProofAlert, 'id' | 'version'>,
    status: string,
    who = finance,
    note = 'Sudah dibandingkan',
  ) =>
    door.call(decideProofAlert, who, {
      params: { id: alert.id },
      body: { status, note, version: alert.version },
    });
  const verify = (id: string) =>
    door.call(verifyPayment, finance, { params: { id }, body: { payment_status: 'verified' } });
  const alertsOf = (fileId: string) =>
    door.db('proof_alerts').where({ file_id: fileId }).orWhere({ other_file_id: fileId });
  const listed = async (query = 'limit=200'): Promise<ProofAlert[]> =>
    (await door.call(listProofAlerts, finance, { query })).json();
  const claim = (body: object) =>
    door.app.inject({
      method: 'POST',
      url: '/internal/files/claim',
      headers: {
        authorization: `Bearer ${door.context.config.INTERNAL_KEY}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({
        purpose: 'payment_evidence',
        attachedTo: 'invoice_payment',
        path: 'x',
        ...body,
      }),
    });
  /** An invoice of a new family that is paid with this slip. */
  const billed = async (bytes: Buffer, more: object = {}) => {
    const family = await door.caller('wali_murid', 'Umar Hakim');
    const link = await sent(family, bytes);
    const recordId = uuidv7();
    const body = {
      link,
      uploaderId: family.id,
      familyUserId: family.id,
      recordId,
      recordNumber: 'INV-2026-000041',
    };
    const answer = await patiently(() => claim({ ...body, ...more }));
    expect(answer.statusCode).toBe(200);
    return { family, link, recordId, body, answer: answer.json(), fileId: String(fileIdOf(link)) };
  };

  test('when another family sends the same file, then both proofs wait for a decision and the list names both', async () => {
    const slip = await newSlip();
    const [one, two] = [await paid(slip), await paid(slip)];
    const seen = await check(two.id);
    expect(seen).toMatchObject({
      proof_alert: true,
      same: [
        {
          kind: 'registration_payment',
          record_id: one.id,
          number: one.made.registration_number,
          child_name: one.made.child.full_name,
          proof_url: one.link,
          alert: { kind: 'same_file', score: 1000, status: 'open', later: true, same_family: false },
        },
      ],
    });
    expect((await check(one.id)).same).toMatchObject([{ record_id: two.id, alert: { later: false } }]);
    const [alert] = (await listed()).filter(({ id }) => id === seen.same[0].alert.id);
    expect(alert).toMatchObject({
      proof: { record_id: two.id, proof_url: two.link, family: 'Laila Fitriani' },
      other: { record_id: one.id, proof_url: one.link },
      decided_by: null,
    });
    const ofYear = async (year: string) => (await listed(`academic_year=${year}`)).map(({ id }) => id);
    const { academic_year } = await door.db('registrations').where({ id: two.id }).first();
    expect(await ofYear(academic_year)).toContain(alert?.id);
    expect(await ofYear('2098/2099')).toEqual([]);
    for (const { id } of [one, two]) {
      const refused = await verify(id);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_alert_open']);
      const row = (await door.call(listStaffRegistrations, finance, { query: 'limit=200' }))
        .json()
        .find((each: { id: string }) => each.id === id);
      const whole = (await door.call(getStaffRegistration, finance, { params: { id } })).json();
      expect([row.proof_alert, whole.proof_alert]).toEqual([true, true]);
    }
  });

  test('when it is dismissed, then both can be verified, and the check still says what was decided', async () => {
    const slip = await newSlip();
    const [one, two] = [await paid(slip), await paid(slip)];
    const [{ alert }] = (await check(two.id)).same;
    const decided = await decide(alert, 'dismissed');
    expect([decided.statusCode, decided.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'dismissed',
        note: 'Sudah dibandingkan',
        decided_by: { name: 'Budi Santoso', role: 'finance' },
        version: 2,
      }),
    ]);
    expect(await check(two.id)).toMatchObject({
      proof_alert: false,
      same: [{ alert: { status: 'dismissed' } }],
    });
    expect([(await verify(one.id)).statusCode, (await verify(two.id)).statusCode]).toEqual([200, 200]);
    const [row] = await door
      .db('audit_events')
      .where({ subject_id: alert.id, action: 'proof_alert.dismissed' });
    expect(row.details).toMatchObject({
      status: { from: 'open', to: 'dismissed' },
      note: 'Sudah dibandingkan',
    });
    expect((await decide({ ...alert, version: 2 }, 'confirmed')).json().code).toBe('alert_decided');
  });

  test('when it is confirmed, then only the later one stays closed, until a new proof is there or it is taken back', async () => {
    const slip = await newSlip();
    const [one, two, three] = [await paid(slip), await paid(slip), await paid(await newSlip())];
    const [{ alert }] = (await check(two.id)).same;
    expect((await decide(alert, 'confirmed')).statusCode).toBe(200);
    const refused = await verify(two.id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_confirmed_reused']);
    expect([(await verify(one.id)).statusCode, (await verify(three.id)).statusCode]).toEqual([200, 200]);
    const fresh = await sent(two.family, await newSlip());
    expect((await pay(two.family, two.id, fresh)).statusCode).toBe(200);
    expect(await check(two.id)).toMatchObject({ proof_alert: false, same: [] });
    expect((await verify(two.id)).statusCode).toBe(200);
    const [again, other] = [await newSlip(), await door.caller()];
    await paid(again);
    const late = await paid(again, 'slip.png', other);
    const [{ alert: second }] = (await check(late.id)).same;
    await decide(second, 'confirmed');
    expect((await decide({ ...second, version: 2 }, 'dismissed')).statusCode).toBe(200);
    expect((await verify(late.id)).statusCode).toBe(200);
  });

  test('when it is left to the bank, then the later proof does not count, money of the bank pays its fee, and it can be taken back', async () => {
    const slip = await newSlip();
    const [one, two] = [await paid(slip), await paid(slip)];
    const pays = async ({ made, id }: typeof one) => {
      const since = door.published.length;
      await settlements(door)(settled(made));
      const [refusal] = publishedSince(door, since, 'fee.settlement.refused');
      return [refusal?.reason ?? null, (await door.db('registrations').where({ id }).first()).payment_status];
    };
    // While it is open, neither people nor the bank verify.
    expect((await verify(two.id)).json().code).toBe('proof_alert_open');
    expect([await pays(one), await pays(two)]).toEqual([
      ['proof', 'paid'],
      ['proof', 'paid'],
    ]);
    const [{ alert }] = (await check(two.id)).same;
    await decide(alert, 'confirmed');
    expect(await pays(two)).toEqual(['proof', 'paid']);
    const since = door.published.length;
    const left = await decide({ ...alert, version: 2 }, 'paid_by_bank');
    expect([left.statusCode, left.json().status]).toEqual([200, 'paid_by_bank']);
    expect(publishedSince(door, since, 'proof.alerted')).toEqual([
      { file_id: two.fileId, status: 'paid_by_bank', version: expect.any(Number) },
    ]);
    expect(
      await door.db('audit_events').where({ subject_id: alert.id, action: 'proof_alert.paid_by_bank' }),
    ).toHaveLength(1);
    const refused = await verify(two.id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_not_counting']);
    expect(await pays(two)).toEqual([null, 'verified']);
    expect((await verify(one.id)).statusCode).toBe(200);
    expect((await decide({ ...alert, version: 3 }, 'dismissed')).statusCode).toBe(200);
  });

  test('when a slip that waits is like another one, then its fee is not paid in cash until that is decided or the slip rejected', async () => {
    const slip = await newSlip();
    const [one, two] = [await paid(slip), await paid(slip)];
    const inCash = async (id: string) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const answer = await door.call(takeFeeInCash, finance, { params: { id }, body: {}, headers });
      return [answer.statusCode, answer.json().code];
    };
    expect(await inCash(one.id)).toEqual([409, 'proof_alert_open']);
    const [{ alert }] = (await check(two.id)).same;
    await decide(alert, 'confirmed');
    expect(await inCash(two.id)).toEqual([409, 'proof_confirmed_reused']);
    expect(await inCash(one.id)).toEqual([201, undefined]);
    const body = { payment_status: 'rejected', rejection_reason: 'Bukti milik keluarga lain' };
    expect((await door.call(verifyPayment, finance, { params: { id: two.id }, body })).statusCode).toBe(200);
    expect(await inCash(two.id)).toEqual([201, undefined]);
  });

  test('when an alert comes beside the bank’s money, then the fee is not verified while its alert is open', async () => {
    for (let round = 0; round < 6; round += 1) {
      const slip = await newSlip();
      const one = await paid(slip);
      const family = await door.caller();
      const made = await makeRegistration(door, family);
      const link = await sent(family, slip);
      await Promise.all([settlements(door)(settled(one.made)), pay(family, made.id, link)]);
      const first = await door.db('registrations').where({ id: one.id }).first();
      // Whoever came first: the money, and the fee is verified with a proof that was like none; or the alert, and it waits.
      const waits = first.payment_status === 'paid';
      const since = door.published.length;
      await settlements(door)(settled(one.made));
      expect(publishedSince(door, since, 'fee.settlement.refused')).toMatchObject([
        { reason: waits ? 'proof' : 'already' },
      ]);
      expect((await verify(made.id)).json().code).toBe('proof_alert_open');
    }
  });

  test('when a copy in other bytes comes, then it looks the same; another slip of the same app does not', async () => {
    const slip = await newSlip();
    const one = await paid(slip);
    const copy = await COPIES['a screenshot of a screenshot']?.(
      await drawSlip(slipFacts(seed, 'RP 350.000')),
    );
    const two = await paid(copy as Buffer, 'layar.jpg');
    expect((await check(two.id)).same).toMatchObject([{ record_id: one.id, alert: { kind: 'looks_same' } }]);
    expect((await check((await paid(await newSlip())).id)).same).toEqual([]);
  });

  test('when a family sends its slip again for the same child, then nothing is raised; for a sibling it is', async () => {
    const slip = await newSlip();
    const { family, id } = await paid(slip);
    const again = await sent(family, slip);
    expect((await pay(family, id, again)).statusCode).toBe(200);
    expect(await check(id)).toMatchObject({ proof_alert: false, same: [] });
    const sibling = await paid(slip, 'slip.png', family);
    expect((await check(sibling.id)).same).toMatchObject([
      { record_id: id, alert: { same_family: true } },
      { record_id: id, alert: { same_family: true } },
    ]);
  });

  test('when a PDF comes again, then it is found by its bytes; a tiny picture too', async () => {
    const family = await door.caller('cs');
    const twice = async (bytes: Buffer, name: string) => {
      for (const recordId of [uuidv7(), uuidv7()]) {
        const link = await sent(family, bytes, name);
        await claim({ link, uploaderId: family.id, familyUserId: uuidv7(), recordId });
        if ((await alertsOf(String(fileIdOf(link)))).length > 0) return true;
      }
      return false;
    };
    expect(await twice(pdf('/Canary 1'), 'slip.pdf')).toBe(true);
    expect(await twice(await photo('jpeg', 30, 31), 'slip.jpg')).toBe(true);
  });

  test('when an invoice is paid with a fee’s slip, then billing is told by claim and event, each version once', async () => {
    const slip = await newSlip();
    const fee = await paid(slip);
    const from = door.published.length;
    const { fileId, answer, body, recordId } = await billed(slip);
    expect(answer).toMatchObject({ id: fileId, alert: 'open' });
    // Both are held: the fee's slip, too, for money of the bank.
    const told = publishedSince(door, from, 'proof.alerted');
    expect(told).toHaveLength(2);
    for (const file_id of [fileId, fee.fileId])
      expect(told).toContainEqual({ file_id, status: 'open', version: 1 });
    expect((await claim(body)).json()).toMatchObject({ alert: 'open' });
    const [alert] = (await listed('status=open&limit=200')).filter(
      ({ proof }) => proof.record_id === recordId,
    );
    expect(alert).toMatchObject({
      proof: { kind: 'invoice_payment', number: 'INV-2026-000041', family: 'Umar Hakim' },
      other: { record_id: fee.id },
    });
    await decide(alert as ProofAlert, 'confirmed');
    expect(publishedSince(door, from, 'proof.alerted')).toContainEqual({
      file_id: fileId,
      status: 'confirmed',
      version: 2,
    });
    const before = door.published.length;
    expect(await replayProofAlerts(door.context, 1)).toBeGreaterThan(0);
    expect(publishedSince(door, before, 'proof.alerted')).toContainEqual({
      file_id: fileId,
      status: 'confirmed',
      version: 2,
    });
    const asked = await door.app.inject({
      method: 'POST',
      url: '/internal/files/same',
      headers: {
        authorization: `Bearer ${door.context.config.INTERNAL_KEY}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ fileId, recordId }),
    });
    expect(asked.json()).toMatchObject({
      proof_alert: true,
      same: [{ record_id: fee.id, number: fee.made.registration_number }],
    });
  });

  test('when forty families send one slip at once, then each pair is there once and every proof waits', async () => {
    const slip = await newSlip();
    const families = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const family = await door.caller();
        const { id } = await makeRegistration(door, family);
        const fileId = uuidv7();
        return { family, id, fileId };
      }),
    );
    const link = await sent(families[0]?.family as Caller, slip);
    const [print] = await door.db('file_prints').where({ file_id: fileIdOf(link) });
    const [file] = await door.db('files').where({ id: fileIdOf(link) });
    for (const { family, fileId } of families) {
      await door.db('files').insert({ ...file, id: fileId, uploader_id: family.id });
      await door.db('file_prints').insert({ ...print, file_id: fileId });
    }
    const answers = await Promise.all(
      families.map(({ family, id, fileId }) => patiently(() => pay(family, id, `/api/files/${fileId}`))),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const ids = families.map(({ fileId }) => fileId);
    const rows = await door.db('proof_alerts').whereIn('file_id', ids);
    const pairs = rows.map(({ file_id, other_file_id }) =>
      file_id < other_file_id ? file_id + other_file_id : other_file_id + file_id,
    );
    expect(new Set(pairs).size).toBe(rows.length);
    // The first has none before it; each later one has those before it, at most five.
    expect(rows).toHaveLength(1 + 2 + 3 + 4 + 5 * 35);
    const states = await door.db('file_prints').whereIn('file_id', ids).pluck('alert_status');
    expect(new Set(states)).toEqual(new Set(['open']));
  });

  longTest(
    'when forty families send copies in other bytes at once, then no two of them miss each other',
    async () => {
      const slip = await newSlip();
      const families = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const family = await door.caller();
          const { id } = await makeRegistration(door, family);
          return { family, id, fileId: uuidv7() };
        }),
      );
      const link = await sent(families[0]?.family as Caller, slip);
      const [print] = await door.db('file_prints').where({ file_id: fileIdOf(link) });
      const [file] = await door.db('files').where({ id: fileIdOf(link) });
      for (const [at, { family, fileId }] of families.entries()) {
        await door.db('files').insert({ ...file, id: fileId, uploader_id: family.id });
        await door.db('file_prints').insert({ ...print, file_id: fileId, sha256: Buffer.alloc(32, at + 1) });
      }
      const answers = await Promise.all(
        families.map(({ family, id, fileId }) => patiently(() => pay(family, id, `/api/files/${fileId}`))),
      );
      expect(new Set(statuses(answers))).toEqual(new Set([200]));
      const ids = families.map(({ fileId }) => fileId);
      const rows = await door.db('proof_alerts').whereIn('file_id', ids);
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['looks_same']));
      expect(rows).toHaveLength(1 + 2 + 3 + 4 + 5 * 35);
      const states = await door.db('file_prints').whereIn('file_id', ids).pluck('alert_status');
      expect(new Set(states)).toEqual(new Set(['open']));
    },
  );

  test('when a proof is compared with others, then the lock is taken only once that is done', async () => {
    const first = await paid(await newSlip());
    const family = await door.caller();
    const { id } = await makeRegistration(door, family);
    const fileId = uuidv7();
    const [print] = await door.db('file_prints').where({ file_id: first.fileId });
    const { attached_at, attached_to, record_id, family_user_id, ...file } = await door
      .db('files')
      .where({ id: first.fileId })
      .first();
    expect([attached_at, attached_to, record_id, family_user_id]).not.toContain(null);
    await door.db('files').insert({ ...file, id: fileId, uploader_id: family.id });
    await door
      .db('file_prints')
      .insert({ ...print, file_id: fileId, sha256: null, alert_status: null, alert_version: 0 });
    const statements = await countStatements(() => pay(family, id, `/api/files/${fileId}`));
    const places = (word: string) => statements.flatMap((sql, at) => (sql.includes(word) ? [at] : []));
    const [lock] = places("hashtextextended('file_prints'");
    expect(places('f.attached_at, p.thumb')[0]).toBeLessThan(Number(lock));
    expect(await alertsOf(fileId)).toHaveLength(1);
  });

  test('when two people decide at once, then one of them does, and the other sees who', async () => {
    const slip = await newSlip();
    await paid(slip);
    const { id } = await paid(slip);
    const [{ alert }] = (await check(id)).same;
    const admin = await door.caller('admin', 'Dewi Lestari');
    const answers = await Promise.all([decide(alert, 'confirmed'), decide(alert, 'dismissed', admin)]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'stale' });
    expect((await decide({ ...alert, version: 99 }, 'dismissed')).statusCode).toBe(409);
    expect((await decide({ id: uuidv7(), version: 1 }, 'dismissed')).statusCode).toBe(404);
    expect((await decide(alert, 'dismissed', finance, 'ya')).statusCode).toBe(400);
  });

  test('when a family’s data are erased, then its prints and alerts go, and what they held alone is free', async () => {
    const slip = await newSlip();
    const one = await paid(slip);
    const two = await paid(slip);
    const invoice = await billed(slip);
    const admin = await door.caller('admin', 'Dewi Lestari');
    const [{ alert }] = (await check(two.id)).same.filter(
      ({ record_id }: { record_id: string }) => record_id === one.id,
    );
    const from = door.published.length;
    const asked = (await door.call(requestErasure, one.family, { body: {} })).json();
    const erased = await door.call(decideErasure, admin, {
      params: { id: asked.id },
      body: { status: 'approved' },
      headers: {},
    });
    expect([erased.statusCode, erased.body]).toEqual([200, expect.anything()]);
    expect(await alertsOf(one.fileId)).toEqual([]);
    expect(await door.db('file_prints').where({ file_id: one.fileId })).toEqual([]);
    expect((await decide(alert, 'confirmed')).statusCode).toBe(404);
    expect(JSON.stringify(await listed())).not.toContain(one.id);
    // The two that are left hold each other.
    expect((await verify(two.id)).json().code).toBe('proof_alert_open');
    expect(publishedSince(door, from, 'proof.alerted')).toEqual([]);
    const next = (await door.call(requestErasure, two.family, { body: {} })).json();
    await door.call(decideErasure, admin, { params: { id: next.id }, body: { status: 'approved' } });
    expect(publishedSince(door, from, 'proof.alerted')).toEqual([
      { file_id: invoice.fileId, status: 'dismissed', version: 2 },
    ]);
  });

  test('when the list is read, then the trail says by whom, and families and other roles do not get it', async () => {
    await listed('status=open');
    const trail = { action: 'proof_alerts.read', actor_id: finance.id };
    const last = await door.db('audit_events').where(trail).orderBy('id', 'desc').first();
    expect(last.details).toMatchObject({ filters: { status: 'open' }, next_page: false });
    const counted = await door.call(listProofAlerts, finance, { query: 'count=only&status=open' });
    expect([counted.json(), Number(counted.headers['x-total-count']) >= 0]).toEqual([[], true]);
    expect((await door.db('audit_events').where(trail).orderBy('id', 'desc').first()).id).toBe(last.id);
    const file = await door.call(exportProofAlerts, finance, { query: 'format=csv&status=dismissed' });
    const [head, ...rows] = readCsv(file.body);
    const all = await listed('status=dismissed&limit=200');
    expect(all.length).toBeGreaterThan(0);
    expect(rows.map((row) => [row[0], row[4], row[11]])).toEqual(
      all.map((one) => [one.proof.number ?? '', one.other.number ?? '', PROOF_ALERT_LABELS[one.status]]),
    );
    expect(head).toHaveLength(15);
    expect(file.body).not.toContain('/api/files');
    for (const role of ['wali_murid', 'cs', 'it', 'manager_pendidikan'] as const) {
      const other = await door.caller(role);
      expect((await door.call(listProofAlerts, other)).statusCode).toBe(403);
      expect((await door.call(exportProofAlerts, other)).statusCode).toBe(403);
    }
  });
});
