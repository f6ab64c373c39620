import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { baseConfig, ConfigError, parseConfig } from '../src/program/config.ts';
import { checkPay, payConfig, payGatewayOf } from '../src/snap/pay-config.ts';
import { newSimulatorKeys } from '../src/snap/simulator-key.ts';

const schema = z.object({ ...baseConfig, ...payConfig }).superRefine(checkPay);
const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const [school, bank, nextBank, simulated] = [pair(), pair(), pair(), newSimulatorKeys()];

/** A production with a provider. */
const WHOLE = {
  NODE_ENV: 'production',
  PORT: '8080',
  PAY_PROVIDER: 'snap',
  PAY_BASE_URL: 'https://api.provider.example',
  PAY_CLIENT_KEY: 'SCHOOL',
  PAY_CLIENT_SECRET: 'secret-of-the-client',
  PAY_PRIVATE_KEY: pem(school.privateKey),
  PAY_PROVIDER_KEYS: pem(bank.publicKey),
  PAY_PARTNER_ID: 'SCHOOL01',
  PAY_CHANNEL_ID: '95051',
  PAY_QRIS_MERCHANT_ID: '00007100010926',
  PAY_WEBHOOK_URL: 'https://ppdb.sekolah.sch.id/webhooks/snap',
};

function refusal(change: Record<string, string>): string {
  try {
    parseConfig(schema, { ...WHOLE, ...change });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'it starts';
}

describe('the configuration of a provider of payments', () => {
  test('when all is set, then it starts, and the standard’s paths are kept beside a provider’s own', () => {
    const config = parseConfig(schema, { ...WHOLE, PAY_PATHS: '{"token":"/snap/token"}' });
    expect(payGatewayOf(config)?.PAY_PATHS).toMatchObject({
      token: '/snap/token',
      createVa: '/v1.0/transfer-va/create-va',
    });
    expect(parseConfig(schema, WHOLE).PAY_PATHS.token).toBe('/v1.0/access-token/b2b');
  });

  test.each(Object.keys(WHOLE).filter((name) => /^PAY_(?!PROVIDER$)/u.test(name)))(
    'when %s is missing or empty, then the start is refused by a name, and not where payments are off',
    (name) => {
      const said = name === 'PAY_QRIS_MERCHANT_ID' ? 'PAY_BANKS' : name;
      expect(refusal({ [name]: '' })).toContain(said);
      expect(refusal({ [name]: '', PAY_PROVIDER: 'off' })).toBe('it starts');
    },
  );

  test('when the provider changes its key, then two are taken, and not three', () => {
    const keys = (many: number) =>
      [bank, nextBank, school].slice(0, many).map(({ publicKey }) => pem(publicKey));
    const two = parseConfig(schema, { ...WHOLE, PAY_PROVIDER_KEYS: keys(2).join('') });
    expect(two.PAY_PROVIDER_KEYS).toHaveLength(2);
    expect(refusal({ PAY_PROVIDER_KEYS: keys(3).join('') })).toContain('PAY_PROVIDER_KEYS');
  });

  test.each([
    ['PAY_PRIVATE_KEY', pem(simulated.privateKey)],
    ['PAY_PROVIDER_KEYS', pem(bank.publicKey) + pem(simulated.publicKey)],
  ])('when %s is a key of the simulated bank, then only the local run starts', (name, value) => {
    expect(refusal({ [name]: value })).toContain('is a key of the simulated bank');
    expect(refusal({ [name]: value, LOCAL_RUN: '1' })).toBe('it starts');
  });
});
