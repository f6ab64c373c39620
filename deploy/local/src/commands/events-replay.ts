import { runServicePrograms } from '../service-programs.ts';

/** `npm run events:replay`: every owner tells the others of all its records once more, for copies that are new or lost. */
export function run(): Promise<number> {
  return runServicePrograms(['auth', 'admission'], 'replay-events.ts');
}
