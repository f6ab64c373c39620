import { runServicePrograms } from '../service-programs.ts';

/** `npm run keys:rotate`: seals with the newest column key what older ones sealed. */
export function run(): Promise<number> {
  return runServicePrograms(['admission', 'billing', 'notification'], 'rotate-columns.ts');
}
