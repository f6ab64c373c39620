import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { type Caller, type Door, openDoor } from './door.ts';
import { BANK, makeRegistration, proofForm, upload } from './families.ts';

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
  const paid = async (family: Caller) => {
    const made = await makeRegistration(door, family);
    const link = await upload(door, family);
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
      proof_alert: false,
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
