import { notification } from '@gerbang/notification-service/service';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { startService } from '@gerbang/service-kit/program/service';
import { simulatorConfig, startSimulator } from '@gerbang/simulator/simulator';
import { partEnv } from './part-env.ts';

/** Starts notification, and the simulator that only the local run has, in this process; resolves with the functions that stop them. */
export function startMessages(): Promise<(() => Promise<void>)[]> {
  const simulator = partEnv('simulator');
  return Promise.all([
    ...(simulator.WEBHOOK_URL ? [startSimulator(parseConfig(simulatorConfig, simulator))] : []),
    startService(notification, parseConfig(notification.config, partEnv('notification'))),
  ]);
}
