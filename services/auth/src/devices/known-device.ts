import type { Caller } from '../accounts/caller.ts';
import { canonicalIdentifier, type Known } from '../accounts/login-guard.ts';
import type { Context } from '../context.ts';
import { type Account, accountByIdentifier } from '../users/users.repository.ts';

/** The known device from which an identifier is tried; the token of another account's login is none. */
export async function knownDevice(
  { devices, database }: Context,
  identifier: string,
  { browser }: Caller,
): Promise<Known | undefined> {
  if (!devices.isKnown(browser.device)) return undefined;
  const account = await accountByIdentifier(database, canonicalIdentifier(identifier));
  return account && knownDeviceOf(devices, account, browser);
}

/** The device from which the browser has logged in to the account before. */
export function knownDeviceOf(
  devices: Context['devices'],
  account: Pick<Account, 'id'>,
  browser: Caller['browser'],
): Known | undefined {
  const id = devices.deviceOf(browser.device, account.id);
  return id === undefined ? undefined : { kind: 'device', id, account: account.id };
}
