import { gatewayConfig } from '@gerbang/gateway/config';
import { startGateway } from '@gerbang/gateway/gateway';
import { run } from '@gerbang/service-kit/program/shutdown';
import { startAreas } from './areas.ts';
import { partEnv } from './part-env.ts';

/** Program: everything that people wait for, in one process: the gateway and the apps of the four services. */
run('web', async () => {
  const stopAreas = await startAreas('app');
  const stopGateway = await startGateway(gatewayConfig(partEnv('gateway')));
  return async () => {
    // The gateway first: its running requests still need the services.
    await stopGateway();
    await Promise.all(stopAreas.map((stop) => stop()));
  };
});
