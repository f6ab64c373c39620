import { getRegistration } from '@gerbang/contracts/registrations';
import { getLastPayer, payRegistration } from '@gerbang/contracts/registration-payments';
import { fileIdOf, fileLink } from '@gerbang/contracts/files';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, useDoor } from './door.ts';
import { BANK, makeRegistration, proofForm, publishedSince, setState, statuses, upload } from './families.ts';

describe('the proof of a registration fee', () => {
  let door: Door;
  let caller: Caller;
  useDoor(async (opened) => {
    door = opened;
    caller = await door.caller('wali_murid', 'Rahma Aulia');
  });
  const pay = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    door.call(payRegistration, caller, { params: { id }, body, headers });
  const history = (id: string) =>
    door.db('registration_payment_events').where({ registration_id: id }).orderBy('at').orderBy('id');
  const state = (id: string) => door.db('registrations').where({ id }).first();

  test('when a proof is sent, then it waits for verification, with history, trail, event and one message', async () => {
    const made = await makeRegistration(door, caller);
    const link = await upload(door, caller);
    const before = door.published.length;
    const answer = await pay(
      made.id,
      proofForm(link, { payment_amount: 550_000, bank_account_number: '700-9322 722' }),
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      payment_status: 'paid',
      ...BANK,
      payment_evidence_url: link,
      payment_evidence_filename: 'bukti.jpg',
      payment_verified_at: null,
      version: 2,
    });
    const stored = await state(made.id);
    expect(stored.bank_account_number).toMatch(/^v1\./);
    expect(
      await door
        .db('files')
        .where({ id: fileIdOf(link) })
        .first(),
    ).toMatchObject({
      attached_to: 'registration_payment',
      record_id: made.id,
      family_user_id: caller.id,
    });
    const [entry] = await history(made.id);
    expect(entry).toMatchObject({
      from_status: 'pending',
      to_status: 'paid',
      cause: 'parent',
      file_id: fileIdOf(link),
      actor_id: caller.id,
      actor_name: 'Rahma Aulia',
      actor_role: 'wali_murid',
    });
    expect(publishedSince(door, before, 'message.requested')).toMatchObject([
      {
        kind: 'fee_proof_received',
        dedupeKey: `fee_proof_received:${entry.id}`,
        params: { child: 'Aisyah Putri', number: made.registration_number },
      },
    ]);
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      {
        id: made.id,
        version: 2,
        payment_status: 'paid',
        payment_amount: made.payment_amount,
        payment_proof_at: entry.at.toISOString(),
        payment_verified_at: null,
        seat: null,
        documents_complete: { observation: true, re_enrolment: true },
        family_id: null,
      },
    ]);
    const trail = await door
      .db('audit_events')
      .where({ subject_id: made.id, action: 'registration.proof_sent' });
    expect(trail.map((row) => row.details)).toEqual([
      {
        child_id: made.child_id,
        payment_status: { from: 'pending', to: 'paid' },
        file: { from: null, to: fileIdOf(link) },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(BANK.bank_account_number);
  });

  test('when the same proof comes again, then nothing happens; a new file causes a message, corrected bank fields do not', async () => {
    const made = await makeRegistration(door, caller);
    const link = await upload(door, caller);
    const first = (await pay(made.id, proofForm(link))).json();
    const before = door.published.length;
    expect((await pay(made.id, proofForm(link))).json()).toEqual(first);
    expect(await history(made.id)).toHaveLength(1);
    const corrected = await pay(made.id, proofForm(link, { bank_account_number: '1234567890' }));
    expect(corrected.json()).toMatchObject({ bank_account_number: '1234567890', version: 3 });
    expect(door.published).toHaveLength(before);
    const second = await upload(door, caller, { name: 'bukti-2.png' });
    expect((await pay(made.id, proofForm(second))).json()).toMatchObject({
      payment_evidence_url: second,
      payment_evidence_filename: 'bukti-2.png',
    });
    expect(publishedSince(door, before, 'message.requested')).toHaveLength(1);
    const rows = await history(made.id);
    expect(rows.map((row) => fileLink(row.file_id))).toEqual([link, link, second]);
    expect(publishedSince(door, before, 'registration.changed')).toMatchObject([
      { payment_status: 'paid', payment_proof_at: rows[2].at.toISOString() },
    ]);
  });

  test('when a part of the proof is missing, then each missing field is named', async () => {
    const made = await makeRegistration(door, caller);
    const none = await pay(made.id, { payment_status: 'paid' });
    expect(none.statusCode).toBe(400);
    expect(none.json().issues).toEqual([
      { path: 'bank_name', message: 'Nama bank harus diisi' },
      { path: 'bank_account_number', message: 'Nomor rekening harus diisi' },
      { path: 'bank_account_owner', message: 'Nama pemilik rekening harus diisi' },
      { path: 'payment_evidence_url', message: 'Bukti pembayaran harus diunggah' },
    ]);
    for (const field of ['bank_name', 'bank_account_number', 'bank_account_owner', 'payment_evidence_url']) {
      for (const value of [undefined, null, '', '\u200B']) {
        const answer = await pay(made.id, proofForm(await upload(door, caller), { [field]: value }));
        expect(answer.statusCode).toBe(400);
        expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toEqual([field]);
      }
    }
    expect((await pay(made.id, {})).statusCode).toBe(400);
    expect((await state(made.id)).payment_status).toBe('pending');
  });

  test.each([
    [{ bank_account_number: '1234' }, 400, 'bank_account_number'],
    [{ bank_account_number: '1'.repeat(31) }, 400, 'bank_account_number'],
    [{ bank_account_number: '12345a' }, 400, 'bank_account_number'],
    [{ bank_account_number: 12_345 }, 400, 'bank_account_number'],
    [{ bank_name: 'x'.repeat(101) }, 400, 'bank_name'],
    [{ payment_amount: '550000' }, 400, 'payment_amount'],
    [{ payment_amount: 550_000.5 }, 400, 'payment_amount'],
    [{ payment_amount: -1 }, 400, 'payment_amount'],
    [{ payment_amount: 550_001 }, 422, 'payment_amount'],
    [{ payment_amount: 0 }, 422, 'payment_amount'],
    [{ payment_status: 'verified' }, 422, 'payment_status'],
    [{ payment_status: 'rejected' }, 422, 'payment_status'],
    [{ payment_status: 'pending' }, 422, 'payment_status'],
    [{ payment_status: 'Paid' }, 400, 'payment_status'],
    [{ payment_verified_by: 'x' }, 400, 'payment_verified_by'],
    [{ rejection_reason: null }, 400, 'rejection_reason'],
  ])(
    'when the body says %j, then it is %i at that field and nothing changes',
    async (change, status, path) => {
      const made = await makeRegistration(door, caller);
      const link = await upload(door, caller);
      const answer = await pay(made.id, proofForm(link, change));
      expect(answer.statusCode).toBe(status);
      expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      if (status === 422) expect(answer.json().code).toBe(path);
      expect(await state(made.id)).toMatchObject({ payment_status: 'pending', version: 1 });
      expect(
        (
          await door
            .db('files')
            .where({ id: fileIdOf(link) })
            .first()
        ).attached_at,
      ).toBeNull();
    },
  );

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '//host/api/files/018f6a1e-0000-7000-8000-000000000000',
    '/api/files/../../etc/passwd',
    'javascript:alert(1)',
    `/api/files/${uuidv7()}`,
    `/api/files/${uuidv7()}?x=1`,
  ])('when the link is %s, then it is refused and never fetched', async (link) => {
    const made = await makeRegistration(door, caller);
    const answer = await pay(made.id, proofForm(link));
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([422, 'payment_evidence_url']);
    expect((await state(made.id)).payment_status).toBe('pending');
  });

  test('when the file is another person’s, of another purpose, a PDF or on another record, then it is 422', async () => {
    const made = await makeRegistration(door, caller);
    const used = await upload(door, caller);
    const elsewhere = await makeRegistration(door, caller);
    await pay(elsewhere.id, proofForm(used));
    for (const link of [
      await upload(door, await door.caller()),
      await upload(door, await door.caller('cs')),
      await upload(door, caller, { purpose: 'stage_attachment' }),
      await upload(door, caller, { media_type: 'application/pdf', name: 'bukti.pdf' }),
      used,
    ]) {
      const answer = await pay(made.id, proofForm(link));
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'file']);
    }
    expect(await state(made.id)).toMatchObject({ payment_status: 'pending', payment_evidence_file_id: null });
    expect(await history(made.id)).toEqual([]);
  });

  test('when the proof is withdrawn, then the bank fields go with it, and the history keeps the file', async () => {
    const made = await makeRegistration(door, caller);
    const link = await upload(door, caller);
    await pay(made.id, proofForm(link));
    const before = door.published.length;
    const answer = await pay(made.id, {
      payment_status: 'pending',
      payment_evidence_url: null,
      bank_name: '',
    });
    expect(answer.json()).toMatchObject({
      payment_status: 'pending',
      payment_evidence_url: null,
      payment_evidence_filename: null,
      bank_name: null,
      bank_account_number: null,
      bank_account_owner: null,
    });
    expect((await history(made.id)).map((row) => [row.from_status, row.to_status, row.file_id])).toEqual([
      ['pending', 'paid', fileIdOf(link)],
      ['paid', 'pending', null],
    ]);
    expect(publishedSince(door, before, 'message.requested')).toEqual([]);
    const again = await pay(made.id, { payment_status: 'pending' });
    expect([again.statusCode, again.json().version]).toEqual([200, 3]);
    expect(await history(made.id)).toHaveLength(2);
    expect((await pay(made.id, proofForm(link))).json().payment_status).toBe('paid');
  });

  test('when the proof was rejected, then the next one clears the reason and causes a message, also the same file', async () => {
    const made = await makeRegistration(door, caller);
    const link = await upload(door, caller);
    await pay(made.id, proofForm(link));
    await setState(door, made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    expect(
      (await door.call(getRegistration, caller, { params: { id: made.id } })).json().rejection_reason,
    ).toBe('Buram');
    const before = door.published.length;
    const answer = (await pay(made.id, proofForm(link))).json();
    expect([answer.payment_status, answer.rejection_reason]).toEqual(['paid', null]);
    expect(publishedSince(door, before, 'message.requested')).toHaveLength(1);
    await setState(door, made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    expect((await pay(made.id, { payment_status: 'pending' })).json()).toMatchObject({
      payment_status: 'pending',
      rejection_reason: null,
    });
  });

  test('when the fee is verified, then neither a proof nor its withdrawal is taken, and who and when are shown', async () => {
    const made = await makeRegistration(door, caller);
    await pay(made.id, proofForm(await upload(door, caller)));
    await setState(door, made.id, { payment_status: 'verified' });
    for (const body of [proofForm(await upload(door, caller)), { payment_status: 'pending' }]) {
      const answer = await pay(made.id, body);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_verified']);
    }
    const shown = (await door.call(getRegistration, caller, { params: { id: made.id } })).json();
    expect(shown.verified_by_user).toEqual({ name: 'Budi Santoso', role: 'finance' });
    expect(shown.payment_verified_at).toBe('2026-11-20T03:00:00.000Z');
  });

  test('when a sibling is paid for, then the account of the last proof is offered, and only to its own family', async () => {
    const family = await door.caller();
    const last = async (who: Caller) => (await door.call(getLastPayer, who)).json();
    const none = { bank_name: null, bank_account_number: null, bank_account_owner: null };
    const [first, sibling] = [await makeRegistration(door, family), await makeRegistration(door, family)];
    expect(await last(family)).toEqual(none);
    const send = (id: string, body: unknown) => door.call(payRegistration, family, { params: { id }, body });
    await send(first.id, proofForm(await upload(door, family)));
    expect(await last(family)).toEqual(BANK);
    await send(sibling.id, proofForm(await upload(door, family), { bank_name: 'Bank Kedua' }));
    expect(await last(family)).toEqual({ ...BANK, bank_name: 'Bank Kedua' });
    await send(sibling.id, { payment_status: 'pending' });
    expect(await last(family)).toEqual(BANK);
    expect(await last(await door.caller())).toEqual(none);
  });

  test('when a rejected proof is withdrawn, then the fee is unpaid again and the reason is gone', async () => {
    const made = await makeRegistration(door, caller);
    await pay(made.id, proofForm(await upload(door, caller)));
    await setState(door, made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    const answer = await pay(made.id, { payment_status: 'pending' });
    expect(answer.json()).toMatchObject({
      payment_status: 'pending',
      rejection_reason: null,
      payment_evidence_url: null,
    });
  });

  test('when staff uploaded the proof on behalf, then the family may keep it with its own bank fields', async () => {
    const made = await makeRegistration(door, caller);
    const link = await upload(door, await door.caller('cs'), { media_type: 'application/pdf' });
    await setState(door, made.id, { payment_status: 'paid', payment_evidence_file_id: fileIdOf(link) });
    expect((await pay(made.id, proofForm(link))).json()).toMatchObject({
      ...BANK,
      payment_evidence_url: link,
    });
  });

  test('when the same proof is sent ten times at once, then there is one history row and one message', async () => {
    const made = await makeRegistration(door, caller);
    const body = proofForm(await upload(door, caller));
    const before = door.published.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(made.id, body)));
    expect(statuses(answers)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await history(made.id)).toHaveLength(1);
    expect(publishedSince(door, before, 'message.requested')).toHaveLength(1);
  });

  test('when two proofs and a withdrawal race with one version, then one wins', async () => {
    const made = await makeRegistration(door, caller);
    await pay(made.id, proofForm(await upload(door, caller)));
    const headers = { 'if-match': '"2"' };
    const bodies = [
      proofForm(await upload(door, caller)),
      proofForm(await upload(door, caller)),
      { payment_status: 'pending' },
    ];
    const answers = await Promise.all(bodies.map((body) => pay(made.id, body, headers)));
    expect(statuses(answers)).toEqual([200, 409, 409]);
    expect(await history(made.id)).toHaveLength(2);
    const attached = await door.db('files').where({ record_id: made.id });
    const shown = await state(made.id);
    expect(attached).toHaveLength(shown.payment_status === 'paid' ? 2 : 1);
  });

  test('when one file is offered to two registrations at once, then one has it', async () => {
    const pair = [await makeRegistration(door, caller), await makeRegistration(door, caller)];
    const link = await upload(door, caller);
    const answers = await Promise.all(pair.map((made) => pay(made.id, proofForm(link))));
    expect(statuses(answers)).toEqual([200, 422]);
  });
});
