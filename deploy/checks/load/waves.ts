import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, callAs } from '../kit/client.ts';
import { rowsOf } from '../kit/databases.ts';
import { addChild, schoolOf } from '../kit/families.ts';
import { logInDemo } from '../kit/people.ts';
import { steady } from './load.ts';
import { registerParents } from './people.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const CHILDREN_EACH = 10;
const FAMILIES = { usual: 30, quick: 10, tiny: 2 };
const SECONDS = { usual: 10, quick: 4, tiny: 1 };
/** Of the children that are registered, so many find a place. */
const PLACES_OF = 3;
const HOUR_MS = 3_600_000;
const SOCKETS = 64;

/** Families at the opening of a wave with a place for every third child: rows, refusals and errors are counted. */
export async function measureWaveOpening(bench: Bench): Promise<Row[]> {
  const { url, databaseUrls } = bench.stack();
  const client = createClient(url, { maxSockets: SOCKETS });
  const seconds = sizeOf(bench, SECONDS);
  try {
    const head = (await logInDemo(client, 'manager_pendidikan')).call;
    const year = (await schoolOf(head)).academic_years.at(-1) ?? '';
    const parents = await registerParents(bench, sizeOf(bench, FAMILIES));
    const children = await childrenOf(parents.map(({ cookie }) => cookie));
    const places = Math.floor(children.length / PLACES_OF);
    const { id, version } = await head<{ id: string; version: number }>('POST', '/api/admin/waves', {
      academic_year: year,
      jenjang: 'KB',
      name: `Uji ${crypto.randomUUID()}`,
      opens_at: new Date(Date.now() - HOUR_MS).toISOString(),
      closes_at: new Date(Date.now() + HOUR_MS).toISOString(),
      applicants_max: places,
    });
    const times: number[] = [];
    const statuses: number[] = [];
    const moments = steady(children.length, seconds);
    await Promise.all(
      children.map(async ({ cookie, child }, at) => {
        await sleep(moments[at] ?? 0);
        const began = performance.now();
        const { status } = await client.send({
          method: 'POST',
          target: '/api/registrations',
          headers: { cookie, origin: url, 'content-type': 'application/json' },
          body: JSON.stringify({ child_id: child, jenjang: 'KB', academic_year: year }),
        });
        times.push(performance.now() - began);
        statuses.push(status);
      }),
    );
    const [row] = await rowsOf<{ n: number }>(
      databaseUrls.admission,
      'select count(*)::int as n from registrations where wave_id = $1 and deleted_at is null',
      [id],
    );
    await head('PUT', `/api/admin/waves/${id}`, { cancelled: true, version });
    const of = (status: number) => statuses.filter((one) => one === status).length;
    const sorted = times.toSorted((one, two) => one - two);
    const what = `wave opens, ${children.length} registrations in ${seconds} s for ${places} places`;
    return [
      {
        what: `${what}, rows beyond or short of the places`,
        value: Math.abs((row?.n ?? 0) - places),
        unit: '',
        wanted: { atMost: 0 },
      },
      {
        what: `${what}, answers that are neither 201 nor 409`,
        value: children.length - of(201) - of(409),
        unit: '',
        wanted: { atMost: 0 },
        note: `${of(201)} registered, ${of(409)} refused`,
      },
      {
        what: `${what}, p95`,
        value: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        unit: 'ms',
        wanted: { atMost: 1500 },
      },
    ];
  } finally {
    client.close();
  }

  /** Children of each of these sessions. */
  async function childrenOf(cookies: readonly string[]) {
    const made = await Promise.all(
      cookies.map(async (cookie) => {
        const own: { cookie: string; child: string }[] = [];
        while (own.length < CHILDREN_EACH)
          own.push({ cookie, child: await addChild(callAs(client, cookie)) });
        return own;
      }),
    );
    return made.flat();
  }
}
