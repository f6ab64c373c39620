import { randomBytes } from 'node:crypto';
import { RESULTS_TOGETHER } from '@gerbang/contracts/events';
import { demo } from '../kit/people.ts';
import type { Stack } from '@gerbang/local/stack';
import type { Account } from './accounts.ts';
import { callAs, withClient } from './families.ts';
import { median } from './numbers.ts';

const BARE_TRIES = 3;

export type Session = Pick<Account, 'cookie'>;

/** Logs somebody of the demo's staff in. */
export async function logIn(stack: Stack, who: 'pendidikan' | 'kepala'): Promise<Session> {
  const { email, password } = demo(who === 'kepala' ? 'manager_pendidikan' : 'staff_pendidikan');
  const response = await fetch(`${stack.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.url },
    body: JSON.stringify({ identifier: email, password }),
  });
  if (!response.ok) throw new Error(`The login answered ${response.status}`);
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookie.join('; ') };
}

/** An announcement of everybody who waits at the level, approved. */
export async function approve(stack: Stack, author: Session, head: Session): Promise<string> {
  const path = '/api/admin/announcements';
  const students = await callAs<{ id: string; child_id: string }[]>(
    stack,
    author,
    'GET',
    `${path}/students-waiting/SMP`,
  );
  const { id } = await callAs<{ id: string }>(stack, author, 'POST', path, {
    title: 'Hasil Observasi SMP',
    content: 'Berikut hasil observasi calon siswa SMP. '.repeat(10),
    observation_period: 'November 2026',
    jenjang: 'SMP',
    results: students.map((one, at) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: at % 10 === 0 ? 'failed' : 'passed',
      individual_note: 'Terima kasih telah mengikuti observasi.',
    })),
  });
  await callAs(stack, author, 'PUT', `${path}/${id}/submit`);
  await callAs(stack, head, 'PUT', `${path}/${id}/review`, { status: 'approved' });
  return id;
}

/** The statements of a publication and nothing else, taken back at the end. */
export async function bulkBare(stack: Stack, id: string, count: number): Promise<number> {
  // As long and as little compressible as an event of so many results.
  const sealed = randomBytes(200 * RESULTS_TOGETHER).toString('base64url');
  return withClient(stack.databaseUrls.announcement, async (client) => {
    const times: number[] = [];
    for (let round = 0; round < BARE_TRIES; round += 1) {
      const began = performance.now();
      await client.query('begin');
      await client.query('update announcement_results set published_at = now() where announcement_id = $1', [
        id,
      ]);
      await client.query(`update announcements set updated_at = now() where id = $1`, [id]);
      await client.query(
        `insert into outbox (id, type, version, queue, sealed)
         select gen_random_uuid(), 'results.published', 1, 'admission', $1 from generate_series(1, $2::int)`,
        [sealed, Math.ceil(count / RESULTS_TOGETHER)],
      );
      await client.query('rollback');
      times.push(performance.now() - began);
    }
    return median(times);
  });
}
