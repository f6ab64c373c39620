import { setTimeout as sleep } from 'node:timers/promises';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { controlSimulator } from '../../kit/inbox.ts';
import { until } from '../../kit/until.ts';
import { call, newParent } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { underLoad } from '../judge.ts';

const DOWN_MS = 8000;

/** The provider is down for two hours of the rows' time, then slow, then returns 429. */
export const noWhatsApp: Fault = {
  id: 'F13',
  title: 'WhatsApp down, then slow, then 429',
  seeded: false,
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, sentLog } = world;
    const notification = ownerUrl(stack, 'notification');
    await sentLog.read();
    return underLoad(world, { seed, twiceAtMost: 1000 }, async (load) => {
      const wrong: string[] = [];
      const { email } = await newParent(stack.url);
      const earlier = await rowsOf<{ id: string }>(notification, 'select id from notifications');
      await stack.stopProgram('simulator');
      const path = '/api/auth/forgot-password';
      const forgot = await call(stack.url, null, { method: 'POST', path, body: { email } });
      if (forgot.status !== 200) wrong.push(`forgot-password returned ${forgot.status} without WhatsApp`);
      const codes = () =>
        rowsOf<{ id: string; status: string; reason: string | null; dead: boolean }>(
          notification,
          `select id, status, reason, params_sealed is null as dead from notifications
           where kind = 'reset_code' and not id = any($1)`,
          [earlier.map(({ id }) => id)],
        );
      await until('The row of the code', async () => (await codes()).length > 0);
      await sleep(DOWN_MS);
      const open = `status in ('pending', 'retry')`;
      const waiting = await rowsOf(notification, `select 1 from notifications where ${open}`);
      // Two hours later: retries are due, and the code has expired.
      await rowsOf(
        notification,
        `update notifications set created_at = created_at - interval '2 hours',
           expires_at = expires_at - interval '2 hours', next_attempt_at = now(), lease_until = '-infinity'
         where ${open}`,
      );
      await stack.restart('simulator');
      const isUp = async () => (await fetch(`${stack.simulatorUrl}/healthz`).catch(() => null))?.ok;
      await until('The simulator', isUp);
      const order = { slow: { ms: 1500, times: 15 }, error: { code: 130429, times: 10 } };
      await controlSimulator(stack.simulatorUrl, order);
      await until('The end of the code', async () => (await codes())[0]?.status === 'failed', {
        limitMs: 120_000,
      });
      await sleep(2000);
      await load.stop();
      const [code] = await codes();
      await sentLog.read();
      if (code?.reason !== 'expired' || !code.dead) wrong.push(`the expired code is ${code?.reason}`);
      if (code && sentLog.perRow().has(code.id)) wrong.push('an expired code was sent');
      return {
        did: `down with ${waiting.length} messages waiting, 15 slow responses, 10 refused for their number`,
        wrong,
        figures: { waiting: waiting.length },
      };
    });
  },
};
