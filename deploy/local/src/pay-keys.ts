import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSimulatorKeys } from '@gerbang/service-kit/snap/simulator-key';
import type { Ports } from './ports.ts';

/** A VA of a bank: its prefix, padded to eight characters, and so many digits of the request. */
const BANKS = [
  { code: '451', name: 'BSI', partnerServiceId: '   90010', customerDigits: 11 },
  { code: '014', name: 'BCA', partnerServiceId: '   12340', customerDigits: 11 },
  { code: '008', name: 'Mandiri', partnerServiceId: '   88608', customerDigits: 11 },
  { code: '002', name: 'BRI', partnerServiceId: '   77770', customerDigits: 11 },
];

/** Makes the keys of school and simulated bank where the folder lacks them; readable by their owner alone. */
export function payFiles(dataDir: string): string {
  const folder = join(dataDir, 'pay');
  if (existsSync(join(folder, 'client-secret'))) return folder;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  for (const side of ['school', 'bank']) {
    const { privateKey, publicKey } = newSimulatorKeys();
    write(`${side}-private.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    write(`${side}-public.pem`, publicKey.export({ type: 'spki', format: 'pem' }).toString());
  }
  // Last: with it the folder is whole.
  write('client-secret', randomBytes(24).toString('base64url'));
  return folder;
}

/** How families can pay, as the screens are told. */
export const CHANNELS_ENV = {
  PAY_PROVIDER: 'snap',
  PAY_BANKS: JSON.stringify(BANKS),
  PAY_QRIS_MERCHANT_ID: '00007100010926',
};

/** What school and bank both know. */
export const sharedPayEnv = (folder: string) => ({
  PAY_CLIENT_KEY: 'GERBANG-LOKAL',
  PAY_CLIENT_SECRET_FILE: join(folder, 'client-secret'),
  PAY_PARTNER_ID: 'GERBANGLOKAL',
  PAY_CHANNEL_ID: '95051',
  PAY_BANKS: CHANNELS_ENV.PAY_BANKS,
  PAY_QRIS_MERCHANT_ID: CHANNELS_ENV.PAY_QRIS_MERCHANT_ID,
  PAY_SIGNATURE: 'rsa',
});

const webhooks = (ports: Ports) => `http://127.0.0.1:${ports.gateway}/webhooks/snap`;

/** What billing knows of the bank. */
export const schoolPayEnv = (folder: string, ports: Ports) => ({
  PAY_PROVIDER: 'snap',
  PAY_BASE_URL: `http://127.0.0.1:${ports.simulatorSnap}`,
  PAY_PRIVATE_KEY_FILE: join(folder, 'school-private.pem'),
  PAY_PROVIDER_KEYS_FILE: join(folder, 'bank-public.pem'),
  PAY_WEBHOOK_URL: webhooks(ports),
});

/** What the simulated bank knows of the school. */
export const bankPayEnv = (folder: string, ports: Ports) => ({
  SNAP_PORT: String(ports.simulatorSnap),
  BANK_PRIVATE_KEY_FILE: join(folder, 'bank-private.pem'),
  BANK_MERCHANT_KEY_FILE: join(folder, 'school-public.pem'),
  BANK_WEBHOOK_URL: webhooks(ports),
});
