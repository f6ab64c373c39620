import { constants, setPriority } from 'node:os';
import { notification } from '@gerbang/notification-service/service';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { startService } from '@gerbang/service-kit/program/service';
import { run } from '@gerbang/service-kit/program/shutdown';
import { simulatorConfig, startSimulator } from '@gerbang/simulator/simulator';
import { startAreas } from './areas.ts';
import { partEnv } from './part-env.ts';

/** Program: everything that runs behind people's backs, in one process: messages, relays, consumers and chores. */
run('worker', async () => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const simulator = partEnv('simulator');
  const stops = await Promise.all([
    // Only the local run has a simulator.
    ...(simulator.WEBHOOK_URL ? [startSimulator(parseConfig(simulatorConfig, simulator))] : []),
    startService(notification, parseConfig(notification.config, partEnv('notification'))),
    startAreas('work').then((areas) => async () => void (await Promise.all(areas.map((stop) => stop())))),
  ]);
  return async () => void (await Promise.all(stops.map((stop) => stop())));
});
