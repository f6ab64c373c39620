import { setTimeout as sleep } from 'node:timers/promises';
import type { getDashboard } from '@gerbang/contracts/dashboard';
import type { Stack } from '@gerbang/local/stack';
import type { z } from 'zod';
import { type Call, callAs } from '../kit/client.ts';
import { until } from '../kit/until.ts';
import { cpuMs, type Meter, metersOf } from './figures.ts';
import { acceptedMessages, untilAccepted } from './messages.ts';
import { addWaiting, untilCount } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { settle } from './settle.ts';
import { PROGRAMS } from './start.ts';

/** The first families are there when the results are published. */
const PUBLISHED_AT_MS = 1000;
const REST_MS = 5000;

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
  const sentBefore = await acceptedMessages(stack);
  const used = await beyondRest(meters);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const seconds = (performance.now() - began) / 1000;
  await untilStaged(stack, id, families.length);
  await untilQueued(stack, id, families);
  const queued = used();
  const sent = (await acceptedMessages(stack)) - sentBefore;
  await settle(stack, bench.redisPid);
  const whole = used();
  // Messages leave while others are still taken in: they are counted as those that left afterwards.
  const sending = sent * ((whole - queued) / Math.max(1, families.length - sent));
  const each = (ms: number) => `${(ms / families.length).toFixed(2)} ms`;
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
      what: 'CPU a result until every stage, copy and message is queued',
      value: (queued - sending) / families.length,
      unit: 'ms',
      wanted: { atMost: 1 },
      note: `${each(queued)} with ${sent} messages that left meanwhile, ${each(whole)} until the last has left`,
    },
  ];
}

/** What these programs have used since now beyond what they use at rest, in milliseconds. */
async function beyondRest(meters: readonly Meter[]): Promise<() => number> {
  const [resting, from] = [cpuMs(meters), performance.now()];
  await sleep(REST_MS);
  const [before, began] = [cpuMs(meters), performance.now()];
  const cores = (before - resting) / (began - from);
  return () => cpuMs(meters) - before - cores * (performance.now() - began);
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

/** Waits until the copies have the results and the messages of all families of the level are written. */
async function untilQueued(
  { databaseUrls: { announcement, billing, notification } }: Stack,
  id: string,
  families: readonly Parent[],
): Promise<void> {
  const count = families.length;
  const ids = families.map((one) => one.id);
  const copied = `select count(*)::int as n from registrations
    where user_id = any($1) and jenjang = 'SD' and current_stage in ('passed', 'failed')`;
  const written = 'select count(*)::int as n from notifications where dedupe_key like $1';
  await untilCount(announcement, copied, [ids], count);
  await untilCount(billing, copied, [ids], count);
  await untilCount(notification, written, [`ann:${id}:%`], count);
}

const untilStaged = ({ databaseUrls }: Stack, id: string, count: number) =>
  untilCount(
    databaseUrls.admission,
    'select count(*)::int as n from registrations where result_announcement_id = $1',
    [id],
    count,
  );
