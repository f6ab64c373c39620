import { generateKeyPairSync } from 'node:crypto';
import {
  isRsa,
  signHmac,
  signRsa,
  snapTimestamp,
  stringToSign,
  tokenText,
} from '@gerbang/service-kit/snap/signature';
import { until } from '@gerbang/service-kit/testing/until';
import Fastify from 'fastify';
import { createSimulator } from '../src/app.ts';

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
const bankKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SECRET = 'secret-of-the-client';
const ME = { clientKey: 'SCHOOL', partnerId: 'SCHOOL01', channelId: '95051', merchantId: '00007100010926' };

interface Told {
  path: string;
  headers: Record<string, string>;
  raw: string;
  status: number | null;
  code: string | null;
}
interface Shown {
  id: string;
  state: string;
  creates: number;
  looks: number;
  amount: number;
  qr_content: string | null;
  va_number: string | null;
  expires_at: string;
  created: { headers: Record<string, string>; raw: string };
  payments: { payment_id: string; amount: number }[];
  notifications: Told[];
}

/** What the calls of bank and SNAP answer, as far as the tests read it. */
interface Body {
  accessToken: string;
  qrContent: string;
  payments: [{ payment_id: string; rrn: string }, { payment_id: string; rrn: string }];
  notifications: [Told];
  path: string;
  headers: Record<string, string>;
  gross: number;
  requests: string[];
}
const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Body,
});

