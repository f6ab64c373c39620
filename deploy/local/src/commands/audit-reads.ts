import { runServicePrograms } from '../service-programs.ts';

/** `npm run audit:reads -- --user … --from … --to …`: whose data an account saw in this time (deploy/breach.md). */
export function run(args: readonly string[] = []): Promise<number> {
  return runServicePrograms(['admission', 'billing', 'notification'], 'audit-reads.ts', { args, all: true });
}
