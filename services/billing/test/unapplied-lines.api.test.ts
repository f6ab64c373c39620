import { ignoreBankLine, listBankLines } from '@gerbang/contracts/bank-statements';
import { exportUnapplied, summarizeUnapplied } from '@gerbang/contracts/unapplied-receipts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import {
  asked,
  assign,
  book,
  giveBack,
  keepUnapplied,
  lineOf,
  match,
  matchedInvoice,
  unappliedOf,
  useDesk,
} from './bank-bookings.ts';
import { upload } from './bank-uploads.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { openPayments, type World } from './invoice-payments.ts';
import { invoiceOf } from './payment-calls.ts';

const TOTAL = 3_000_000;

describe('lines that pay no bill', () => {
  let world: World;
  let staff: Caller;
  let other: Caller;
  let add = 0;
  useDesk(openPayments, (desk) => void ({ world, staff, other } = desk));

  const shown = async (id: string, query = '') =>
    (await world.door.call(listBankLines, staff, { query: `id=${id}${query}` })).json()[0];
  const receiptOf = (line: string) => world.door.db('unapplied_receipts').where({ line_id: line }).first();

  test('when an exact amount comes twice, then the second line names its bill, stands unapplied as paid twice, and goes back', async () => {
    const { door } = world;
    add += 1;
    const made = await matchedInvoice(world, TOTAL, add);
    expect((await book(door, staff, [made.id])).json().booked).toHaveLength(1);
    const line = await lineOf(door, TOTAL + add, { importer: staff.id });
    expect(await shown(line)).toMatchObject({
      status: 'new',
      settled_bill: {
        cause: 'duplicate',
        number: made.invoice.invoice_number,
        child_name: expect.any(String),
      },
    });
    const answer = await keepUnapplied(door, staff, line, 'duplicate');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'booked',
      matches: [],
      surplus: 0,
      unapplied: TOTAL + add,
      settled_bill: null,
    });
    const receipt = await receiptOf(line);
    expect(receipt).toMatchObject({ cause: 'duplicate', status: 'open', note: 'Sudah dibayar pekan lalu' });
    expect(
      await door.db('audit_events').where({ subject_id: line, action: 'bank_line.booked' }).first('details'),
    ).toMatchObject({ details: { booked: 0, unapplied: TOTAL + add, reason: 'Sudah dibayar pekan lalu' } });
    expect((await giveBack(door, other, receipt.id)).json()).toMatchObject({ status: 'returned' });
    const file = await door.call(exportUnapplied, staff, { query: 'format=csv&status=returned' });
    const [head, ...rows] = readCsv(file.body);
    const taken = rows.map((row) => Object.fromEntries((head ?? []).map((title, at) => [title, row[at]])));
    expect(taken).toContainEqual(
      expect.objectContaining({
        Jumlah: String(TOTAL + add),
        Status: 'Dikembalikan',
        Keterangan: 'TRSF E-BANKING CR RINA WATI',
      }),
    );
    const manager = await door.caller('manager_pendidikan');
    expect((await door.call(exportUnapplied, manager, { query: 'format=csv' })).body).not.toContain('RINA');
    const [noted] = await door
      .db('audit_events')
      .where({ action: 'unapplied_receipts.exported' })
      .orderBy(['at', 'id']);
    expect([noted.actor_id, noted.details.filters]).toEqual([staff.id, { status: 'returned' }]);
  });

  test('when an amount comes after its time for a bill that is paid, then the line says that it is late; while it is awaited, nothing', async () => {
    const { door } = world;
    add += 1;
    const { invoice } = await invoiceOf(world, TOTAL);
    const target = { kind: 'invoice', id: invoice.id } as const;
    const expectation = await asked(door, target, TOTAL, add);
    const paid = await lineOf(door, TOTAL);
    expect((await match(door, staff, paid, [{ ...target, amount: TOTAL }])).statusCode).toBe(200);
    const line = await lineOf(door, TOTAL + add);
    await door.db('payment_expectations').where({ id: expectation }).update({ status: 'cooling' });
    expect((await shown(line)).settled_bill).toBeNull();
    await door
      .db('payment_expectations')
      .where({ id: expectation })
      .update({ status: 'expired', holds_amount: false });
    expect((await shown(line)).settled_bill).toMatchObject({
      cause: 'late',
      number: invoice.invoice_number,
    });
    expect((await keepUnapplied(door, staff, line, 'late')).statusCode).toBe(200);
    expect(await unappliedOf(door, line)).toEqual({ late: TOTAL + add });
    const other_bill = await invoiceOf(world, TOTAL + add);
    const { id } = await receiptOf(line);
    const body = { kind: 'invoice', id: other_bill.invoice.id, amount: TOTAL + add } as const;
    expect((await assign(door, staff, id, body)).json()).toMatchObject({ status: 'assigned' });
  });

  test('when a line is to stand unapplied without a reason, beside a target, or twice, then it is refused', async () => {
    const { door } = world;
    const line = await lineOf(door, 5000);
    const refused = async (body: object) => {
      const { statusCode, ...answer } = await keepUnapplied(door, staff, line, 'unknown', body);
      return [statusCode, answer.json().code];
    };
    const { invoice } = await invoiceOf(world, 5000);
    const targets = [{ kind: 'invoice', id: invoice.id, amount: 5000 }];
    expect(await refused({})).toEqual([422, 'reason']);
    expect(await refused({ reason: 'apa' })).toEqual([400, 'bad_request']);
    expect(await refused({ reason: 'Belum jelas', targets })).toEqual([400, 'bad_request']);
    expect(await refused({ reason: 'Belum jelas', unapplied: 'overpaid' })).toEqual([400, 'bad_request']);
    expect(await refused({ reason: 'Belum jelas', unapplied: undefined })).toEqual([400, 'bad_request']);
    expect(await refused({ reason: 'Belum jelas' })).toEqual([200, undefined]);
    expect(await refused({ reason: 'Belum jelas' })).toEqual([409, 'line_taken']);
  });

  test('when money is beyond any bound, or its text says that it went wrong, then its line needs attention and can be decided', async () => {
    const { door } = world;
    const day = jakartaDay(new Date());
    const answer = await upload(door, staff, [
      { day, amount: 1_000_000_001, text: 'SETORAN TUNAI' },
      { day, amount: 71_000, text: 'TRF SALAH REKENING RINA WATI' },
      { day, amount: 72_000, text: 'BI-FAST CR RINA WATI' },
    ]);
    expect(answer.json()).toMatchObject({ matched: { exact: 0, strong: 0, possible: 0 }, unknown: 3 });
    const listed = async (status: string) =>
      (
        await door.call(listBankLines, staff, { query: `status=${status}&from=${day}&to=${day}&sort=amount` })
      ).json() as { id: string; amount: number; status: string }[];
    const amounts = async (status: string) => (await listed(status)).map(({ amount }) => amount);
    expect(await amounts('attention')).toEqual([71_000, 1_000_000_001]);
    expect(await amounts('undecided')).toEqual([71_000, 72_000, 1_000_000_001]);
    const [wrong, large] = await listed('attention');
    const params = { id: String(wrong?.id) };
    const aside = await door.call(ignoreBankLine, staff, { params, body: { reason: 'Salah kirim' } });
    expect(aside.json()).toMatchObject({ status: 'ignored' });
    expect((await keepUnapplied(door, staff, String(large?.id), 'unknown')).statusCode).toBe(200);
    expect(await amounts('undecided')).toEqual([72_000]);
  });

  test('when unapplied money is summed, then by its status, for those who may read it', async () => {
    const { door } = world;
    const sums = async (caller: Caller) => (await door.call(summarizeUnapplied, caller)).json().status;
    const before = await sums(staff);
    await keepUnapplied(door, staff, await lineOf(door, 8000), 'unknown');
    const after = await sums(await door.caller('manager_pendidikan'));
    expect(after).toEqual({
      ...before,
      open: { receipts: before.open.receipts + 1, amount: before.open.amount + 8000 },
    });
    const rows = await door.db('unapplied_receipts').where({ status: 'returned' }).select('amount');
    expect(after.returned).toEqual({
      receipts: rows.length,
      amount: rows.reduce((sum, { amount }) => sum + Number(amount), 0),
    });
  });
});
