import { randomInt, randomUUID } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';

export interface Account {
  id: string;
  email: string;
  password: string;
  cookie: string;
}

/** Registers parents through the gateway, as they do themselves. */
export async function registerAccounts(stack: Stack, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  while (accounts.length < count) {
    const email = `bench-${randomUUID()}@contoh.sch.id`;
    const password = `sandi-${randomUUID()}`;
    const response = await fetch(`${stack.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stack.url },
      body: JSON.stringify({
        name: 'Wali Bench',
        phone: `0813${randomInt(10_000_000, 99_999_999)}`,
        email,
        password,
      }),
    });
    if (!response.ok) throw new Error(`Registration answered ${response.status}: ${await response.text()}`);
    const { id } = (await response.json()) as { id: string };
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    accounts.push({ id, email, password, cookie });
  }
  return accounts;
}
