import { createHash } from 'node:crypto';
import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { fileIdOf } from '@gerbang/contracts/files';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { BANK, makeRegistration, proofForm, upload } from './families.ts';
import { photo } from './file-samples.ts';
import { FORMS } from './upload-calls.ts';

describe('what a fee proof is compared with', () => {
  let door: Door;
  let finance: Caller;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Budi Santoso');
  });
  afterAll(() => door.close());

  const check = async (id: string) => {
    const answer = await door.call(checkFeeProof, finance, { params: { id } });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const content = (text: string) => ({ content_hash: createHash('sha256').update(text).digest() });
  const paid = async (family: Caller, file: Record<string, unknown> = {}) => {
    const made = await makeRegistration(door, family);
    const link = await upload(door, family, file);
    await door.call(payRegistration, family, { params: { id: made.id }, body: proofForm(link) });
    return { made, link };
  };

  test('when a proof waits, then amount, payer and masked account are there, and no whole number', async () => {
    const family = await door.caller('wali_murid', 'Laila Fitriani');
    const { made, link } = await paid(family);
    const seen = await check(made.id);
    expect(seen).toMatchObject({
      id: made.id,
      version: 2,
      waiting: true,
      proof_url: link,
      amount: made.payment_amount,
      expected: made.payment_amount,
      payer: BANK.bank_account_owner,
      payer_is: null,
      account: 'Bank Contoh •••• 2722',
      same: [],
    });
    expect(JSON.stringify(seen)).not.toContain(BANK.bank_account_number);
    const row = await door.db('registrations').where({ id: made.id }).first();
    expect(seen.sent_at).toBe(row.payment_since.toISOString());
  });

  test.each([
    ['father', { father_name: 'Rahma Aulia Putra' }, 'Siti'],
    ['mother', { mother_name: 'RAHMA AULIA, S.Pd' }, 'Siti'],
    ['account', { father_name: null }, 'Rahma Aulia'],
  ])('when the payer has the name of the %s, then that is said', async (who, profile, name) => {
    const family = await door.caller('wali_murid', name);
    const { made } = await paid(family);
    await door.db('parents').where({ user_id: family.id }).update(profile);
    expect((await check(made.id)).payer_is).toBe(who);
  });

  test('when two families send the same file, then each proof names the other, and another one of its own does not', async () => {
    const [one, two] = [await door.caller(), await door.caller()];
    const same = content('same slip');
    const first = await paid(one, same);
    const second = await paid(two, same);
    await paid(two, content('another slip'));
    expect((await check(second.made.id)).same).toEqual([
      {
        kind: 'registration_payment',
        record_id: first.made.id,
        child_name: first.made.child.full_name,
        number: first.made.registration_number,
        proof_url: first.link,
        proof_filename: 'bukti.jpg',
      },
    ]);
    expect((await check(first.made.id)).same).toMatchObject([{ record_id: second.made.id }]);
  });

  test('when the same picture is uploaded twice, then both files have the same hash', async () => {
    const family = await door.caller();
    const bytes = await photo('jpeg');
    const ids = [];
    for (const _ of [1, 2]) {
      const answer = await FORMS.json(door, family, bytes);
      ids.push(fileIdOf(answer.json().fileUrl));
    }
    const rows = await door.db('files').whereIn('id', ids).pluck('content_hash');
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).toHaveLength(32);
  });

  test('when billing asks for the same files, then it gets fees with their names; without the key it is 404', async () => {
    const family = await door.caller();
    const same = content('asked by billing');
    const { made } = await paid(family, same);
    const link = await upload(door, family, same);
    const ask = (key: string) =>
      door.app.inject({
        method: 'POST',
        url: '/internal/files/same',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ fileId: fileIdOf(link), recordId: uuidv7() }),
      });
    const answer = await ask(door.context.config.INTERNAL_KEY);
    expect(answer.json().same).toMatchObject([
      { kind: 'registration_payment', record_id: made.id, number: made.registration_number },
    ]);
    expect((await ask('wrong')).statusCode).toBe(404);
  });

  test('when the fee is decided, then it no longer waits', async () => {
    const { made } = await paid(await door.caller());
    const before = (await door.db('registrations').where({ id: made.id }).first()).payment_since;
    await door.call(verifyPayment, finance, {
      params: { id: made.id },
      body: { payment_status: 'verified' },
    });
    expect(await check(made.id)).toMatchObject({ waiting: false, sent_at: null, version: 3 });
    const after = (await door.db('registrations').where({ id: made.id }).first()).payment_since;
    expect(after.getTime()).toBeGreaterThan(before.getTime());
  });
});
