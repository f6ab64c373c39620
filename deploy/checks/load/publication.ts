import { setTimeout as sleep } from 'node:timers/promises';
import type { getDashboard } from '@gerbang/contracts/dashboard';
import type { Stack } from '@gerbang/local/stack';
import type { z } from 'zod';
import { type Call, callAs } from '../kit/client.ts';
import { until } from '../kit/until.ts';
import { cpuMs, metersOf } from './figures.ts';
import { acceptedMessages, untilAccepted } from './messages.ts';
import { addWaiting, untilCount } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { settle } from './settle.ts';
import { PROGRAMS } from './start.ts';

/** The first families are there when the results are published. */
const PUBLISHED_AT_MS = 1000;

type Dashboard = z.infer<(typeof getDashboard)['response'][200]>;

/** P12: a publication while the portal is otherwise idle, and what each of its results costs until nothing is under way. */
export async function publishAlone(
  bench: Bench,
  families: readonly Parent[],
  { author, head }: { author: Call; head: Call },
): Promise<Row[]> {
  const stack = bench.stack();
  await addWaiting(bench, families, 'SD');
  const id = await approve(author, head, 'SD');
  await settle(stack, bench.redisPid);
  const meters = metersOf(stack, PROGRAMS, bench.redisPid);
  const before = cpuMs(meters);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const seconds = (performance.now() - began) / 1000;
  await untilStaged(stack, id, families.length);
  const queued = cpuMs(meters) - before;
  await settle(stack, bench.redisPid);
  return [
    {
      goal: 'P12',
      what: `publishing ${families.length} results alone`,
      value: seconds,
      unit: 's',
      wanted: { atMost: 0.3 },
    },
    {
      goal: 'P12',
      what: 'CPU a result until every stage is set',
      value: queued / families.length,
      unit: 'ms',
      wanted: { atMost: 1 },
      note: `${((cpuMs(meters) - before) / families.length).toFixed(2)} ms until the last message has left`,
    },
  ];
}

/** Makes an approved announcement for all registrations that wait at the level; returns its id. */
export async function approve(author: Call, head: Call, jenjang: 'SD' | 'SMP'): Promise<string> {
  const path = '/api/admin/announcements';
  const students = await author<{ id: string; child_id: string }[]>(
    'GET',
    `${path}/students-waiting/${jenjang}`,
  );
  const { id } = await author('POST', path, {
    title: `Hasil Observasi ${jenjang}`,
    content: `Berikut hasil observasi calon siswa ${jenjang}. `.repeat(10),
    observation_period: 'November 2026',
    jenjang,
    results: students.map((one, at) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: at % 10 === 0 ? 'failed' : 'passed',
      individual_note: 'Terima kasih telah mengikuti observasi.',
      checked: true,
    })),
  });
  await author('PUT', `${path}/${id}/submit`);
  await head('PUT', `${path}/${id}/review`, { status: 'approved' });
  return id;
}

/** Publishes while the families come, and waits until every stage is set and every message accepted; milliseconds. */
export async function publish(bench: Bench, head: Call, id: string, families: readonly Parent[]) {
  const stack = bench.stack();
  const count = families.length;
  const before = await acceptedMessages(stack);
  await sleep(PUBLISHED_AT_MS);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const published = performance.now();
  const reader = callAs(bench.client(), families[0]?.cookie);
  const [seen, staged, sent] = await Promise.all([
    until('The first result', async () => {
      const { announcement } = await reader<Dashboard>('GET', '/api/dashboard');
      return announcement?.parent?.results.some((one) => one.announcement_id === id);
    }).then(() => performance.now()),
    untilStaged(stack, id, count).then(() => performance.now()),
    untilAccepted(stack, before + count),
  ]);
  return {
    publish: published - began,
    seen: seen - published,
    staged: staged - published,
    sent: sent - published,
    more: async () => (await acceptedMessages(stack)) - before - count,
  };
}

const untilStaged = ({ databaseUrls }: Stack, id: string, count: number) =>
  untilCount(
    databaseUrls.admission,
    'select count(*)::int as n from registrations where result_announcement_id = $1',
    [id],
    count,
  );
