import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@gerbang/service-kit/migrate';
import { projectRoot } from './paths.ts';

/** Program: brings every service's database up to date. `MIGRATE` holds a JSON object of folder to URL. */
const targets = JSON.parse(process.env.MIGRATE ?? '{}') as Record<string, string>;
await Promise.all(
  Object.entries(targets).map(async ([folder, url]) => {
    const directory = join(projectRoot, folder, 'migrations');
    if (existsSync(directory)) await migrate({ url, directory, direction: 'up' });
  }),
);
