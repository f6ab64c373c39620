import { runServicePrograms } from '../service-programs.ts';

/** `npm run books:verify`: prints what does not balance in billing's books; ends with 1 where anything does not. */
export function run(): Promise<number> {
  return runServicePrograms(['billing'], 'verify-books.ts');
}
