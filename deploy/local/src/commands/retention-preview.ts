import { runServicePrograms } from '../service-programs.ts';

/** `npm run retention:preview`: what the next run of retention would end, a line a service; touches nothing. */
export function run(): Promise<number> {
  return runServicePrograms(
    ['auth', 'admission', 'announcement', 'billing', 'notification'],
    'preview-retention.ts',
    { all: true },
  );
}
