import { call, type Person } from './client.ts';
import { ownerUrl, rowsOf } from './databases.ts';
import { waitFor } from './people.ts';
import type { World } from './world.ts';

/** Asks for a code and reads it where it was sent to. */
export async function codeOf({ stack }: World, person: Person): Promise<string> {
  const codes = async () => {
    const inbox = (await (await fetch(`${stack.simulatorUrl}/inbox`)).json()) as {
      wamid: string;
      template: string;
      text: string;
    }[];
    return inbox.filter(({ template }) => template === 'kode_reset_password');
  };
  const before = new Set((await codes()).map(({ wamid }) => wamid));
  const body = { email: person.email };
  await call(stack.url, null, { method: 'POST', path: '/api/auth/forgot-password', body });
  let code = '';
  await waitFor('a code', async () => {
    code = (await codes()).find(({ wamid }) => !before.has(wamid))?.text.match(/\d{6}/u)?.[0] ?? '';
    return code !== '';
  });
  return code;
}

export async function codeCounts({ stack }: World, { email }: Person, otp: string): Promise<boolean> {
  const path = '/api/auth/verify-reset-token';
  const answer = await call(stack.url, null, { method: 'POST', path, body: { email, otp } });
  return answer.body.isValid === true;
}

/** Ends the life of the code that was asked for last, by the clock of the database. */
export async function endLastCode({ stack }: World): Promise<void> {
  await rowsOf(
    ownerUrl(stack, 'auth'),
    `update password_reset_codes set expires_at = now() - interval '1 second'
     where id = (select id from password_reset_codes order by created_at desc limit 1)`,
  );
}

/** Whether a new password was taken with this code; the old one is set again. */
export async function codeResets(
  { stack }: World,
  { email, password }: Person,
  otp: string,
): Promise<boolean> {
  const path = '/api/auth/reset-password';
  const body = { email, otp, newPassword: password };
  const answer = await call(stack.url, null, { method: 'POST', path, body });
  return answer.body.success === true;
}
