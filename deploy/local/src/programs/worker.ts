import { constants, setPriority } from 'node:os';
import { run } from '@gerbang/service-kit/program/shutdown';
import { startAreas } from './areas.ts';
import { startMessages } from './messages.ts';

/** Program: everything that runs behind people's backs, in one process: messages, relays, consumers and chores. */
run('worker', async () => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const stops = (await Promise.all([startMessages(), startAreas('work')])).flat();
  return async () => void (await Promise.all(stops.map((stop) => stop())));
});
