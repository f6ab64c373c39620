import { run } from '@gerbang/service-kit/program/shutdown';
import { gatewayConfig } from './config.ts';
import { startGateway } from './gateway.ts';

run('gateway', () => startGateway(gatewayConfig()));
