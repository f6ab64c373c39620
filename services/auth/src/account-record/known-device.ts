import type { Caller } from './caller.ts';
import type { Known } from './throttle.repository.ts';
import { canonicalIdentifier } from './login-guard.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { Database } from '@gerbang/service-kit/data/database';
import { accountByIdentifier } from './users.repository.ts';

/** The known device from which an identifier is tried; undefined where the browser logged in to other accounts only. */
export async function knownDevice(
  { devices, database }: { readonly devices: DeviceTokens; readonly database: Database },
  identifier: string,
  { browser }: Caller,
): Promise<Known | undefined> {
  const known = knownDevices(devices, browser);
  if (known.length === 0) return undefined;
  const account = await accountByIdentifier(database, canonicalIdentifier(identifier));
  return known.find((device) => device.account === account?.id);
}

/** The browser as a known device of each account that has logged in from it before. */
export const knownDevices = (devices: DeviceTokens, { device }: Caller['browser']): Known[] =>
  devices.entriesOf(device).map(({ account, device: id }) => ({ kind: 'device', id, account }));
