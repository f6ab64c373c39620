import type { Caller } from '../account-record/caller.ts';
import type { Known } from '../account-record/throttle.repository.ts';
import { canonicalIdentifier } from './login-guard.ts';
import type { DeviceTokens } from '../account-record/device-tokens.ts';
import type { Database } from '@gerbang/service-kit/data/database';
import { accountByIdentifier } from '../account-record/users.repository.ts';

/** The known device from which an identifier is tried; the token of another account's login is none. */
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

/** What the browser is of each account that has logged in from it before. */
export const knownDevices = (devices: DeviceTokens, { device }: Caller['browser']): Known[] =>
  devices.entriesOf(device).map(({ account, device: id }) => ({ kind: 'device', id, account }));
