import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createPayRequest } from '@gerbang/contracts/pay-requests';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { freePort } from '@gerbang/service-kit/testing/fake-server';
import { createSimulator } from '@gerbang/simulator/app';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import type { Door } from './door.ts';
import { newKey } from './bank-bookings.ts';
import { openPayments } from './invoice-payments.ts';

export const BANKS = [
  { code: '451', name: 'BSI', partnerServiceId: '   90010', customerDigits: 11 },
  { code: '014', name: 'BCA', partnerServiceId: '   12340', customerDigits: 11 },
];
const SHARED = {
  clientKey: 'SCHOOL',
  partnerId: 'SCHOOL01',
  channelId: '95051',
  merchantId: '00007100010926',
};
const SECRET = 'secret-of-the-client';

const keys = {
  school: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  bank: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
/** Signs what the bank tells. */
export const BANK_KEYS = keys.bank;
const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();

export interface Told {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly status: number | null;
  readonly code: string | null;
}
export interface BankRequest {
  readonly id: string;
  readonly request_no: string;
  readonly state: string;
  readonly name: string;
  readonly amount: number;
  readonly qr_content: string | null;
  readonly creates: number;
  readonly looks: number;
  readonly created: { readonly raw: string };
  readonly payments: readonly {
    readonly payment_id: string;
    readonly rrn: string;
    readonly amount: number;
  }[];
  readonly notifications: readonly Told[];
}
interface Paid {
  readonly payments: readonly { readonly payment_id: string; readonly rrn: string }[];
  readonly notifications: readonly Told[];
}

/** The environment of a provider that is on; without a port nothing listens there. */
export const payEnv = (port = 9): Record<string, string> => ({
  PAY_PROVIDER: 'snap',
  PAY_PROVIDER_NAME: 'Bank Simulasi',
  PAY_BASE_URL: `http://127.0.0.1:${port}`,
  PAY_CLIENT_KEY: SHARED.clientKey,
  PAY_CLIENT_SECRET: SECRET,
  PAY_PRIVATE_KEY: pem(keys.school.privateKey),
  PAY_PROVIDER_KEYS: pem(keys.bank.publicKey),
  PAY_PARTNER_ID: SHARED.partnerId,
  PAY_CHANNEL_ID: SHARED.channelId,
  PAY_BANKS: JSON.stringify(BANKS),
  PAY_QRIS_MERCHANT_ID: SHARED.merchantId,
  PAY_WEBHOOK_URL: 'https://ppdb.sekolah.sch.id/webhooks/snap',
  // A busy machine books later than a provider waits; what is answered then, a test of its own says.
  PAY_ANSWER_MS: '60000',
});

/** The service with a simulated bank beside it; both listen, and call each other over HTTP. */
export async function openBankAndPayments(more: Record<string, string> = {}) {
  const port = await freePort();
  let base = '';
  const simulator = createSimulator({
    token: 'simulator-token',
    phoneNumberId: '100000000000001',
    appSecret: 'simulator-secret',
    webhookUrl: 'http://127.0.0.1:9/none',
    bank: {
      ...SHARED,
      clientSecret: SECRET,
      banks: BANKS,
      signs: more.PAY_SIGNATURE === 'hmac' ? 'hmac' : 'rsa',
      key: keys.bank.privateKey,
      merchantKey: keys.school.publicKey,
      webhookUrl: () => `${base}/webhooks/snap`,
    },
  });
  const bankUrl = await simulator.app.listen({ host: '127.0.0.1', port: 0 });
  const env = { ...payEnv(port), ...more };
  const world = await openPayments(env);
  await simulator.snap?.listen({ host: '127.0.0.1', port });
  base = await world.door.app.listen({ host: '127.0.0.1', port: 0 });

  async function bank<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const response = await fetch(bankUrl + path, {
      method,
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  }
  const find = async (no: string) => {
    const [found] = await bank<BankRequest[]>('GET', `/bank/requests?no=${no}`);
    if (!found) throw new Error('the bank knows no such request');
    return found;
  };
  return {
    ...world,
    base,
    /** What the service is told of the bank. */
    env,
    bank: {
      find,
      /** Pays the request with this number as a person at the bank would. */
      pay: async (no: string, how: object = {}) =>
        bank<Paid>('POST', `/bank/requests/${(await find(no)).id}/pay`, how),
      order: (orders: object) => bank('POST', '/bank/control', orders),
      settle: (of: { readonly day: string; readonly channel: string; readonly fee: number }) =>
        bank<{ gross: number; fee: number; net: number; requests: string[]; text: string }>(
          'POST',
          '/bank/settle',
          of,
        ),
      sign: (order: object) =>
        bank<{ path: string; headers: Record<string, string> }>('POST', '/bank/sign', order),
      /** Sends these bytes, signed, to the door of notifications. */
      async tell(channel: 'va' | 'qris', raw: string) {
        const { path, headers } = await this.sign({ channel, raw });
        return notify(base, path, headers, raw);
      },
    },
    async close() {
      await world.close();
      await simulator.app.close();
    },
  };
}
export type BankWorld = Awaited<ReturnType<typeof openBankAndPayments>>;

/** A suite's service with that bank, which forgets its orders after each test; the books must balance then. */
export function useBank(onOpen: (world: BankWorld) => void): void {
  let world: BankWorld;
  beforeAll(async () => {
    world = await openBankAndPayments();
    onOpen(world);
  });
  afterEach(async () => {
    await world.bank.order({ reset: true });
    expect(await verifyBooks(world.door.database)).toEqual([]);
  });
  afterAll(() => world.close());
}

/** A family's request. */
export const ask = (door: Door, family: Caller, body: object, key = newKey()) =>
  door.call(createPayRequest, family, { body, headers: { 'idempotency-key': key } });

/** Sends these bytes to the door of notifications. */
export async function notify(base: string, path: string, headers: Record<string, string>, raw: string) {
  const response = await fetch(base + path, { method: 'POST', headers, body: raw });
  return { status: response.status, ...((await response.json()) as { responseCode: string }) };
}
