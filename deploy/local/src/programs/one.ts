import { gatewayConfig } from '@gerbang/gateway/config';
import { startGateway } from '@gerbang/gateway/gateway';
import { run } from '@gerbang/service-kit/program/shutdown';
import { startAreas } from './areas.ts';
import { startMessages } from './messages.ts';
import { partEnv } from './part-env.ts';

/** Program: `web` and `worker` in one process, for a machine with little memory: what runs behind people's backs is in their way. */
run('one', async () => {
  const stops = (await Promise.all([startMessages(), startAreas('app', 'work')])).flat();
  const stopGateway = await startGateway(gatewayConfig(partEnv('gateway')));
  return async () => {
    await stopGateway();
    await Promise.all(stops.map((stop) => stop()));
  };
});
