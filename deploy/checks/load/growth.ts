import { setTimeout as sleep } from 'node:timers/promises';
import { arrive, steady } from './arrivals.ts';
import type { Person } from './arrivals.types.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const MB = 1024 * 1024;
/** No Node processes of a school's installation. */
const OTHERS = ['supervisor', 'postgres', 'simulator'];
/** Caches are full by then; from here on nothing is to grow. */
const WARM_UP_SECONDS = 180;
const SECONDS = 1800;
const [TINY_WARM_UP, TINY_SECONDS] = [0.3, 0.5];
const REST_MS = 20_000;
const VISITS_PER_SECOND = 40;
const PATHS = ['/api/user', '/api/dashboard', '/api/registrations', '/api/config'];

/** P15: what the Node processes have at rest before and after half an hour of load. */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const families = await bench.families();
  const play = async (seconds: number) => {
    const times = steady(Math.ceil(VISITS_PER_SECOND * seconds), seconds);
    const people = times.map((atMs, at): Person => {
      const family = families[at % families.length];
      return { atMs, cookie: family?.account.cookie ?? '' };
    });
    return arrive({ url: bench.stack().url, groups: [{ people, paths: PATHS }] });
  };
  const atRest = async () => {
    if (!isTiny()) await sleep(REST_MS);
    return bench
      .stack()
      .memory()
      .filter(({ name }) => !OTHERS.includes(name));
  };
  const seconds = isTiny() ? TINY_SECONDS : SECONDS;
  await play(isTiny() ? TINY_WARM_UP : WARM_UP_SECONDS);
  const before = await atRest();
  const result = await play(seconds);
  const after = await atRest();
  const sum = (list: typeof before) => list.reduce((total, { bytes }) => total + bytes, 0) / MB;
  const each = after.map(({ name, bytes }) => {
    const was = before.find((one) => one.name === name)?.bytes ?? bytes;
    return `${name} ${Math.round(was / MB)} to ${Math.round(bytes / MB)} MB`;
  });
  const what = `memory after ${seconds / 60 < 1 ? `${seconds} s` : `${seconds / 60} minutes`} of load`;
  return [
    {
      goal: 'P15',
      what: `${what}, growth of all Node processes`,
      value: 100 * (sum(after) / sum(before) - 1),
      unit: '%',
      wanted: { atMost: 5 },
      note: each.join(', '),
    },
    {
      what: `${what}, errors`,
      value: result.errors,
      unit: '',
      note: `of ${result.total} reads, ${VISITS_PER_SECOND} visits a second`,
    },
  ];
}
