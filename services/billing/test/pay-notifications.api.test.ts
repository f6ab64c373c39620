import { cancelPayRequest, refreshPayRequest } from '@gerbang/contracts/pay-requests';
import { HOUR_MS } from '@gerbang/service-kit/program/timers';
import { snapTimestamp } from '@gerbang/service-kit/snap/signature';
import { WINPAY } from '@gerbang/service-kit/testing/snap-samples';
import { until } from '@gerbang/service-kit/testing/until';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { copyOf } from './enrollments.ts';
import { actOnWaiting } from '../src/pay-requests/tend-pay-requests.ts';
import { openPayments } from './invoice-payments.ts';
import { invoiceNow, invoiceOf } from './payment-calls.ts';
import { ask, type BankWorld, openBankAndPayments, payEnv } from './pay-requests.ts';

describe('what passes between the portal and a provider of payments', () => {
  let world: BankWorld;
  beforeAll(async () => {
    world = await openBankAndPayments();
  });
  afterAll(() => world.close());

  /** A family's request for an invoice, and the bytes that would tell of its payment. */
  async function asked() {
    const made = await invoiceOf(world, 5_000_000);
    const answer = await ask(world.door, made.family, {
      kind: 'invoice',
      id: made.invoice.id,
      channel: 'va',
    });
    const { id, va } = answer.json();
    const { request_no: no } = await world.door.db('pay_requests').where({ id }).first();
    const raw = JSON.stringify({
      partnerServiceId: '   90010',
      customerNo: '1',
      virtualAccountNo: `   ${va.number}`,
      virtualAccountName: 'PPDB "Contoh"',
      trxId: String(no),
      paymentRequestId: `P-${no}`,
      paidAmount: { value: '5000000.00', currency: 'IDR' },
    });
    return { ...made, id: String(id), no: String(no), raw };
  }
  const post = (url: string, headers: Record<string, string>, payload: Buffer) =>
    world.door.app.inject({ method: 'POST', url, headers, payload });

  /** How many notifications were answered so, as operators see it. */
  async function figure(answer: string): Promise<number> {
    const text = await world.door.metrics.text();
    const line = text
      .split('\n')
      .find((one) => one.startsWith('pay_notifications_total{') && one.includes(`answer="${answer}"`));
    return Number(line?.split(' ').at(-1));
  }

  test('when notifications are old, changed, unknown or without a head, then each is counted by what it was answered', async () => {
    const { raw } = await asked();
    const tell = async (change: Record<string, string> = {}, body = raw) => {
      const { path, headers } = await world.bank.sign({ channel: 'va', raw: body });
      return (await post(path, { ...headers, ...change }, Buffer.from(body))).json().responseCode;
    };
    const names = ['taken', 'stale', 'unreadable', 'signature', 'unknown', 'amount', 'changed'];
    const before = await Promise.all(names.map(figure));
    const { path, headers } = await world.bank.sign({
      channel: 'va',
      raw: raw.replace(/"trxId":"\d+"/u, '"trxId":"99"'),
      external_id: '4711',
    });
    await post(path, headers, Buffer.from(raw.replace(/"trxId":"\d+"/u, '"trxId":"99"')));
    const other = await world.bank.sign({ channel: 'va', raw, external_id: '4711' });
    await post(other.path, other.headers, Buffer.from(raw));
    await tell({ 'X-TIMESTAMP': '2020-01-01T00:00:00+07:00' });
    await tell({ 'X-EXTERNAL-ID': '' });
    await tell({ 'X-SIGNATURE': 'AAAA' });
    await tell({}, raw.replace('5000000.00', '4000000.00'));
    const after = await Promise.all(names.map(figure));
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([0, 1, 1, 1, 1, 1, 1]);
  });

  /** Everything that a notification could change. */
  async function state() {
    const { db } = world.door;
    const words = await db('pay_notifications').orderBy('id');
    return {
      refused: words.filter(({ outcome }) => outcome === 'refused').length,
      rest: JSON.stringify([
        words.filter(({ outcome }) => outcome !== 'refused'),
        await db('pay_requests').orderBy('id'),
        await db('enrollment_invoice_payments').orderBy('id'),
        await db('unapplied_receipts').orderBy('id'),
        await db('enrollment_invoices').orderBy('id'),
      ]),
    };
  }

  test('when any byte of head, path or body is another, then it is refused, and at most one refusal is kept', async () => {
    const { raw, id } = await asked();
    const { path, headers } = await world.bank.sign({ channel: 'va', raw });
    const before = await state();
    const signed = ['X-TIMESTAMP', 'X-SIGNATURE', 'X-PARTNER-ID', 'CHANNEL-ID'];
    // A backslash in a path is a slash to the test's own client.
    const char = fc
      .integer({ min: 0x21, max: 0x7e })
      .map((code) => String.fromCharCode(code))
      .filter((one) => one !== '\\');
    const changed = fc.oneof(
      fc.record({ part: fc.constantFrom(...signed), at: fc.nat(), put: char }),
      fc.record({ part: fc.constant('path'), at: fc.nat(), put: char }),
      fc.record({ part: fc.constant('body'), at: fc.nat(), put: fc.integer({ min: 0, max: 255 }) }),
    );
    let { refused } = before;
    await fc.assert(
      fc.asyncProperty(changed, async ({ part, at, put }) => {
        const bytes = Buffer.from(raw);
        const other = { ...headers };
        let url = path;
        const swap = (text: string, from: number) => {
          const index = from + (at % (text.length - from));
          fc.pre(text[index] !== put);
          return text.slice(0, index) + String(put) + text.slice(index + 1);
        };
        if (part === 'path') url = swap(path, 1);
        else if (typeof put === 'string') other[part] = swap(String(headers[part]), 0);
        else {
          fc.pre(bytes[at % bytes.length] !== put);
          bytes[at % bytes.length] = put;
        }
        const { statusCode } = await post(url, other, bytes);
        expect(statusCode).toBeGreaterThanOrEqual(400);
        const now = await state();
        expect(now.rest).toBe(before.rest);
        expect(now.refused - refused).toBeLessThanOrEqual(1);
        refused = now.refused;
      }),
      { numRuns: runs(500, { plain: 100 }) },
    );
    expect((await post(path, headers, Buffer.from(raw))).json()).toMatchObject({ responseCode: '2002500' });
    expect(await world.door.db('pay_requests').where({ id }).first()).toMatchObject({ status: 'paid' });
  });

  test('when forged calls flood the door, then a hundred an hour are kept, all are counted, and no request is looked up', async () => {
    const { raw } = await asked();
    const later = new Date(Date.now() + 2 * HOUR_MS);
    world.door.setClock(later);
    const { path, headers } = await world.bank.sign({ channel: 'va', raw, timestamp: snapTimestamp(later) });
    const count = async () => (await state()).refused;
    const before = await count();
    const counted = await figure('signature');
    const asks: string[] = [];
    // Other work of the service, as its look at the school's settings, is none of the door's.
    const note = ({ sql }: { readonly sql: string }) =>
      /pay_|invoice|registration/u.test(sql) && asks.push(sql);
    world.door.context.database.knex.on('query', note);
    const forged = { ...headers, 'X-SIGNATURE': Buffer.alloc(256, 7).toString('base64') };
    const codes = await Promise.all(
      Array.from(
        { length: 200 },
        async () => (await post(path, forged, Buffer.from(raw))).json().responseCode,
      ),
    );
    const before201 = asks.length;
    await post(path, forged, Buffer.from(raw));
    expect(asks.length).toBe(before201);
    world.door.context.database.knex.removeListener('query', note);
    world.door.setClock(null);
    expect(new Set(codes)).toEqual(new Set(['4012500']));
    expect((await count()) - before).toBe(100);
    expect((await figure('signature')) - counted).toBe(201);
    expect(asks.filter((sql) => !/pay_notifications/u.test(sql))).toEqual([]);
  });

  test('when the provider is called, whatever for, then no name, NIK or phone of a person leaves', async () => {
    const { door } = world;
    const base = String(door.context.config.PAY_BASE_URL);
    const sent: string[] = [];
    const real = globalThis.fetch;
    const spy = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      // Signatures and tokens are random letters.
      const {
        Authorization: _token,
        'X-SIGNATURE': _signature,
        ...others
      } = { ...(init?.headers as object) } as Record<string, string>;
      if (url.startsWith(base))
        sent.push(`${init?.method} ${url} ${JSON.stringify(others)} ${String(init?.body)}`);
      return real(input, init);
    });
    const { family, invoice, staff } = await asked();
    const fee = await copyOf(door, family, { payment_amount: 350_000, payment_status: 'pending' });
    for (const channel of ['va', 'qris']) {
      for (const target of [
        { kind: 'invoice', id: invoice.id },
        { kind: 'registration_fee', id: fee.id },
      ]) {
        const answer = await ask(door, family, { ...target, channel });
        expect([200, 201]).toContain(answer.statusCode);
        const params = { id: answer.json().id };
        expect((await door.call(refreshPayRequest, staff, { params })).statusCode).toBe(200);
      }
    }
    const live = await door.db('pay_requests').where({ user_id: family.id, status: 'open' }).pluck('id');
    for (const id of live) await door.call(cancelPayRequest, family, { params: { id } });
    spy.mockRestore();
    const paths = ['create-va', 'transfer-va/status', 'delete-va', 'qr-mpm-generate', 'qr-mpm-query'];
    for (const path of paths) expect(sent.join('\n')).toContain(path);
    const { rows } = await door.db.raw(
      'select to_jsonb(r) as row from registrations r union all select to_jsonb(a) from accounts a',
    );
    const personal = (rows as { row: Record<string, unknown> }[]).flatMap(({ row }) =>
      Object.entries(row).flatMap(([name, value]) =>
        /name|nik|phone|email/u.test(name) && typeof value === 'string' && value.length > 3 ? [value] : [],
      ),
    );
    expect(personal.length).toBeGreaterThan(2);
    const text = sent.join('\n').toLowerCase();
    const parts = new Set(personal.flatMap((value) => [value, ...value.split(/\s+/u)]));
    expect([...parts].filter((one) => one.length > 3 && text.includes(one.toLowerCase()))).toEqual([]);
  });
});

