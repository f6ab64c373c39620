import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationReference } from '../configuration.ts';
import { projectRoot } from '../paths.ts';

/** `npm run config:reference`: writes deploy/configuration.md from the programs' schemas. */
export async function run(): Promise<number> {
  writeFileSync(join(projectRoot, 'deploy/configuration.md'), configurationReference());
  console.log('deploy/configuration.md: written');
  return 0;
}
