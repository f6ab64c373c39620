import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './measurement.ts';
import { median } from './numbers.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const MB = 1024 * 1024;
const ROUNDS_AT_MOST = 3;
/** What the first requests and the start itself leave behind has been tidied up by then. */
const REST_MS = 10_000;

/** P17: everything from cold to the first answer; the database's cluster and the builds are there already. */
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

/** P15: resident memory of the Node processes at rest; the supervisor belongs to the local run alone. */
export async function measureMemory({ startAgain, stack: running }: Bench): Promise<Row[]> {
  const stack = isTiny() ? running() : await startAgain();
  if (!isTiny()) await sleep(REST_MS);
  const memory = stack.memory().filter(({ name }) => name !== 'supervisor');
  const sum = (list: { bytes: number }[]) => list.reduce((total, { bytes }) => total + bytes, 0) / MB;
  // The simulator plays WhatsApp in the local run alone; the goal is about a school's installation.
  const node = memory.filter(({ name }) => name !== 'postgres' && name !== 'simulator');
  const shares = node.map(({ share }) => ({ bytes: share }));
  return [
    ...memory.map(({ name, bytes }) => ({ what: `memory, ${name}`, value: bytes / MB, unit: 'MB' })),
    {
      goal: 'P15',
      what: 'memory at rest, all Node processes',
      value: sum(node),
      unit: 'MB',
      wanted: { atMost: 600 },
      note: `of each its own and what they share; shared counted once ${Math.round(sum(shares))} MB`,
    },
    {
      what: 'memory at rest, all Node processes, what they share counted once',
      value: sum(shares),
      unit: 'MB',
    },
    { what: 'memory, all together', value: sum(memory), unit: 'MB', wanted: { atMost: 1200 } },
  ];
}
