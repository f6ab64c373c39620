import { parseConfig } from '@gerbang/service-kit/program/config';
import { run } from '@gerbang/service-kit/program/shutdown';
import { simulatorConfig, startSimulator } from './simulator.ts';

run('simulator', () => startSimulator(parseConfig(simulatorConfig)));
