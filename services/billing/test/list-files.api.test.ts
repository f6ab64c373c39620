import { exportBankLines } from '@gerbang/contracts/bank-statements';
import { billingExport } from '@gerbang/contracts/billing-export';
import { exportConfirmations } from '@gerbang/contracts/enrollment-confirmations';
import { exportInvoices } from '@gerbang/contracts/invoices';
import { exportRefunds } from '@gerbang/contracts/refunds';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { openLines } from './bank-lines.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmed, finance, payInBooks } from './enrollments.ts';
import { approved } from './refunds.ts';

describe('lists of billing as files', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const rowsOf = async (
    call: typeof exportBankLines | typeof exportConfirmations | typeof exportRefunds,
    query = '',
  ) => {
    const answer = await door.call(call, await finance(door), { query: `format=csv&${query}` });
    expect(answer.statusCode).toBe(200);
    return readCsv(answer.body);
  };

  test('when confirmations are taken, then their rows follow the filters, and families read of it', async () => {
    const { family } = await confirmed(door, { child_name: '@SUM(A1)', jenjang: 'TK', kelas: 'A' });
    const [head, row, ...others] = await rowsOf(exportConfirmations, 'jenjang=TK');
    expect(others).toEqual([]);
    const cells = Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]));
    expect(cells).toMatchObject({
      'Nama Anak': "'@SUM(A1)",
      Jenjang: 'TK',
      'Telepon Kontak': "'+6281234567890",
      Status: 'Disubmit',
      'Cara Bayar': 'Cicilan',
      Sisa: '',
    });
    expect(await rowsOf(exportConfirmations, 'jenjang=SMP')).toHaveLength(1);
    const [noted] = await door
      .db('audit_events')
      .where({ action: 'confirmation.exported' })
      .orderBy(['at', 'id']);
    expect(noted.details).toEqual({
      rows: 1,
      filters: { jenjang: 'TK' },
      searched: false,
      format: 'csv',
    });
    const own = (await door.call(billingExport, family)).json();
    expect(own.trail.map(({ action }: { action: string }) => action)).toContain('confirmation.exported');
    const stranger = (await door.call(billingExport, await door.caller())).json();
    expect(stranger.trail).toEqual([]);
  });

  test('when lines of the bank are taken, then their rows follow the filters, and amounts are plain', async () => {
    const lines = await openLines(door);
    await lines.line({ amount: 350_137 });
    await lines.line({ amount: 5_000, status: 'ignored' });
    await lines.line({ amount: 7_000, direction: 'out' });
    const [head, ...rows] = await rowsOf(exportBankLines, 'sort=-amount');
    expect(head?.slice(0, 3)).toEqual(['Tanggal', 'Rekening', 'Jumlah']);
    expect(rows.map((row) => [row[0], row[2], row[5], row.at(-1)])).toEqual([
      ['03/03/2027', '350137', 'Belum dikenal', ''],
      ['03/03/2027', '5000', 'Disisihkan', 'Bunga tabungan'],
    ]);
    expect(await rowsOf(exportBankLines, 'status=ignored')).toHaveLength(2);
    const backwards = 'from=2027-03-02&to=2027-03-01';
    expect((await door.call(exportBankLines, await finance(door), { query: backwards })).statusCode).toBe(
      400,
    );
  });

  test('when invoices are taken as CSV, then the head is that of the workbook, and the trail names the format', async () => {
    const answer = await door.call(exportInvoices, await finance(door), { query: 'format=csv' });
    expect(readCsv(answer.body)[0]?.slice(0, 2)).toEqual(['Nomor Tagihan', 'Nama Anak']);
    const [noted] = await door.db('audit_events').where({ action: 'invoice.exported' });
    expect(noted.details).toEqual({ rows: 0, filters: {}, searched: false, format: 'csv' });
  });

  test('when refunds are taken, then accounts are masked, no cell is a formula, and the family reads of it', async () => {
    const made = await billed(door, { payment_scheme: 'installment' });
    await door.db('registrations').where({ id: made.copy.id }).update({ child_name: '+1' });
    const [invoice] = made.invoices;
    await payInBooks(door, invoice!, 5_000_000);
    const head = await door.caller('manager_pendidikan', 'Maya Kepala');
    const refund = await approved(door, await finance(door), head, made.copy.id, [
      { kind: 'invoice', target: invoice!.id, back: 3_000_000 },
    ]);
    const [titles, ...rows] = await rowsOf(exportRefunds, 'status=approved');
    expect(
      rows.map((row) => Object.fromEntries((titles ?? []).map((title, at) => [title, row[at]]))),
    ).toEqual([
      expect.objectContaining({
        Nomor: refund.number,
        'Nomor Pendaftaran': made.copy.registration_number,
        'Nama Anak': "'+1",
        Potongan: '0',
        Jumlah: '3000000',
        Bank: 'BCA',
        'Nomor Rekening': '•••• 6789',
        'Pemilik Rekening': 'Budi Santoso',
        'Diminta Oleh': 'Fina Keuangan',
        'Disetujui Oleh': 'Maya Kepala',
        'Tanggal Transfer': '',
      }),
    ]);
    expect(await rowsOf(exportRefunds, 'status=paid')).toHaveLength(1);
    const [noted] = await door.db('audit_events').where({ action: 'refunds.exported' }).orderBy(['at', 'id']);
    expect(noted.details).toEqual({
      rows: 1,
      filters: { status: 'approved' },
      searched: false,
      format: 'csv',
    });
    const own = (await door.call(billingExport, made.family)).json();
    expect(own.trail.map(({ action }: { action: string }) => action)).toContain('refunds.exported');
  });
});
