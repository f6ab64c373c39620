import { join } from 'node:path';
import { runNode } from '../child.ts';
import { projectRoot } from '../paths.ts';
import { runServicePrograms } from '../service-programs.ts';

/**
 * `npm run admin:create`: makes the first administrator. With the auth service's own variables present (production) it
 * uses those, else the local installation.
 */
export async function run(args: string[]): Promise<number> {
  if (!process.env.PASSWORD_PEPPER) return runServicePrograms(['auth'], 'create-admin', { args });
  const program = join(projectRoot, 'services/auth/src/programs.ts');
  const env = process.env as Record<string, string>;
  return (await runNode([program, 'create-admin', ...args], { env, show: true })).code;
}