describe('the simulated bank', () => {
  const portal = Fastify();
  const heard: { path: string; raw: string; headers: Record<string, unknown> }[] = [];
  let simulator: ReturnType<typeof createSimulator>;
  let snapUrl: string;
  let bankUrl: string;
  let token: string;
  let external = 0;
  let numbers = 0;

  beforeAll(async () => {
    portal.removeAllContentTypeParsers();
    portal.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    portal.post('/webhooks/snap/*', async (request, reply) => {
      heard.push({ path: request.url, raw: String(request.body), headers: request.headers });
      return reply.send({ responseCode: '2002500', responseMessage: 'Successful' });
    });
    const url = await portal.listen({ host: '127.0.0.1', port: 0 });
    simulator = createSimulator({
      token: 'simulator-token',
      phoneNumberId: '100000000000001',
      appSecret: 'simulator-secret',
      webhookUrl: `${url}/none`,
      bank: {
        ...ME,
        clientSecret: SECRET,
        banks: [{ code: '451', partnerServiceId: '   88608' }],
        merchantKey: merchant.publicKey,
        key: bankKeys.privateKey,
        signs: 'rsa',
        webhookUrl: `${url}/webhooks/snap`,
      },
    });
    bankUrl = await simulator.app.listen({ host: '127.0.0.1', port: 0 });
    snapUrl = await (simulator.snap?.listen({ host: '127.0.0.1', port: 0 }) ?? '');
    token = (await askToken()).body.accessToken;
  });
  afterAll(async () => {
    await simulator.app.close();
    await portal.close();
  });
  beforeEach(async () => {
    heard.length = 0;
    await post('/bank/control', { reset: true });
  });

  async function askToken(key = merchant.privateKey, timestamp = snapTimestamp(new Date())) {
    const response = await fetch(`${snapUrl}/v1.0/access-token/b2b`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-key': ME.clientKey,
        'x-timestamp': timestamp,
        'x-signature': signRsa(key, tokenText(ME.clientKey, timestamp)),
      },
      body: '{"grantType":"client_credentials"}',
    });
    return read(response);
  }

  /** A signed call of the school; `change` spoils it after signing. */
  async function snap(
    path: string,
    body: object,
    change: { headers?: Record<string, string>; method?: string; raw?: string } = {},
    signal?: AbortSignal,
  ) {
    const [method, raw] = [change.method ?? 'POST', JSON.stringify(body, null, 2)];
    const timestamp = change.headers?.['x-timestamp'] ?? snapTimestamp(new Date());
    external += 1;
    const text = stringToSign({ method, path, token, raw: Buffer.from(raw), timestamp });
    const response = await fetch(`${snapUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-timestamp': timestamp,
        'x-signature': signHmac(SECRET, text),
        'x-partner-id': ME.partnerId,
        'x-external-id': String(external),
        'channel-id': ME.channelId,
        ...change.headers,
      },
      body: change.raw ?? raw,
      ...(signal && { signal }),
    });
    return read(response);
  }

  const next = () => String(1_000_000 + (numbers += 1));
  const inMinutes = (minutes: number) => snapTimestamp(new Date(Date.now() + minutes * 60_000));
  const va = (no: string, amount = 350_000) => ({
    partnerServiceId: '   88608',
    customerNo: no,
    virtualAccountNo: `   88608${no}`,
    virtualAccountName: 'SD CONTOH INV-1',
    trxId: no,
    totalAmount: { value: `${amount}.00`, currency: 'IDR' },
    expiredDate: inMinutes(60),
    virtualAccountTrxType: 'C',
  });
  const qr = (no: string) => ({
    partnerReferenceNo: no,
    amount: { value: '350000.00', currency: 'IDR' },
    merchantId: ME.merchantId,
    validityPeriod: inMinutes(30),
  });
  const createVa = (no: string, change = {}) => snap('/v1.0/transfer-va/create-va', va(no), change);
  const lookAt = (no: string) =>
    snap('/v1.0/transfer-va/status', {
      partnerServiceId: '   88608',
      customerNo: no,
      virtualAccountNo: `   88608${no}`,
      inquiryRequestId: no,
    });

  async function post(path: string, body: object) {
    const response = await fetch(`${bankUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return read(response);
  }
  async function shown(no: string): Promise<Shown> {
    const [first] = (await (await fetch(`${bankUrl}/bank/requests?no=${no}`)).json()) as Shown[];
    if (!first) throw new Error(`no request ${no}`);
    return first;
  }
  const pay = async (no: string, how: object = {}) => post(`/bank/requests/${(await shown(no)).id}/pay`, how);

  test('when a token is asked for with another key or an old time, then it is refused', async () => {
    expect(await askToken()).toMatchObject({
      status: 200,
      body: { responseCode: '2007300', tokenType: 'Bearer', expiresIn: '900' },
    });
    expect(await askToken(bankKeys.privateKey)).toMatchObject({
      status: 401,
      body: { responseCode: '4017300' },
    });
    expect(await askToken(merchant.privateKey, '2020-01-01T00:00:00+07:00')).toMatchObject({
      body: { responseCode: '4007301' },
    });
  });

  test('when a VA is made and paid, then the portal hears it signed, and a look says paid', async () => {
    const no = next();
    expect(await createVa(no)).toMatchObject({
      status: 200,
      body: { responseCode: '2002700', virtualAccountData: { virtualAccountNo: `   88608${no}` } },
    });
    expect(await lookAt(no)).toMatchObject({ body: { virtualAccountData: { paymentFlagStatus: '03' } } });
    const paid = await pay(no);
    expect(paid).toMatchObject({ status: 200, body: { notifications: [{ status: 200, code: '2002500' }] } });
    const [told] = heard;
    if (!told) throw new Error('nothing was heard');
    const text = stringToSign({
      method: 'POST',
      path: told.path,
      raw: Buffer.from(told.raw),
      timestamp: String(told.headers['x-timestamp']),
    });
    expect(told.path).toBe('/webhooks/snap/v1.0/transfer-va/payment');
    expect(isRsa([bankKeys.publicKey], text, String(told.headers['x-signature']))).toBe(true);
    expect(JSON.parse(told.raw)).toMatchObject({
      trxId: no,
      paymentRequestId: paid.body.payments[0].payment_id,
      paidAmount: { value: '350000.00', currency: 'IDR' },
    });
    expect(await lookAt(no)).toMatchObject({
      body: {
        responseCode: '2002600',
        virtualAccountData: {
          paymentFlagStatus: '00',
          paidAmount: { value: '350000.00' },
          referenceNo: paid.body.payments[0].rrn,
        },
      },
    });
    expect(await shown(`88608${no}`)).toMatchObject({
      state: 'paid',
      creates: 1,
      looks: 2,
      bank_code: '451',
    });
    const { created } = await shown(no);
    expect(created.headers['x-partner-id']).toBe(ME.partnerId);
    expect(created.raw).toContain(`,\n  "virtualAccountTrxType": "C"`);
    expect(await pay(no)).toMatchObject({ status: 409 });
    expect(await pay(no, { after_end: true })).toMatchObject({ status: 200 });
  });

  test('when head or body of a call is wrong, then the answer says which, and nothing is made', async () => {
    const no = next();
    expect(await createVa(no, { raw: JSON.stringify(va(no, 1)) })).toMatchObject({
      status: 401,
      body: { responseCode: '4012700' },
    });
    const codes = [
      [{ authorization: 'Bearer other' }, '4012701'],
      [{ 'x-timestamp': '2020-01-01T00:00:00+07:00' }, '4002701'],
      [{ 'x-external-id': 'a' }, '4002702'],
      [{ 'x-external-id': '1' }, '4092700'],
      [{ 'x-partner-id': 'other' }, '4012700'],
      [{ 'channel-id': '1' }, '4012700'],
    ] as const;
    await createVa(next(), { headers: { 'x-external-id': '1' } });
    for (const [headers, code] of codes) {
      expect(await createVa(no, { headers })).toMatchObject({ body: { responseCode: code } });
    }
    const open = snap('/v1.0/transfer-va/create-va', { ...va(no), virtualAccountTrxType: 'O' });
    expect(await open).toMatchObject({ status: 400, body: { responseCode: '4002701' } });
    await expect(shown(no)).rejects.toThrow('no request');
  });

  test('when a VA is deleted, then it cannot be paid in time any more; a paid one says that it is paid', async () => {
    const no = next();
    await createVa(no);
    const { partnerServiceId, customerNo, virtualAccountNo, trxId } = va(no);
    const remove = () =>
      snap(
        '/v1.0/transfer-va/delete-va',
        { partnerServiceId, customerNo, virtualAccountNo, trxId },
        { method: 'DELETE' },
      );
    expect(await remove()).toMatchObject({ status: 200, body: { responseCode: '2003100' } });
    expect(await pay(no)).toMatchObject({ status: 409 });
    expect(await pay(no, { after_end: true })).toMatchObject({ status: 200 });
    expect(await remove()).toMatchObject({ status: 404, body: { responseCode: '4043114' } });
  });

  test('when a QR is made and paid, then its content has a right check and the notification its reference', async () => {
    const no = next();
    const made = await snap('/v1.0/qr/qr-mpm-generate', qr(no));
    expect(made).toMatchObject({ body: { responseCode: '2004700', partnerReferenceNo: no } });
    expect(made.body.qrContent).toMatch(/^000201010212.*5303360.*5406?\d*350000\.00.*6304[0-9A-F]{4}$/u);
    const query = () => snap('/v1.0/qr/qr-mpm-query', { originalPartnerReferenceNo: no, serviceCode: '47' });
    expect(await query()).toMatchObject({ body: { latestTransactionStatus: '03' } });
    await pay(no);
    expect(heard[0]?.path).toBe('/webhooks/snap/v1.0/qr/qr-mpm-notify');
    expect(JSON.parse(heard[0]?.raw ?? '')).toMatchObject({
      originalPartnerReferenceNo: no,
      latestTransactionStatus: '00',
      amount: { value: '350000.00' },
    });
    expect(await query()).toMatchObject({ body: { responseCode: '2005100', latestTransactionStatus: '00' } });
  });

  test('when the switches of a payment are used, then the notifications are so', async () => {
    const twice = next();
    await createVa(twice);
    const { body } = await pay(twice, { times: 2, order: 'reversed', notify_times: 2 });
    const [first, second] = body.payments;
    expect(first.payment_id).not.toBe(second.payment_id);
    expect(heard.map(({ raw }) => JSON.parse(raw).paymentRequestId)).toEqual([
      second.payment_id,
      second.payment_id,
      first.payment_id,
      first.payment_id,
    ]);
    expect(heard[0]).toEqual(heard[1]);

    const less = next();
    await createVa(less);
    await pay(less, { amount: 349_000, notify: 'off' });
    expect(await shown(less)).toMatchObject({ payments: [{ amount: 349_000 }], notifications: [] });

    const forged = next();
    await createVa(forged);
    const bad = (await pay(forged, { signature: 'bad', timestamp: 'old' })).body.notifications[0];
    const text = stringToSign({
      method: 'POST',
      path: bad.path,
      raw: Buffer.from(bad.raw),
      timestamp: bad.headers['X-TIMESTAMP'] ?? '',
    });
    expect(isRsa([bankKeys.publicKey], text, bad.headers['X-SIGNATURE'] ?? '')).toBe(false);
    expect(Date.parse(bad.headers['X-TIMESTAMP'] ?? '')).toBeLessThan(Date.now() - 9 * 60_000);

    const late = next();
    await createVa(late);
    expect(await pay(late, { delay_s: 60 })).toMatchObject({ status: 200, body: { notifications: [] } });
    expect(await pay(late, { times: 4, after_end: true })).toMatchObject({ status: 400 });
  });

  test('when the bank is ordered to fail, then it does so often and keeps what it made', async () => {
    expect((await post('/bank/control', { create: '500', times: 1 })).body).toMatchObject({ create: '500' });
    const failing = next();
    expect(await createVa(failing)).toMatchObject({ status: 500 });
    await expect(shown(failing)).rejects.toThrow('no request');
    expect(await createVa(failing)).toMatchObject({ status: 200 });
    expect(await createVa(failing)).toMatchObject({ status: 409 });
    expect(await shown(failing)).toMatchObject({ creates: 2 });

    await post('/bank/control', { create: 'hang', expires_in_s: 60, times: 1 });
    const hanging = next();
    const caller = new AbortController();
    const ended = snap('/v1.0/transfer-va/create-va', va(hanging), {}, caller.signal).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await until(() =>
      shown(hanging).then(
        () => true,
        () => false,
      ),
    );
    caller.abort();
    expect(await ended).toMatch('aborted');
    expect(Date.parse((await shown(hanging)).expires_at)).toBeLessThanOrEqual(Date.now() + 60_000);
    await post('/bank/control', { status: '500', notify: 'off' });
    expect(await lookAt(hanging)).toMatchObject({ status: 500 });
    await pay(hanging);
    expect(heard).toEqual([]);
    await post('/bank/control', { create: 'refuse', reset: true });
    expect(await createVa(next())).toMatchObject({ status: 403 });
    expect(await post('/bank/control', { create: 'other' })).toMatchObject({ status: 400 });
  });

  test('when bytes are signed, then path and headers are those of a notification and nothing is sent', async () => {
    const raw = '{ "paidAmount": {"value": "350000.00"} }';
    const { body } = await post('/bank/sign', { channel: 'qris', raw, external_id: '42' });
    expect(body).toMatchObject({
      path: '/webhooks/snap/v1.0/qr/qr-mpm-notify',
      headers: { 'Content-Type': 'application/json', 'X-EXTERNAL-ID': '42' },
    });
    const timestamp = body.headers['X-TIMESTAMP'] ?? '';
    const text = stringToSign({ method: 'POST', path: body.path, raw: Buffer.from(raw), timestamp });
    expect(isRsa([bankKeys.publicKey], text, body.headers['X-SIGNATURE'] ?? '')).toBe(true);
    expect(heard).toEqual([]);
  });

  test('when a day is settled, then gross, fee and net are of what was paid that day', async () => {
    const today = snapTimestamp(new Date()).slice(0, 10);
    const [year, month, day] = today.split('-');
    const before = (await post('/bank/settle', { day: today, channel: 'va', fee: 0 })).body;
    const no = next();
    await createVa(no);
    await pay(no);
    const { body } = await post('/bank/settle', { day: today, channel: 'va', fee: 4000 });
    expect(body).toMatchObject({
      gross: before.gross + 350_000,
      fee: 4000,
      net: before.gross + 346_000,
      text: `FASPAY SETTLEMENT ${day}${month}`,
    });
    expect(body.requests).toContain(no);
    const other = await post('/bank/settle', { day: `${Number(year) - 1}-01-01`, channel: 'va', fee: 0 });
    expect(other.body).toMatchObject({ gross: 0, requests: [] });
  });

  test('when a person pays on the page, then the request is paid', async () => {
    const no = next();
    await createVa(no);
    const page = await (await fetch(`${bankUrl}/bank`)).text();
    expect(page).toContain(no);
    const { id } = await shown(no);
    const form = (path: string, fields: Record<string, string>) =>
      fetch(`${bankUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect((await form(`/bank/page/pay/${id}`, { how: 'less' })).status).toBe(303);
    expect(await shown(no)).toMatchObject({ state: 'paid', payments: [{ amount: 349_000 }] });
    expect((await form('/bank/page/control', { create: '500', status: 'ok', notify: 'on' })).status).toBe(
      303,
    );
    expect(await createVa(next())).toMatchObject({ status: 500 });
    const day = snapTimestamp(new Date()).slice(0, 10);
    const settled = await form('/bank/page/settle', { day, channel: 'va', fee: '0' });
    expect(await settled.text()).toContain('FASPAY SETTLEMENT');
  });
});
