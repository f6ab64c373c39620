import { randomBytes } from 'node:crypto';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { registrationChangedSchema } from '@gerbang/contracts/registration-events';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { grantToService } from '@gerbang/service-kit/data/grants';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmed, type Copy, payInBooks } from './enrollments.ts';
import { eraseAll } from './erasures.ts';
import { check, tell, verifiedFee } from './papers.ts';

describe('data rights of a family in billing', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const erase = (copies: Copy[], user_id: string | null, request_id: string | null = uuidv7()) =>
    eraseAll(
      door,
      copies.map((copy) => registrationChangedSchema.parse(copy)),
      user_id,
      request_id,
    );

  test('when a family exports, then it has its confirmations, schemes, invoices and payments, and none of another’s', async () => {
    const mine = await billed(door, { payment_scheme: 'installment' });
    const other = await billed(door);
    await payInBooks(door, mine.invoices[0]!, 1_000_000);
    await payInBooks(door, other.invoices[0]!, 2_000_000);
    const answer = await door.app.inject({
      url: '/api/parent/data-export/billing',
      headers: door.headers(mine.family),
    });
    const data = answer.json();
    expect(data.confirmations.map(({ id }: { id: string }) => id)).toEqual([mine.confirmation.id]);
    expect(data.schemes.map(({ id }: { id: string }) => id)).toEqual([mine.scheme.id]);
    expect(data.invoices).toHaveLength(4);
    expect(data.payments.map(({ amount_paid: amount }: { amount_paid: number }) => amount)).toEqual([
      1_000_000,
    ]);
    expect(data.payments[0].admin_notes).toBeUndefined();
    expect(data.trail).toContainEqual(
      expect.objectContaining({ action: 'scheme.created', by: { name: 'Fina Keuangan', role: 'finance' } }),
    );
    expect(answer.body).not.toContain(other.confirmation.id);
    expect(answer.body).not.toContain(other.copy.id);
  });

  test('when data are erased, then a confirmation without invoices goes, and invoices stay whole with the child’s name', async () => {
    const early = await confirmed(door, {
      child_name: 'KENARI Tanpa',
      payment_amount: 350_000,
      payment_verified_at: new Date().toISOString(),
    });
    const late = await billed(door, {});
    await payInBooks(door, late.invoices[0]!, 3_000_000);
    const before = await door.db('enrollment_invoices').where({ id: late.invoices[0]!.id });
    const since = door.published.length;
    await erase([early.copy], early.family.id);
    await erase([late.copy], late.family.id);
    expect(await door.db('enrollment_confirmations').where({ id: early.confirmation.id })).toEqual([]);
    expect(await door.db('confirmation_events').where({ confirmation_id: early.confirmation.id })).toEqual(
      [],
    );
    const [gone, kept] = [early, late].map(({ copy }) =>
      door.db('registrations').where({ id: copy.id }).first(),
    );
    expect(await gone).toMatchObject({ child_name: 'Data dihapus', father_name: null, deleted: true });
    expect(await kept).toMatchObject({ child_name: 'Aisyah Putri', father_name: null, contact_phone: null });
    expect(await gone).toMatchObject({ payment_amount: 0, payment_verified_at: null });
    expect(await door.db('enrollment_invoices').where({ id: late.invoices[0]!.id })).toEqual(before);
    expect(await verifyBooks(door.database)).toEqual([]);
    expect(door.published.slice(since).filter(({ type }) => type === 'erasure.reported')).toHaveLength(2);
    // A late event from before the erasure brings nothing back.
    await door.database.transaction(async (trx) => {
      const meta = { id: uuidv7(), version: 1, requestId: undefined };
      const payload = registrationChangedSchema.parse(early.copy);
      await eventBatches(door.context)['registration.changed']?.(trx, [{ payload, meta }]);
    });
    expect(await door.db('registrations').where({ child_name: 'KENARI Tanpa' })).toEqual([]);
  });

  test('when retention ends a registration, then no report is sent', async () => {
    const { copy } = await confirmed(door);
    const since = door.published.length;
    await erase([copy], null, null);
    expect(door.published.slice(since).map(({ type }) => type)).not.toContain('erasure.reported');
  });

  test('when the service’s role claims to be ending rows, then it is refused all the same', async () => {
    const role = `billing_${randomBytes(4).toString('hex')}`;
    const password = randomBytes(12).toString('hex');
    const { confirmation, invoices } = await billed(door);
    await door.db.raw(`create role ${role} login password '${password}'`);
    await grantToService(door.db as Knex, role);
    const url = new URL(door.url);
    [url.username, url.password] = [role, password];
    const own = createDatabase(url.href, { name: 'billing-ending', max: 1 });
    const tries: Array<(trx: Knex.Transaction) => Promise<unknown>> = [
      (trx) => trx('enrollment_confirmations').where({ id: confirmation.id }).delete(),
      (trx) => trx('enrollment_confirmations').where({ id: confirmation.id }).update({ status: 'declined' }),
      (trx) => trx('enrollment_invoices').where({ id: invoices[0]!.id }).delete(),
      (trx) => trx('audit_events').delete(),
      (trx) => trx('audit_chain').delete(),
    ];
    try {
      for (const work of tries) {
        const refused = own.transaction(async (trx) => {
          await trx.raw(`set local gerbang.ending = 'on'`);
          await work(trx);
        });
        await expect(refused).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await own.close();
      await door.db.raw(`drop owned by ${role}`);
      await door.db.raw(`drop role ${role}`);
    }
  });
});

