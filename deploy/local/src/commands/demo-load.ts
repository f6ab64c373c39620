import { runServicePrograms } from '../service-programs.ts';

/** `npm run demo:load -- --registrations N`: adds made-up registrations to the local installation. */
export function run(args: string[]): Promise<number> {
  return runServicePrograms(['admission'], 'load-demo.ts', { args });
}
