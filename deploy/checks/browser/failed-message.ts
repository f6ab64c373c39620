import type { BrowserContext } from 'playwright-core';
import { inbox } from './inbox.ts';
import type { Person } from './people.ts';
import { signUp } from './portal.ts';

/** Tells the simulator to accept the next message to this number and to report it as failed. */
export async function failNext(simulatorUrl: string, to: string, code: number): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fail: { code, times: 1, to } }),
  });
  if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`);
}

/** Waits until this many messages have reached the number. */
export async function reached(simulatorUrl: string, to: string, count: number): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await inbox(simulatorUrl, to)).length < count) {
    if (Date.now() > end) throw new Error(`Fewer than ${count} messages reached ${to}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Somebody whose one message (the password was changed) has failed; the context is theirs. */
export async function failedMessage(
  context: BrowserContext,
  target: { readonly url: string; readonly simulatorUrl: string },
  person: Person,
  code = 131_026,
): Promise<void> {
  await signUp(context, target.url, person);
  await failNext(target.simulatorUrl, person.whatsapp, code);
  const answer = await context.request.post(`${target.url}/api/change-password`, {
    headers: { origin: target.url },
    data: { currentPassword: person.password, newPassword: `${person.password}-baru` },
  });
  if (!answer.ok()) throw new Error(`The password was not changed: ${answer.status()}`);
  await reached(target.simulatorUrl, person.whatsapp, 1);
}
