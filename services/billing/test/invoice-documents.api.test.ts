import { longTest } from '@gerbang/domain/testing/runs';
import { addInvoicePayment, getReceipt } from '@gerbang/contracts/invoice-payments';
import { getInvoicePdf, getInvoicesPdf } from '@gerbang/contracts/invoices';
import { schoolSchema } from '@gerbang/contracts/school';
import { dayText } from '@gerbang/domain/date-text';
import { ROLES } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { amountInWords } from '../src/invoice-documents/pdf-parts.ts';
import { PdfRenderer } from '../src/invoice-documents/pdf-renderer.ts';
import type { ReceiptDocument } from '../src/invoice-documents/invoice-documents.view.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, footprint, invoiceOf, paymentForm, sent } from './payment-calls.ts';
import { pdfText } from './pdf-text.ts';
import { billed } from './enrollments.ts';

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC';
/** Without blanks, because the page decides where lines break. */
const bare = (text: string) => text.replaceAll(/\s+/gu, '');
const words = (pdf: Buffer) => bare(pdfText(pdf));

describe('invoices and receipts as PDF', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  const HEADERS = {
    'content-type': 'application/pdf',
    'content-security-policy': "frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  };

  test('when an invoice is printed, then it names child, purpose, amount, due date and account', async () => {
    const { door } = world;
    door.setClock(new Date('2026-11-21T03:00:00Z'));
    const { family, staff, invoice } = await invoiceOf(world, 15_750_000);
    const payment = await sent(world, family, invoice, { amount_paid: 750_000 });
    const receipt = (await check(world, staff, payment.id)).json().receipt_number;
    const answer = await door.call(getInvoicePdf, family, { params: { id: invoice.id } });
    door.setClock(null);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      ...HEADERS,
      'content-disposition': `inline; filename="${invoice.invoice_number}.pdf"`,
    });
    const text = words(answer.rawPayload);
    for (const said of [
      'Tagihan',
      '0812-0000-0000',
      invoice.invoice_number,
      'Aisyah Putri',
      'SD kelas 1',
      '2026/2027',
      'Budi Santoso',
      '31 Agustus 2029',
      'Dibayar Sebagian',
      'Lunas sekaligus (Gelombang 1)',
      'Rp 15.750.000',
      `kuitansi ${receipt}`,
      '- Rp 750.000',
      'Rp 15.000.000',
      'Lima belas juta rupiah',
      'Bank Syariah Indonesia (BSI)',
      '700 9322 722',
      'Dicetak 21 November 2026',
    ]) {
      expect(text).toContain(bare(said));
    }
    expect(text).not.toContain('\uFFFD');
  });

  test('when staff open an invoice or a receipt, then the trail says who; a family at its own leaves nothing', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 2_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 1_000_000 });
    await check(world, staff, payment.id);
    for (const who of [family, staff]) {
      expect((await door.call(getInvoicePdf, who, { params: { id: invoice.id } })).statusCode).toBe(200);
      expect((await door.call(getReceipt, who, { params: { id: payment.id } })).statusCode).toBe(200);
    }
    const trail = await door.db('audit_events').where('action', 'like', '%.read').orderBy('id');
    expect(trail.map((row) => [row.action, row.actor_id, row.subject_id])).toEqual([
      ['invoice.read', staff.id, invoice.id],
      ['invoice_payment.read', staff.id, payment.id],
    ]);
  });

  test('when a family takes all invoices of a child, then one PDF has them all; another family and staff get none', async () => {
    const { door } = world;
    const { family, confirmation, invoices } = await billed(door, {
      base_education_fee: 9_000_000,
      payment_scheme: 'installment',
      first_installment_date: '2029-08-31',
    });
    expect(invoices).toHaveLength(4);
    const params = { id: confirmation.id };
    const answer = await door.call(getInvoicesPdf, family, { params });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject(HEADERS);
    const text = words(answer.rawPayload);
    for (const one of invoices) expect(text).toContain(one.invoice_number);
    expect((await door.call(getInvoicesPdf, await door.caller('wali_murid'), { params })).statusCode).toBe(
      404,
    );
    expect((await door.call(getInvoicesPdf, await door.caller('finance'), { params })).statusCode).toBe(403);
  });

  test('when an invoice is paid off, then it is marked as paid and asks for nothing', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 1_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 1_000_000 });
    await check(world, staff, payment.id);
    const text = words((await door.call(getInvoicePdf, family, { params: { id: invoice.id } })).rawPayload);
    expect(text).toContain('Lunas');
    expect(text).toContain('Nolrupiah');
    expect(text).not.toContain('Caramembayar');
  });

  test('when the school has its own footer, signatory and words, then papers show them as plain text; else they are as before', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 1_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 400_000 });
    await check(world, staff, payment.id);
    const papers = async () => ({
      invoice: words((await door.call(getInvoicePdf, family, { params: { id: invoice.id } })).rawPayload),
      receipt: words((await door.call(getReceipt, family, { params: { id: payment.id } })).rawPayload),
    });
    const inForce = async (version: number, change: object) => {
      const settings = JSON.stringify({ ...schoolSchema.parse({}), ...change });
      await door.db('school').insert({ version, settings }).onConflict('id').merge();
      await door.context.school.look();
    };
    const before = await papers();
    const school = schoolSchema.parse({});
    await inForce(5, {
      unique_code: { on: true, max: 999 },
      texts: {
        ...school.texts,
        invoice_footer: 'Kantor tutup pada hari Jumat & 1 < 2',
        signatory_name: 'Hendra Gunawan',
        signatory_title: 'Kepala Sekolah',
        signatory_city: 'Depok',
      },
      levels: school.levels.map((level) => ({
        ...level,
        label: level.jenjang === 'SD' ? 'MI' : level.label,
      })),
    });
    const own = await papers();
    expect(own.invoice).toContain(bare('Kantor tutup pada hari Jumat & 1 < 2'));
    expect(own.invoice).toContain(bare('MI kelas 1'));
    expect(own.invoice).toContain(bare('tepat sampai angka terakhir'));
    for (const said of ['Depok, ', 'Hendra Gunawan', 'Kepala Sekolah'])
      expect(own.receipt).toContain(bare(said));
    await inForce(6, {});
    expect(await papers()).toEqual(before);
  });

  test('when a paper is made, then it has the portal’s typeface in it, and the school’s logo where one is set', async () => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world, 3_000_000);
    const paper = async () => {
      const answer = await door.call(getInvoicePdf, family, { params: { id: invoice.id } });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload.toString('latin1');
    };
    const pictures = (pdf: string) => [...pdf.matchAll(/\/Subtype \/Image/gu)].length;
    const plain = await paper();
    const fonts = [...plain.matchAll(/\/FontName \/\w+\+([\w-]+)/gu)].map((one) => one[1]);
    expect(new Set(fonts)).toEqual(new Set(['PlusJakartaSans-Regular', 'PlusJakartaSans-SemiBold']));
    expect(plain).toMatch(/\/FontFile2 \d+ 0 R/u);
    // One page of A5, in points.
    expect([...plain.matchAll(/\/MediaBox \[([^\]]+)\]/gu)].map((one) => one[1])).toEqual([
      '0 0 419.53 595.28',
    ]);
    expect(pictures(plain)).toBe(0);

    const logo_file_id = uuidv7();
    const settings = { ...schoolSchema.parse({}), brand: { logo_file_id, colour: null } };
    await door
      .db('school')
      .insert({ version: 7, settings: JSON.stringify(settings) })
      .onConflict('id')
      .merge();
    await door.context.school.look();
    // Admission does not have it, or does not answer: the paper is made all the same.
    expect(pictures(await paper())).toBe(0);
    admission.logos.set(logo_file_id, DOT);
    expect(pictures(await paper())).toBe(1);
    admission.set('broken');
    expect(pictures(await paper())).toBe(1);
    admission.set('up');
    const without = JSON.stringify(schoolSchema.parse({}));
    await door.db('school').insert({ version: 8, settings: without }).onConflict('id').merge();
    await door.context.school.look();
    expect(pictures(await paper())).toBe(0);
  });

  test('when a payment is verified, then its receipt has payer, receiver, words and what was left then', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 15_750_000);
    const first = await sent(world, family, invoice, { amount_paid: 1_500_115 });
    const checked = await check(world, staff, first.id);
    const second = await sent(world, family, invoice, { amount_paid: 1_000_000 });
    await check(world, staff, second.id);
    const answer = await door.call(getReceipt, family, { params: { id: first.id } });
    expect(answer.headers).toMatchObject({
      ...HEADERS,
      'content-disposition': `inline; filename="${checked.json().receipt_number}.pdf"`,
    });
    const text = words(answer.rawPayload);
    for (const said of [
      'Kuitansi',
      checked.json().receipt_number,
      `Telah diterima dari ${family.name}`,
      invoice.invoice_number,
      'Transfer',
      dayText(first.payment_date),
      'Rp 1.500.115',
      'Satu juta lima ratus ribu seratus lima belas rupiah',
      'Rp 15.750.000',
      // Right after this payment, whatever came later.
      'Rp 14.249.885',
      staff.name,
      'Keuangan',
    ]) {
      expect(text).toContain(bare(said));
    }
  });

  test('when a receipt is printed on a roll, then it is 80 mm wide and says what the sheet says; another width is refused', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 15_750_000);
    const payment = await sent(world, family, invoice, { amount_paid: 1_500_115 });
    const number = (await check(world, staff, payment.id)).json().receipt_number;
    const print = (size: string) =>
      door.call(getReceipt, family, { params: { id: payment.id }, query: `size=${size}` });
    const roll = (await print('80mm')).rawPayload;
    const [, width] = /\/MediaBox \[0 0 ([\d.]+)/u.exec(roll.toString('latin1')) ?? [];
    expect((Number(width) / 72) * 25.4).toBeCloseTo(80, 1);
    for (const said of [
      number,
      family.name!,
      invoice.invoice_number,
      'Rp 1.500.115',
      'Satu juta lima ratus ribu seratus lima belas rupiah',
      'Rp 14.249.885',
    ]) {
      expect(words(roll)).toContain(bare(said));
    }
    expect((await print('a4')).statusCode).toBe(400);
  });

  test('when a payment is not verified, then its receipt is 409', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    const early = await door.call(getReceipt, family, { params: { id: payment.id } });
    expect([early.statusCode, early.json().code]).toEqual([409, 'not_verified']);
    await check(world, staff, payment.id, { action: 'reject', rejection_reason: 'Buram' });
    expect((await door.call(getReceipt, staff, { params: { id: payment.id } })).statusCode).toBe(409);
  });

  test('when others ask for them, then only the owner and the roles that may read invoices get them', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    await check(world, staff, payment.id);
    const before = await footprint(door);
    const rows = async () => Number((await door.db('audit_events').count('* as n').first())?.n);
    const read = await rows();
    for (const role of ROLES) {
      const caller = await door.caller(role);
      const may = { wali_murid: 404, finance: 200, manager_pendidikan: 200, admin: 200, it: 200 };
      const expected = may[role as keyof typeof may] ?? 403;
      const answers = [
        await door.call(getInvoicePdf, caller, { params: { id: invoice.id } }),
        await door.call(getReceipt, caller, { params: { id: payment.id } }),
      ];
      expect([role, ...answers.map((one) => one.statusCode)]).toEqual([role, expected, expected]);
    }
    for (const id of [getInvoicePdf, getReceipt]) {
      expect((await door.call(id, 'anon', { params: { id: invoice.id } })).statusCode).toBe(401);
      expect((await door.call(id, staff, { params: { id: uuidv7() } })).statusCode).toBe(404);
      expect((await door.call(id, staff, { params: { id: 'x' } })).statusCode).toBe(400);
    }
    // Two documents each to the four roles that may; refusals leave nothing.
    expect(await rows()).toBe(read + 8);
    const others = (text: string) => text.replace(/audit_events \d+/u, '');
    expect(others(await footprint(door))).toBe(others(before));
  });

  test('when a name holds markup and formulas, then it is plain text on the page', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const name = '<script>=cmd()</script> O’Brien \\ (é) %s {{x}}';
    await door.db('registrations').update({ child_name: name }).where({ id: invoice.registration_id });
    const body = paymentForm(admission, staff, invoice, { amount_paid: invoice.total_amount });
    const payment = await door.call(addInvoicePayment, staff, { body });
    for (const [id, subject] of [
      [getInvoicePdf, invoice.id],
      [getReceipt, payment.json().id],
    ] as const) {
      const answer = await door.call(id, family, { params: { id: subject } });
      expect(words(answer.rawPayload)).toContain(bare(name));
    }
  });

  test.each([
    [1, 'Satu rupiah'],
    [11, 'Sebelas rupiah'],
    [1_000, 'Seribu rupiah'],
    [350_000, 'Tiga ratus lima puluh ribu rupiah'],
    [1_100_021, 'Satu juta seratus ribu dua puluh satu rupiah'],
    [1_000_000_000_000, 'Satu triliun rupiah'],
  ])('when %i is written in words, then %s', (amount, text) => {
    expect(amountInWords(amount)).toBe(text);
  });
});

