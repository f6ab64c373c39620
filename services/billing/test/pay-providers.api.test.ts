import { createHmac } from 'node:crypto';
import { keepDues } from '@gerbang/contracts/internal-calls';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import {
  signHmac,
  signRsa,
  snapTimestamp,
  stringToSign,
  tokenText,
} from '@gerbang/service-kit/snap/signature';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { assign } from './bank-bookings.ts';
import { invoiceNow } from './payment-calls.ts';
import { askedFor, receiptsOf, requestRow } from './paid-bills.ts';
import { BANK_KEYS, type BankWorld, openBankAndPayments } from './pay-requests.ts';

const TOTAL = 5_000_000;
const TOKEN = '/webhooks/snap/v1.0/access-token/b2b';
const PAYMENT = '/webhooks/snap/v1.0/transfer-va/payment';

describe('providers that differ by configuration', () => {
  const worlds: BankWorld[] = [];
  const open = async (more: Record<string, string>) => {
    const world = await openBankAndPayments(more);
    worlds.push(world);
    return world;
  };
  afterAll(async () => {
    for (const world of worlds) await world.close();
  });

  /** The bytes that tell of the whole payment of a request. */
  const wordOf = ({ request, no }: Awaited<ReturnType<typeof askedFor>>) =>
    JSON.stringify({
      virtualAccountNo: request.va.number,
      trxId: no,
      paymentRequestId: `P-${no}`,
      paidAmount: { value: `${TOTAL}.00`, currency: 'IDR' },
    });

  test('when a provider calls with a token of ours, then it gets one by its key, and is refused without or with another', async () => {
    const world = await open({ PAY_CALLBACK: 'token', PAY_SIGNATURE: 'hmac' });
    const { app } = world.door;
    const key = String(world.env.PAY_CLIENT_KEY);
    const secret = String(world.env.PAY_CLIENT_SECRET);
    const post = async (url: string, headers: Record<string, string>, payload: string) => {
      const answer = await app.inject({ method: 'POST', url, headers, payload: Buffer.from(payload) });
      return { status: answer.statusCode, ...answer.json() };
    };
    const askToken = (change: Record<string, string> = {}, at = new Date()) => {
      const timestamp = snapTimestamp(at);
      const signature = signRsa(BANK_KEYS.privateKey, tokenText(key, timestamp));
      const headers = { 'x-timestamp': timestamp, 'x-client-key': key, 'x-signature': signature, ...change };
      return post(TOKEN, headers, '{"grantType":"client_credentials"}');
    };
    const given = await askToken();
    expect(given).toMatchObject({
      status: 200,
      responseCode: '2007300',
      tokenType: 'Bearer',
      expiresIn: '900',
    });
    const token = String(given.accessToken);
    for (const refused of [
      await askToken({ 'x-client-key': 'OTHER' }),
      await askToken({ 'x-signature': 'AAAA' }),
      await askToken({}, new Date(Date.now() - 6 * MINUTE_MS)),
    ]) {
      expect(refused).toMatchObject({ status: 401, responseCode: '4017300' });
    }

    const asked = await askedFor(world, TOTAL);
    const raw = wordOf(asked);
    let number = 0;
    const tell = (bearer: string | null, { signed = bearer, at = new Date() } = {}) => {
      const timestamp = snapTimestamp(at);
      number += 1;
      const text = stringToSign({
        method: 'POST',
        path: PAYMENT,
        ...(signed !== null && { token: signed }),
        raw: Buffer.from(raw),
        timestamp,
      });
      const headers = {
        'content-type': 'application/json',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        'x-timestamp': timestamp,
        'x-signature': signHmac(secret, text),
        'x-partner-id': String(world.env.PAY_PARTNER_ID),
        'x-external-id': String(number),
        'channel-id': String(world.env.PAY_CHANNEL_ID),
      };
      return post(PAYMENT, headers, raw);
    };
    const [end = ''] = token.split('.');
    const forged = `${end}.${createHmac('sha256', 'another secret').update(`token ${end}`).digest('base64url')}`;
    for (const wrong of [null, forged, `${Number(end) + 60_000}.${token.split('.')[1]}`]) {
      expect(await tell(wrong)).toMatchObject({ status: 401, responseCode: '4012501' });
    }
    expect(await tell(token, { signed: null })).toMatchObject({ status: 401, responseCode: '4012500' });
    const later = new Date(Date.now() + 16 * MINUTE_MS);
    world.door.setClock(later);
    expect(await tell(token, { at: later })).toMatchObject({ status: 401, responseCode: '4012501' });
    world.door.setClock(null);
    expect(await requestRow(world, asked.request.id)).toMatchObject({ status: 'open' });
    expect(await tell(token)).toMatchObject({ status: 200, responseCode: '2002500' });
    expect(await requestRow(world, asked.request.id)).toMatchObject({ status: 'paid' });
  });

  test('when a provider calls without tokens, then it gets none', async () => {
    const world = await open({});
    const timestamp = snapTimestamp(new Date());
    const key = String(world.env.PAY_CLIENT_KEY);
    const headers = {
      'x-timestamp': timestamp,
      'x-client-key': key,
      'x-signature': signRsa(BANK_KEYS.privateKey, tokenText(key, timestamp)),
    };
    const answer = await world.door.app.inject({ method: 'POST', url: TOKEN, headers, payload: '{}' });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { responseCode: '4017300' }]);
  });

  test('when a provider signs by the secret alone, then its notification books, and one by its key does not', async () => {
    const world = await open({ PAY_SIGNATURE: 'hmac' });
    const asked = await askedFor(world, TOTAL);
    const { family, invoice, no } = asked;
    const raw = wordOf(asked);
    const { headers, path } = await world.bank.sign({ channel: 'va', raw });
    const text = stringToSign({
      method: 'POST',
      path,
      raw: Buffer.from(raw),
      timestamp: String(headers['X-TIMESTAMP']),
    });
    const wrong = { ...headers, 'X-SIGNATURE': signRsa(BANK_KEYS.privateKey, text) };
    const answer = await world.door.app.inject({ method: 'POST', url: path, headers: wrong, payload: raw });
    expect(answer.json()).toMatchObject({ responseCode: '4012500' });
    const { notifications } = await world.bank.pay(no);
    expect(notifications).toMatchObject([{ status: 200, code: '2002500' }]);
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: TOTAL });
  });

  test('when a provider’s document says who keeps money that was not asked for, then it is kept or refused so', async () => {
    const world = await open({ PAY_DUPLICATES: 'refuse', PAY_DIFFERENCES: 'keep' });
    const twice = await askedFor(world, TOTAL);
    const second = await world.bank.pay(twice.no, { times: 2 });
    expect(second.notifications.map(({ code }) => code)).toEqual(['2002500', '4042514']);
    expect(await requestRow(world, twice.request.id)).toMatchObject({ status: 'paid' });
    expect(await receiptsOf(world, twice.request.id)).toEqual([]);

    const less = await askedFor(world, TOTAL);
    const told = await world.bank.pay(less.no, { amount: TOTAL - 1000, notify_times: 2 });
    expect(told.notifications.map(({ code }) => code)).toEqual(['2002500', '2002500']);
    const kept = { cause: 'unknown', amount: TOTAL - 1000, status: 'open' };
    expect(await receiptsOf(world, less.request.id)).toEqual([kept]);
    expect(await requestRow(world, less.request.id)).toMatchObject({ status: 'review', payment_id: null });
    expect(await invoiceNow(world.door, less.family, less.invoice.id)).toMatchObject({ amount_paid: 0 });

    const { id } = await world.door
      .db('unapplied_receipts')
      .where({ pay_request_id: less.request.id })
      .first();
    const part = { kind: 'invoice', id: less.invoice.id, amount: 1_000_000 } as const;
    expect((await assign(world.door, less.staff, id, part)).statusCode).toBe(200);
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });

  test('when admission hangs, then a notification is booked and answered all the same', async () => {
    const world = await open({});
    const { family, invoice, no } = await askedFor(world, TOTAL);
    const real = globalThis.fetch;
    let release = () => {};
    const hung = new Promise<Response>((resolve) => {
      release = () => resolve(Response.json({}));
    });
    const spy = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        String(input).endsWith(keepDues.path) ? hung : real(input, init),
      );
    const { notifications } = await world.bank.pay(no);
    expect(notifications).toMatchObject([{ status: 200, code: '2002500' }]);
    release();
    spy.mockRestore();
    expect(await invoiceNow(world.door, family, invoice.id)).toMatchObject({ amount_paid: TOTAL });
  });

  test('when a notification is larger than any, then the refusal is the standard’s', async () => {
    const world = await open({});
    const { path, headers } = await world.bank.sign({ channel: 'qris', raw: '{}' });
    const payload = Buffer.alloc(32 * 1024 + 1, ' ');
    const answer = await world.door.app.inject({ method: 'POST', url: path, headers, payload });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { responseCode: '4005200', responseMessage: 'Bad Request' },
    ]);
  });
});
