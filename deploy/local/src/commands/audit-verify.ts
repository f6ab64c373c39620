import { runServicePrograms } from '../service-programs.ts';

/** `npm run audit:verify`: checks the chains that seal the audit trails; ends with 1 where one is broken. */
export function run(): Promise<number> {
  return runServicePrograms(
    ['auth', 'admission', 'announcement', 'billing', 'notification'],
    'verify-audit.ts',
    {
      all: true,
    },
  );
}
