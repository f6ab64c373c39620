import { setTimeout as sleep } from 'node:timers/promises';
import type { Shape } from '@gerbang/local/environments';
import { MB, median } from './figures.ts';
import type { Bench } from './runner.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';

/** The programs of a school's installation; the simulator belongs to the local run. */
export const PROGRAMS = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const ROUNDS_AT_MOST = 3;
/** By then the memory of the start and of the first requests is given back. */
const REST_MS = 10_000;

/** Whether a running process is one of a school's Node programs. */
const isOfSchool = ({ name }: { name: string }) => PROGRAMS.some((one) => one === name);

/** P17: all programs from cold to the first response; the cluster and the builds exist already. */
export async function measureStart({ startAgain, stack: running, rounds }: Bench): Promise<Row[]> {
  const seconds: number[] = [];
  for (let round = 0; round < Math.min(rounds, ROUNDS_AT_MOST); round += 1) {
    const stack = isTiny() ? running() : await startAgain();
    seconds.push(stack.startSeconds);
  }
  return [
    {
      goal: 'P17',
      what: 'cold start, all processes',
      value: median(seconds),
      unit: 's',
      wanted: { atMost: 3 },
      note: `median of ${seconds.length}`,
    },
  ];
}

/** P15: memory at rest of one process, of two, and of one program a container. */
export async function measureMemory({ startAgain, stack: running }: Bench): Promise<Row[]> {
  const atRest = async (shape: Shape) => {
    const stack = isTiny() ? running() : await startAgain(shape);
    if (!isTiny()) await sleep(REST_MS);
    return stack.memory().filter(({ name }) => name !== 'supervisor');
  };
  const few: { shape: Shape; list: Awaited<ReturnType<typeof atRest>> }[] = [];
  for (const shape of isTiny() ? [] : (['one', 'small'] as const))
    few.push({ shape, list: await atRest(shape) });
  const separate = await atRest('separate');
  const sum = (list: readonly { share: number }[]) => list.reduce((total, one) => total + one.share, 0) / MB;
  const node = separate.filter(isOfSchool);
  const largest = node.toSorted((a, b) => b.private - a.private)[0];
  return [
    ...separate.map(({ name, bytes }) => ({ what: `memory, ${name}`, value: bytes / MB, unit: 'MB' })),
    ...few.map(({ shape, list }) => ({
      goal: 'P15',
      what: `memory at rest, shape ${shape}, Node processes (PSS)`,
      value: sum(list.filter(({ name }) => name !== 'postgres')),
      unit: 'MB',
      wanted: { atMost: 200 },
      note: `with PostgreSQL ${Math.round(sum(list))} MB`,
    })),
    { what: 'memory at rest, separate, Node processes (PSS)', value: sum(node), unit: 'MB' },
    {
      goal: 'P15',
      what: 'memory at rest, largest program alone (private)',
      value: (largest?.private ?? 0) / MB,
      unit: 'MB',
      wanted: { atMost: 60 },
      note: largest?.name ?? '',
    },
  ];
}
