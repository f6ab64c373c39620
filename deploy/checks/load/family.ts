import { registrationBody, schoolOf } from '../kit/families.ts';
import { callAs } from '../kit/client.ts';
import { type BareStack, startBare } from './bare/stack.ts';
import { expectOnly, hashes, load } from './load.ts';
import type { LoadRequest } from './play.ts';
import type { Bench, Parent } from './runner.ts';
import { addChildren, registerParents, storedHash, untilCount } from './people.ts';
import type { Row } from './report.ts';
import { isTiny, sizeOf } from './settings.ts';
import { besideBare, CONNECTIONS, inTurns, portalSide, reading, untilSettled, type Way } from './turns.ts';

const DELIVERED_MS = 300_000;

/** P5: a registration submitted, as many times the bare read. */
export async function measureFamilyCalls(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, CONNECTIONS);
  const bare = await startBare(bench, { userIds: families.map(({ id }) => id) });
  try {
    return await submitted(bench, families, bare);
  } finally {
    await bare.stop();
  }
}

async function submitted(bench: Bench, families: readonly Parent[], bare: BareStack): Promise<Row[]> {
  const { url, databaseUrls } = bench.stack();
  const turns = sizeOf(bench, { usual: 40, quick: 20, tiny: 1 });
  const amount = families.length * turns;
  const children = await addChildren(bench, families, turns * (bench.rounds + 2));
  const school = await schoolOf(callAs(bench.client(), families[0]?.cookie));
  const levels = school.levels.map(({ jenjang }) => jenjang);
  const finished = `select count(*)::int as n from notifications
    where kind = 'registration_received' and status in ('sent', 'delivered', 'failed') and created_at >= $1`;
  const began = new Date();
  let round = 0;
  let accepted = 0;
  const portal: Way = {
    once: true,
    meters: portalSide(bench, ['admission'], []).meters,
    run: async () => {
      const from = turns * round++;
      const requests = Array.from({ length: amount }, (_one, at): LoadRequest => {
        const family = at % families.length;
        const turn = from + Math.floor(at / families.length);
        const level = levels[(family + turn) % levels.length];
        return {
          method: 'POST',
          path: '/api/registrations',
          headers: {
            cookie: families[family]?.cookie ?? '',
            origin: url,
            'content-type': 'application/json',
          },
          body: JSON.stringify(registrationBody(school, children[family]?.[turn] ?? '', level)),
        };
      });
      const options = { url, connections: families.length, seconds: 60, amount, requests, spread: true };
      const result = await load(options);
      accepted += result.statuses['201'] ?? 0;
      return expectOnly(result, '201');
    },
  };
  // The messages wait until the end: sending them is part of the last figure only.
  await bench.stack().stopProgram('notification');
  let answers: Row[] = [];
  let bareCpu = Number.NaN;
  try {
    const figures = await inTurns({ portal, bare: reading(bare, ['/api/user'], bench) }, bench.rounds);
    const note = `${families.length} families, ${amount} registrations a round, in all levels`;
    answers = besideBare('registration submitted', figures, { goal: 'P5', cpuAtMost: 8, note });
    bareCpu = figures.bare.cpu;
  } finally {
    await bench.stack().restart('notification');
    // The next measurement must not run beside the sending.
    await untilCount(databaseUrls.notification, finished, [began], accepted, DELIVERED_MS);
  }
  const { ms, shares } = await untilSettled(bench, amount, async () => {
    await portal.run(false);
    await untilCount(databaseUrls.notification, finished, [began], accepted, DELIVERED_MS);
  });
  const followed: Row = {
    goal: 'P5',
    what: 'registration submitted, with everything that follows, CPU against the bare read',
    value: ms / bareCpu,
    unit: 'x',
    of: { measured: ms, limit: bareCpu, unit: 'ms' },
    wanted: { atMost: 25 },
    note: `until the last message has left: ${shares} ms`,
  };
  return [...answers, followed];
}

const HASHING_SECONDS = 2;

/** P5: an account registered, until every copy of it is there, beyond the one hash of its password. */
export async function measureRegistering(bench: Bench): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 400, quick: 100, tiny: 2 });
  const crowd = await bench.accounts();
  const bare = await startBare(bench, { userIds: crowd.map(({ id }) => id) });
  try {
    const { bare: read } = await inTurns({ bare: reading(bare, ['/api/user'], bench) }, bench.rounds);
    const stored = await storedHash(bench.stack(), crowd[0]?.id);
    const hash = await hashes({ hash: stored, parallel: 1, seconds: isTiny() ? 0.1 : HASHING_SECONDS });
    let perSecond = Number.NaN;
    const { ms, shares } = await untilSettled(bench, count, async () => {
      const began = performance.now();
      await registerParents(bench, count, { proves: false });
      perSecond = (1000 * count) / (performance.now() - began);
    });
    const beyond = ms - hash.cpuMs;
    return [
      { what: 'accounts registered', value: perSecond, unit: '/s' },
      {
        goal: 'P5',
        what: 'account registered, beyond one argon2id, CPU against the bare read',
        value: beyond / read.cpu,
        unit: 'x',
        of: { measured: beyond, limit: read.cpu, unit: 'ms' },
        wanted: { atMost: 25 },
        note: `argon2id ${hash.cpuMs.toFixed(1)} ms; until every copy is there: ${shares} ms`,
      },
    ];
  } finally {
    await bare.stop();
  }
}
