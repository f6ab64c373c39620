import type { Client } from '../kit/client.ts';
import { controlSimulator, messagesReach } from '../kit/inbox.ts';
import { type Person, signUp } from '../kit/people.ts';

/** Registers a person whose only message (the password was changed) fails with Meta's error code. */
export async function failedMessage(
  client: Client,
  simulatorUrl: string,
  person: Person,
  code = 131_026,
): Promise<void> {
  const { call } = await signUp(client, person);
  await controlSimulator(simulatorUrl, { fail: { code, times: 1, to: person.whatsapp } });
  await call('POST', '/api/change-password', {
    currentPassword: person.password,
    newPassword: `${person.password}-baru`,
  });
  await messagesReach(simulatorUrl, person.whatsapp, 1);
}