test('when another provider is configured, then the notification that it publishes is taken to the byte', async () => {
  const { door, close } = await openPayments({
    ...payEnv(),
    PAY_PROVIDER_KEYS: WINPAY.key,
    PAY_PARTNER_ID: WINPAY.partnerId,
    PAY_WEBHOOK_URL: 'https://ppdb.sekolah.sch.id/sandbox_prod/url_listener.php',
  });
  door.setClock(new Date(WINPAY.call.timestamp));
  const tell = async (raw: Buffer) => {
    const headers = {
      'content-type': 'application/json',
      'x-timestamp': WINPAY.call.timestamp,
      'x-signature': WINPAY.signature,
      'x-partner-id': WINPAY.partnerId,
      'x-external-id': '45539',
      'channel-id': '95051',
    };
    const url = '/webhooks/snap/v1.0/transfer-va/payment';
    return (await door.app.inject({ method: 'POST', url, headers, payload: raw })).json().responseCode;
  };
  const raw = Buffer.from(WINPAY.call.raw);
  // It names a bill of Winpay's own sample: the signature is right, and the request none of ours.
  expect(await tell(raw)).toBe('4042512');
  expect(await door.db('pay_notifications')).toMatchObject([
    {
      signature_ok: true,
      request_no: 'INV-000000023220',
      provider_ref: '45539',
      amount: 10_000,
      outcome: 'unknown',
    },
  ]);
  expect(await tell(Buffer.from(String(raw).replace('"10000.00"', '"10000.0"')))).toBe('4012500');
  await close();
});