describe('the renderer of papers', () => {
  const document: ReceiptDocument = {
    kind: 'receipt',
    signatory: null,
    stamped: false,
    check: {
      url: 'http://localhost:8080/cek/00000000000000000000000000',
      code: '0000 0000 0000 0000 0000 0000 00',
      host: 'localhost:8080',
    },
    school: { name: 'Yayasan Contoh', unit: 'SD Contoh', contact: '+6281200000000' },
    child: {
      child_name: 'Aisyah Putri',
      registration_number: 'PSB-2026-SD-00001',
      level: 'SD kelas 1',
      academic_year: '2026/2027',
      guardian: 'Budi',
    },
    receipt_number: 'KW-2026-000001',
    payer: 'Budi',
    amount_paid: 1,
    payment_date: '2026-11-21',
    payment_method: 'transfer',
    from_bank: false,
    surplus: null,
    invoice_number: 'INV-2026-000001',
    installment_name: 'Tahap 1',
    total_amount: 1,
    remaining_after: 0,
    verified_on: '2026-11-21',
    receiver: 'Fina',
    receiver_role: 'Keuangan',
  };

  test('when one account wants many documents at once, then the first one of another comes before its second', async () => {
    const renderer = new PdfRenderer({ longestWaitMs: 60_000, longestWorkMs: 60_000 });
    const done: string[] = [];
    const wanted = ['a', 'a', 'a', 'a', 'b', 'c', 'b'];
    await Promise.all(
      wanted.map(async (account) => {
        await renderer.render(document, { account });
        done.push(account);
      }),
    );
    const third = done.indexOf('a', done.indexOf('a', done.indexOf('a') + 1) + 1);
    expect(done.slice(0, third).toSorted()).toEqual(expect.arrayContaining(['b', 'c']));
    expect(done.toSorted()).toEqual(wanted.toSorted());
    await renderer.close();
  });

  test('when more documents wait than the queue holds, then some get 503 with Retry-After, and the others their PDF', async () => {
    const renderer = new PdfRenderer({ longestQueue: 5, longestWaitMs: 60_000, longestWorkMs: 60_000 });
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => renderer.render(document)));
    const [good, bad] = [
      made.filter((one) => one.status === 'fulfilled'),
      made.filter((one) => one.status === 'rejected'),
    ];
    expect([good.length, bad.length]).toEqual([5, 7]);
    for (const one of good) expect(words(one.value)).toContain('KW-2026-000001');
    for (const one of bad) {
      expect(one.reason).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
    }
    await renderer.close();
  });

  longTest(
    'when a PDF takes too long or cannot be made, then 503, and a new process makes the next one',
    async () => {
      const hasty = new PdfRenderer({ longestWorkMs: 1 });
      await expect(hasty.render(document)).rejects.toMatchObject({ statusCode: 503 });
      await hasty.close();
      const renderer = new PdfRenderer({ longestWorkMs: 60_000 });
      const broken = { ...document, payment_date: 'no day' };
      await expect(renderer.render(broken)).rejects.toMatchObject({ statusCode: 503 });
      expect(words(await renderer.render(document))).toContain('Kuitansi');
      await renderer.close();
      expect(words(await renderer.render(document))).toContain('Kuitansi');
      await renderer.close();
    },
  );
});
