import { runServicePrograms } from '../service-programs.ts';

/** `npm run keys:rotate`: seals with the newest column key what older ones sealed. */
export function run(): Promise<number> {
  return runServicePrograms(['admission', 'notification'], 'rotate-columns.ts');
}
