import { longTest, runs } from '@gerbang/domain/testing/runs';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { exportPapers, getFeeReceipt, getLetter, listPapers, revokePaper } from '@gerbang/contracts/papers';
import { schoolSchema } from '@gerbang/contracts/school';
import { groupedPaperCode, nameInitials } from '@gerbang/domain/papers';
import { anyQuery, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { findPaper } from '../src/papers/papers.repository.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmed, payInBooks, processed } from './enrollments.ts';
import { check, codeIn, receiptsOf, tell, verifiedFee } from './papers.ts';
import { scanQr } from './pdf-qr.ts';
import { pdfText } from './pdf-text.ts';
import { until } from '@gerbang/service-kit/testing/until';

const bare = (text: string) => text.replaceAll(/\s+/gu, '');

describe('papers that can be checked', () => {
  let door: Door;
  let family: Caller;
  let manager: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller('wali_murid', 'Budi Santoso');
    manager = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterEach(async () => {
    door.setClock(null);
    expect(await verifyBooks(door.database)).toEqual([]);
  });
  afterAll(() => door.close());

  const feeReceipt = (caller: Caller, id: string) => door.call(getFeeReceipt, caller, { params: { id } });
  const letter = (caller: Caller, id: string) => door.call(getLetter, caller, { params: { id } });
  const revoke = (caller: Caller, id: string, version = 1, reason = 'Salah menulis nama') =>
    door.call(revokePaper, caller, { params: { id }, body: { reason, version } });
  const letterOf = async (id: string) => (await findPaper(door.db, { confirmation_id: id }))!;
  const receiptOf = async (id: string) => (await receiptsOf(door, id))[0]!;
  const trail = (action: string, actor: Caller) =>
    door.db('audit_events').where({ action, actor_id: actor.id });

  test('when the receipt of a fee is printed, then it has the words of a kuitansi, and its page says what it says', async () => {
    const copy = await verifiedFee(door, family, {
      payment_amount: 550_000,
      child_name: 'Umar <b>Faruq</b>',
    });
    const answer = await feeReceipt(family, copy.id);
    const [paper] = await receiptsOf(door, copy.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${paper!.number}.pdf"`,
      link: `<http://localhost:8080/cek/${paper!.code}>; rel="describedby"`,
    });
    const text = bare(pdfText(answer.rawPayload));
    for (const said of [
      'Sudah terima dari',
      'Budi Santoso',
      'Sejumlah',
      'Rp 550.000',
      'Lima ratus lima puluh ribu rupiah',
      'Biaya pendaftaran Umar <b>Faruq</b>',
      'Bukan bukti penerimaan siswa',
      'localhost:8080/cek/',
      groupedPaperCode(paper!.code),
    ]) {
      expect(text).toContain(bare(said));
    }
    expect(text).not.toContain('bermeterai');
    const said = (await check(door, codeIn(answer.rawPayload))).json();
    expect(said).toEqual({
      valid: true,
      kind: 'fee_receipt',
      number: paper!.number,
      issued_on: paper!.issued_on,
      amount: 550_000,
      initials: nameInitials('Umar <b>Faruq</b>'),
      level: 'SD kelas 1',
      school: schoolSchema.parse({}).name,
      host: 'localhost:8080',
    });
    for (const fact of [said.number, said.level, said.school]) expect(text).toContain(bare(fact));
    const roll = await door.call(getFeeReceipt, family, { params: { id: copy.id }, query: 'size=80mm' });
    const slip = bare(pdfText(roll.rawPayload));
    for (const fact of [said.number, said.level, said.school, 'Umar <b>Faruq</b>', 'Rp 550.000'])
      expect(slip).toContain(bare(fact));
  });

  test('when the fee is above the amount of a duty stamp, then the receipt says how to get a stamped one', async () => {
    const [at, above] = [5_000_000, 5_000_001].map((payment_amount) =>
      verifiedFee(door, family, { payment_amount }),
    );
    const text = async (copy: typeof at) =>
      bare(pdfText((await feeReceipt(family, (await copy!).id)).rawPayload));
    expect(await text(at)).not.toContain('bermeterai');
    expect(await text(above)).toContain(bare('Kuitansi asli bermeterai diberikan sekolah atas permintaan.'));
  });

  test('when the child gets another name, then the receipt that is printed again and its page say the same', async () => {
    const copy = await verifiedFee(door, family, { child_name: 'Aisya Putri' });
    await tell(door, { ...copy, version: 2, child_name: 'Aisyah Putri Rahma' });
    const code = codeIn((await feeReceipt(family, copy.id)).rawPayload);
    expect((await check(door, code)).json().initials).toBe('A••••• P•••• R••••');
  });

  test('when the QR code of any paper is scanned, then it is the address of the page that checks this very paper', async () => {
    const copy = await verifiedFee(door, family);
    const { confirmation, family: owner } = await processed(door);
    const { family: payer, invoices } = await billed(door);
    const payment = await payInBooks(door, invoices[0]!, 1_000_000);
    for (const answer of [
      await feeReceipt(family, copy.id),
      await letter(owner, confirmation.id),
      await door.call(getReceipt, payer, { params: { id: payment } }),
    ]) {
      const code = codeIn(answer.rawPayload);
      expect(scanQr(answer.rawPayload)).toBe(`http://localhost:8080/cek/${code}`);
      expect((await check(door, code)).json().valid).toBe(true);
    }
  });

  test('when others ask for a receipt or a letter, then only the family and the roles that may have them, and staff leave a trace', async () => {
    const copy = await verifiedFee(door, family);
    const { confirmation, family: owner } = await processed(door);
    const stranger = await door.caller();
    expect((await feeReceipt(stranger, copy.id)).statusCode).toBe(404);
    expect((await letter(stranger, confirmation.id)).statusCode).toBe(404);
    expect((await letter(owner, confirmation.id)).statusCode).toBe(200);
    const staff = await door.caller('finance');
    expect((await feeReceipt(staff, copy.id)).statusCode).toBe(200);
    expect((await letter(staff, confirmation.id)).statusCode).toBe(200);
    expect(await trail('paper.read', staff)).toHaveLength(2);
    expect(await trail('paper.read', owner)).toEqual([]);
  });

  test('when a confirmation is processed, then its letter is of that day, whatever day it is printed', async () => {
    door.setClock(new Date('2026-11-22T18:00:00Z'));
    const { confirmation, family: owner, copy } = await processed(door);
    door.setClock(new Date('2026-12-24T03:00:00Z'));
    const answer = await letter(owner, confirmation.id);
    const paper = await letterOf(confirmation.id);
    expect(paper).toMatchObject({
      issued_on: '2026-11-23',
      number: expect.stringMatching(/^SK-2026-\d{6}$/u),
    });
    const text = bare(pdfText(answer.rawPayload));
    for (const said of [
      'Surat Keterangan Diterima',
      paper.number,
      copy.child_name,
      copy.registration_number,
      copy.academic_year,
      '23 November 2026',
      'diterima sebagai murid baru',
    ]) {
      expect(text).toContain(bare(said));
    }
    expect(text).not.toContain(bare('24 Desember 2026'));
    const said = (await check(door, codeIn(answer.rawPayload))).json();
    expect(said).toMatchObject({
      kind: 'acceptance_letter',
      issued_on: '2026-11-23',
      year: copy.academic_year,
    });
    expect(said).not.toHaveProperty('amount');
  });

  test('when the school names who signs, then the papers say so', async () => {
    const { texts, ...school } = schoolSchema.parse({});
    const signed = {
      signatory_name: 'Hendra Gunawan',
      signatory_title: 'Kepala Sekolah',
      signatory_city: 'Depok',
    };
    const settings = JSON.stringify({ ...school, texts: { ...texts, ...signed } });
    await door.db('school').insert({ version: 5, settings }).onConflict('id').merge();
    await door.context.school.look();
    const copy = await verifiedFee(door, family);
    const { confirmation, family: owner } = await processed(door);
    for (const answer of [await feeReceipt(family, copy.id), await letter(owner, confirmation.id)]) {
      for (const said of Object.values(signed)) {
        expect(bare(pdfText(answer.rawPayload))).toContain(bare(said));
      }
    }
  });

  test('when a confirmation is not processed, then it has no letter; one of before letters gets its own, once', async () => {
    const { confirmation, family: owner } = await confirmed(door);
    expect((await letter(owner, confirmation.id)).statusCode).toBe(404);
    expect((await letter(owner, uuidv7())).statusCode).toBe(404);
    await door.database.transaction(async (trx) => {
      await trx('enrollment_confirmations').where({ id: confirmation.id }).update({
        status: 'processed',
        enrollment_status: 'confirmed',
        version: 2,
        decided_at: new Date(),
        decided_by_id: manager.id,
      });
      await trx('confirmation_events').insert({
        id: uuidv7(),
        confirmation_id: confirmation.id,
        version: 2,
        to_status: 'processed',
        cause: 'processed',
      });
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => letter(owner, confirmation.id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(8).fill(200));
    expect(new Set(answers.map((one) => codeIn(one.rawPayload))).size).toBe(1);
  });

  longTest(
    'when a kuitansi of before papers is opened 40 times at once, then it keeps its number and gets one code',
    async () => {
      const { family: owner, invoices } = await billed(door);
      const payment = await payInBooks(door, invoices[0]!, 6_000_000);
      const receipt = () => door.call(getReceipt, owner, { params: { id: payment } });
      const answers = await Promise.all(Array.from({ length: 40 }, receipt));
      expect(new Set(answers.map((one) => codeIn(one.rawPayload))).size).toBe(1);
      const { receipt_number } = await door.db('enrollment_invoice_payments').where({ id: payment }).first();
      const text = bare(pdfText(answers[0]!.rawPayload));
      expect(text).toContain(bare('Kuitansi asli bermeterai'));
      expect((await check(door, codeIn(answers[0]!.rawPayload))).json()).toMatchObject({
        kind: 'invoice_receipt',
        number: receipt_number,
        amount: 6_000_000,
      });
    },
  );

  test('when 40 confirmations are processed at once, then their letters are numbered without gaps', async () => {
    const count = async () =>
      Number((await door.db('papers').where({ kind: 'acceptance_letter' }).count('* as n').first())?.n);
    const before = await count();
    await Promise.all(Array.from({ length: 40 }, () => processed(door)));
    expect(await count()).toBe(before + 40);
  });

  test('when a letter is revoked, then its code says since when, it is no longer printed, and the trail says who and why', async () => {
    const { confirmation, family: owner } = await processed(door);
    const { id, code, number } = await letterOf(confirmation.id);
    door.setClock(new Date('2026-12-01T20:00:00Z'));
    const answers = await Promise.all(Array.from({ length: 40 }, () => revoke(manager, id)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(39).fill(409)]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().code).toBe('revoked_already');
    expect((await revoke(manager, id, 2)).json().code).toBe('revoked_already');
    const said = await check(door, code);
    expect(said.json()).toEqual({
      valid: false,
      kind: 'acceptance_letter',
      number,
      issued_on: expect.any(String),
      revoked_on: '2026-12-02',
      school: expect.any(String),
      host: 'localhost:8080',
    });
    const printed = await letter(owner, confirmation.id);
    expect([printed.statusCode, printed.json().code]).toEqual([409, 'revoked']);
    expect(await trail('paper.revoked', manager)).toMatchObject([
      { subject_id: id, details: { reason: 'Salah menulis nama', number } },
    ]);
  });

  test('when a receipt is to be revoked, or an old version, an unknown one or no reason is sent, then it is refused', async () => {
    const copy = await verifiedFee(door, family);
    const [receipt] = await receiptsOf(door, copy.id);
    const refused = await revoke(manager, receipt!.id);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'receipt_follows_payment']);
    const { confirmation } = await processed(door);
    const { id } = await letterOf(confirmation.id);
    expect((await revoke(manager, id, 7)).json().code).toBe('stale');
    expect((await revoke(manager, uuidv7())).statusCode).toBe(404);
    for (const reason of ['', 'abcd', 'x'.repeat(301)]) {
      expect((await revoke(manager, id, 1, reason)).statusCode).toBe(400);
    }
    expect((await letterOf(confirmation.id)).revoked_at).toBeNull();
  });

  test('when a code is typed in any way, then it is read; an unknown one and no code are the same 404', async () => {
    const copy = await verifiedFee(door, family);
    const { code } = await receiptOf(copy.id);
    for (const typed of [code.toLowerCase(), encodeURIComponent(groupedPaperCode(code))]) {
      const answer = await check(door, typed);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    }
    const bodies = await Promise.all(
      ['0'.repeat(26), 'x', '7', 'z'.repeat(60), code.slice(1)].map(async (typed) => {
        const answer = await check(door, typed);
        const { requestId: _id, ...body } = answer.json();
        return { status: answer.statusCode, cache: answer.headers['cache-control'], body };
      }),
    );
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 404, cache: 'no-store' });
  });

  test('when a paper is looked up, then the looks are counted and not who looked, with HEAD too', async () => {
    const copy = await verifiedFee(door, family);
    const { id, code } = await receiptOf(copy.id);
    const rows = async () => Number((await door.db('audit_events').count('* as n').first())?.n);
    const before = await rows();
    for (let look = 0; look < 3; look += 1) await check(door, code);
    const head = await door.app.inject({
      method: 'HEAD',
      url: `/api/papers/${code}`,
      headers: door.headers('anon'),
    });
    expect([head.statusCode, head.headers['cache-control'], head.body]).toEqual([200, 'no-store', '']);
    await until(async () => (await door.db('papers').where({ id }).first()).looks >= 4);
    expect((await door.db('papers').where({ id }).first()).looks).toBe(4);
    expect(await rows()).toBe(before);
    expect(door.logged()).not.toContain('looks at papers were not counted');
  });

  test('when papers of any children are checked, then no answer holds a name', async () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9}){0,3}$/u);
    await fc.assert(
      fc.asyncProperty(name, async (child_name) => {
        const copy = await verifiedFee(door, family, { child_name, father_name: `Ayah ${child_name}` });
        const { code } = await receiptOf(copy.id);
        const { initials, ...others } = (await check(door, code)).json();
        for (const word of child_name.split(' ')) {
          expect(initials).not.toContain(word);
          expect(Object.keys(others).toSorted()).toEqual(
            ['amount', 'host', 'issued_on', 'kind', 'level', 'number', 'school', 'valid'].toSorted(),
          );
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('when staff list papers, then they find them by number and child, in pages with their count, and it is noted', async () => {
    const staff = await door.caller('finance', 'Fina');
    const copy = await verifiedFee(door, family, { child_name: 'Wulandari Khusus' });
    const [paper] = await receiptsOf(door, copy.id);
    const list = async (query: string) => door.call(listPapers, staff, { query });
    const [found] = (await list('search=wulandari')).json();
    expect(found).toEqual({
      id: paper!.id,
      version: 1,
      kind: 'fee_receipt',
      number: paper!.number,
      child_name: 'Wulandari Khusus',
      issued_on: paper!.issued_on,
      amount: 350_000,
      revoked_at: null,
      reason: null,
      looks: 0,
      registration_id: copy.id,
      payment_id: null,
      confirmation_id: null,
    });
    expect((await list(`search=${paper!.number.toLowerCase()}`)).json()).toEqual([found]);
    expect((await list('search=wulandari&kind=acceptance_letter')).json()).toEqual([]);
    expect((await list('search=%25')).json()).toEqual([]);
    const file = await door.call(exportPapers, staff, { query: 'format=csv&search=wulandari' });
    expect(readCsv(file.body).slice(1)).toEqual([
      [
        paper!.number,
        'Kuitansi biaya pendaftaran',
        'Wulandari Khusus',
        paper!.issued_on.split('-').toReversed().join('/'),
        '350000',
        '',
        '',
        '0',
      ],
    ]);
    expect(await trail('papers.exported', staff)).toHaveLength(1);
    const page = await list('kind=fee_receipt&limit=1');
    expect(page.json()).toHaveLength(1);
    expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1);
    expect(page.headers.link).toContain('rel="next"');
    expect(await trail('papers.read', staff)).toHaveLength(5);
    expect((await list(`search=wulandari&academic_year=${copy.academic_year}`)).json()).toEqual([found]);
    expect((await list('search=wulandari&academic_year=2098/2099')).json()).toEqual([]);
    expect((await list('')).body).not.toContain(paper!.code);
  });

  test('when codes and queries are anything, then it is never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        anyQuery(['search', 'kind', 'sort', 'limit', 'cursor', '__proto__'], 'fee_receipt', '-issued_on'),
        async (code, query) => {
          expectOneShape(await check(door, encodeURIComponent(code.toWellFormed())), code);
          expectOneShape(await door.call(listPapers, manager, { query }), query);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
