import { setTimeout as sleep } from 'node:timers/promises';
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
export const isOfSchool = ({ name }: { name: string }) => PROGRAMS.some((one) => one === name);

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

/** P15: resident memory of the Node processes at rest. */
export async function measureMemory({ startAgain, stack: running }: Bench): Promise<Row[]> {
  const stack = isTiny() ? running() : await startAgain();
  if (!isTiny()) await sleep(REST_MS);
  const memory = stack.memory().filter(({ name }) => name !== 'supervisor');
  const sum = (list: readonly number[]) => list.reduce((total, bytes) => total + bytes, 0) / MB;
  const node = memory.filter(isOfSchool);
  const shared = sum(node.map(({ share }) => share));
  const together = sum(memory.map(({ bytes }) => bytes));
  return [
    ...memory.map(({ name, bytes }) => ({ what: `memory, ${name}`, value: bytes / MB, unit: 'MB' })),
    {
      goal: 'P15',
      what: 'memory at rest, all Node processes',
      value: sum(node.map(({ bytes }) => bytes)),
      unit: 'MB',
      wanted: { atMost: 600 },
    },
    { what: 'memory at rest, all Node processes, shared pages counted once', value: shared, unit: 'MB' },
    { what: 'memory, all together', value: together, unit: 'MB', wanted: { atMost: 1200 } },
  ];
}