describe('the papers of a family whose data are erased', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const paperOf = (where: object) => door.db('papers').where(where).first();

  test('when its data are erased, then receipts stay to be checked without initials unless the books name the child, and letters are revoked', async () => {
    const family = await door.caller();
    const fee = await verifiedFee(door, family, { child_name: 'Kenari Kecil' });
    const made = await billed(door, {}, family);
    const payment = await payInBooks(door, made.invoices[0]!, 1_000_000);
    await door.call(getReceipt, family, { params: { id: payment } });
    const letter = { confirmation_id: made.confirmation.id };
    await eraseAll(door, [fee, registrationChangedSchema.parse(made.copy)], family.id);

    const receipt = await paperOf({ registration_id: fee.id });
    expect(receipt).toMatchObject({ revoked_at: null, facts: { amount: 350_000, initials: null } });
    expect((await check(door, receipt.code)).json()).toMatchObject({ valid: true, initials: null });
    expect(await paperOf({ payment_id: payment })).toMatchObject({ facts: { initials: 'A••••• P••••' } });
    expect(await paperOf(letter)).toMatchObject({
      revoked_at: expect.any(Date),
      reason: 'Data keluarga dihapus.',
      facts: { initials: null },
    });
    expect(JSON.stringify(await door.db('papers'))).not.toMatch(/kenari/iu);
    const staff = await door.caller('finance');
    expect((await door.call(getFeeReceipt, staff, { params: { id: fee.id } })).statusCode).toBe(404);
    // Told again, the fee neither loses its receipt nor gets another one.
    await tell(door, { ...fee, version: 9, deleted: true });
    expect(await paperOf({ registration_id: fee.id })).toEqual(receipt);
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when a family exports its data, then its papers with their codes are in it, and none of another’s', async () => {
    const family = await door.caller();
    const fee = await verifiedFee(door, family);
    await verifiedFee(door, await door.caller());
    const answer = await door.app.inject({
      url: '/api/parent/data-export/billing',
      headers: door.headers(family),
    });
    const { code } = await paperOf({ registration_id: fee.id });
    expect(answer.json().papers).toMatchObject([{ kind: 'fee_receipt', code, registration_id: fee.id }]);
  });
});
