import { runServicePrograms } from '../service-programs.ts';

/**
 * `npm run demo:load -- --registrations N`: adds made-up registrations to the local installation, and tells the areas
 * that keep a copy of them.
 */
export async function run(args: string[]): Promise<number> {
  const code = await runServicePrograms(['admission'], 'load-demo.ts', { args });
  return code === 0 ? runServicePrograms(['admission'], 'replay-events.ts') : code;
}
