import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../client.ts';
import { ownerUrl, rowsOf } from '../databases.ts';
import type { Fault } from '../fault.ts';
import { newParent, waitFor } from '../people.ts';
import { underLoad } from '../under-load.ts';

const DOWN_MS = 8000;

/** The provider is down for two hours of the rows' time, then slow, then says that it is too much. */
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
      const parent = await newParent(stack.url);
      const earlier = (await rowsOf<{ id: string }>(notification, 'select id from notifications')).map(
        ({ id }) => id,
      );
      await stack.stopProgram('simulator');
      const body = { email: parent.email };
      const asked = await call(stack.url, null, { method: 'POST', path: '/api/auth/forgot-password', body });
      if (asked.status !== 200) wrong.push(`forgot-password answered ${asked.status} without WhatsApp`);
      const codes = () =>
        rowsOf<{ id: string; status: string; reason: string | null; dead: boolean }>(
          notification,
          `select id, status, reason, params_sealed is null as dead from notifications
           where kind = 'reset_code' and not id = any($1)`,
          [earlier],
        );
      await waitFor('the code in the book', async () => (await codes()).length > 0);
      await sleep(DOWN_MS);
      const waiting = await rowsOf(
        notification,
        `select 1 from notifications where status in ('pending', 'retry')`,
      );
      // Two hours later: what was to be tried again is due, and the code is dead.
      await rowsOf(
        notification,
        `update notifications set created_at = created_at - interval '2 hours',
           expires_at = expires_at - interval '2 hours', next_attempt_at = now(), lease_until = '-infinity'
         where status in ('pending', 'retry')`,
      );
      await stack.restart('simulator');
      const order = async (what: object) => {
        const answer = await fetch(`${stack.simulatorUrl}/control`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(what),
        });
        if (!answer.ok) throw new Error(`The simulator answered ${answer.status}`);
      };
      const up = async () => (await fetch(`${stack.simulatorUrl}/healthz`).catch(() => null))?.ok === true;
      await waitFor('the simulator', up);
      await order({ slow: { ms: 1500, times: 15 }, error: { code: 130429, times: 10 } });
      await waitFor('the end of the code', async () => (await codes())[0]?.status === 'failed', 120_000);
      await sleep(2000);
      await load.stop();
      const [code] = await codes();
      await sentLog.read();
      if (code?.reason !== 'expired' || !code.dead) wrong.push(`the dead code is ${code?.reason}`);
      if (code && sentLog.perRow().has(code.id)) wrong.push('a dead code was sent');
      return {
        did: `down with ${waiting.length} messages waiting, 15 slow answers, 10 refused for their number`,
        wrong,
        figures: { waiting: waiting.length },
      };
    });
  },
};