test('when booking takes longer than the provider waits, then what is stored is answered, and a job books it', async () => {
  const world = await openBankAndPayments({ PAY_ANSWER_MS: '500' });
  try {
    const { family, invoice } = await invoiceOf(world, 5_000_000);
    const { id } = (await ask(world.door, family, { kind: 'invoice', id: invoice.id, channel: 'va' })).json();
    const { request_no: no } = await world.door.db('pay_requests').where({ id }).first();
    const word = () => world.door.db('pay_notifications').where({ request_no: no }).first();
    const holder = await world.door.db.transaction();
    await holder('enrollment_invoices').where({ id: invoice.id }).forUpdate();
    const { payments } = await world.bank.pay(no, { notify: 'off' });
    const { partnerServiceId, customerNo, virtualAccountNo } = JSON.parse(
      (await world.bank.find(no)).created.raw,
    );
    const raw = JSON.stringify({
      partnerServiceId,
      customerNo,
      virtualAccountNo,
      trxId: no,
      paymentRequestId: payments[0]?.payment_id,
      paidAmount: { value: '5000000.00', currency: 'IDR' },
    });
    // On a busy machine storing may be late too; then the provider tells again.
    await until(async () => (await world.bank.tell('va', raw)).responseCode === '2002500');
    expect(await word()).toMatchObject({ outcome: null });
    await holder.rollback();
    await until(async () => {
      await actOnWaiting(world.door.context);
      return (await word()).outcome === 'booked';
    });
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: 5_000_000 });
  } finally {
    await world.close();
  }
});
