import { readFileSync } from 'node:fs';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { configSchema } from '../src/config.ts';
import { workJob } from './registration-stages-work.ts';

/** Program: works one job of a file and kills itself before the statement with the number DIE_AT. */
const config = parseConfig(configSchema);
const job = JSON.parse(readFileSync(process.env.JOB_FILE ?? '', 'utf8')) as BusJob;
const { database, arm } = mortalDatabase(config.DATABASE_URL, {
  max: 2,
  die: () => process.kill(process.pid, 'SIGKILL'),
});
arm(Number(process.env.DIE_AT));
await workJob(config, database, job);
await database.close();
