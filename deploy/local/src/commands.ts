import { join } from 'node:path';
import { runNode, UsageError } from './child.ts';
import type { ProgramName } from './program-parts.ts';
import { projectRoot } from './paths.ts';

/** Does the work of one command with its arguments; resolves with the exit code. */
type Command = (args: string[]) => Promise<number>;

const AREAS = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const WITH_EVENTS = ['auth', 'admission', 'announcement', 'billing'] as const;
const WITH_PERSONAL_NUMBERS = ['admission', 'billing', 'notification'] as const;

/** A program of another folder in a process of its own, with these arguments and our environment. */
const program =
  (file: string): Command =>
  async (args) =>
    (await runNode([join(projectRoot, file), ...args], { env: process.env, show: true })).code;

/** A tool of the root's node_modules on these files, else on all. */
const tool =
  (file: string, ...settings: string[]): Command =>
  async (files) =>
    (await runNode([join(projectRoot, 'node_modules', file), ...settings, ...files], { show: true })).code;

/** A program of each of these services (its `src/programs.ts`), run on the local data; `all` goes on after one that failed. */
const ofServices =
  (services: readonly ProgramName[], name: string, { all = false } = {}): Command =>
  async (args) => {
    const { runServicePrograms } = await import('./service-programs.ts');
    return runServicePrograms(services, name, { args, all });
  };

/** Work of this workspace, loaded when it is wanted: most commands need neither a database nor webpack. */
const own =
  (load: () => Promise<{ run: Command }>): Command =>
  async (args) =>
    (await load()).run(args);

const loadDemo = ofServices(['admission'], 'load-demo');
const replayAdmission = ofServices(['admission'], 'replay-events');

/** Every command of `deploy/local/cli.mjs`; the README says what each is for. */
const COMMANDS: Readonly<Record<string, Command>> = {
  up: own(() => import('./commands/up.ts')),
  dev: own(() => import('./commands/dev.ts')),
  reset: own(() => import('./commands/reset.ts')),
  test: own(() => import('./commands/test.ts')),
  check: own(() => import('./commands/check.ts')),
  'test-one': own(() => import('./commands/test-some.ts')),
  'test-separate': own(async () => ({ run: (await import('./commands/test-some.ts')).separate })),
  'test-long': own(async () => ({ run: (await import('./commands/test.ts')).runLong })),
  'test-repeat': own(() => import('./commands/test-repeat.ts')),
  'test-weigh': own(() => import('./test-weights.ts')),
  'test-containers': own(() => import('./commands/test-containers.ts')),
  'test-watch': own(async () => ({ run: (await import('./commands/test-some.ts')).watch })),
  lint: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
  format: tool('@biomejs/biome/bin/biome', 'format', '--write', '--no-errors-on-unmatched'),
  typecheck: own(async () => ({ run: (await import('./type-programs.ts')).typecheck })),
  env: own(() => import('./commands/env.ts')),
  // With the auth service's own variables (production) it uses those, else the local installation.
  'admin-create': (args) =>
    process.env.PASSWORD_PEPPER
      ? program('services/auth/src/programs.ts')(['create-admin', ...args])
      : ofServices(['auth'], 'create-admin')(args),
  'whatsapp-templates': (args) =>
    program('services/notification/src/programs.ts')(['whatsapp-templates', ...args]),
  feature: own(() => import('./commands/feature.ts')),
  'types-database': own(() => import('./commands/types-database.ts')),
  'lock-fix': own(async () => ({ run: (await import('./lock-file.ts')).fixLock })),
  'alerts-rule': own(async () => ({ run: (await import('./alert-rule.ts')).writeAlertRule })),
  'holidays-table': program('services/admission/test/holidays-program.ts'),
  'release-check': own(() => import('./release-check.ts')),
  'config-reference': own(async () => ({ run: (await import('./configuration.ts')).writeReference })),
  'openapi-write': own(async () => ({ run: (await import('./open-api-file.ts')).writeOpenApi })),
  'secrets-create': own(async () => ({ run: (await import('./secret-files.ts')).createSecrets })),
  'identity-rotate': own(async () => ({ run: (await import('./secret-files.ts')).rotateIdentity })),
  build: own(async () => ({ run: (await import('./front-ends.ts')).build })),

  'test-faults': program('deploy/checks/faults/main.ts'),
  'test-upgrade': program('deploy/checks/upgrade/main.ts'),
  'test-fuzz': program('deploy/checks/fuzz/main.ts'),
  bench: program('deploy/checks/load/main.ts'),
  'walk-compose': program('deploy/checks/browser/walk-compose.ts'),
  'walk-faults': program('deploy/checks/containers/main.ts'),
  screenshots: program('deploy/checks/browser/screenshots.ts'),
  pictures: program('deploy/checks/browser/pictures.ts'),
  journeys: program('deploy/checks/browser/journeys.ts'),
  backup: program('deploy/backup/src/backup.ts'),
  restore: program('deploy/backup/src/restore.ts'),

  'events-replay': ofServices(WITH_EVENTS, 'replay-events'),
  'keys-rotate': ofServices(['auth', ...WITH_PERSONAL_NUMBERS], 'rotate-columns'),
  'audit-verify': ofServices(AREAS, 'verify-audit', { all: true }),
  'audit-reads': ofServices(WITH_PERSONAL_NUMBERS, 'audit-reads', { all: true }),
  'retention-preview': ofServices(AREAS, 'preview-retention', { all: true }),
  'books-verify': ofServices(['billing'], 'verify-books'),
  'seats-verify': ofServices(['admission'], 'verify-seats'),
  // The areas that keep a copy of registrations learn of the new ones by a replay.
  'demo-load': async (args) => (await loadDemo(args)) || replayAdmission([]),
};

/** The names of all commands. */
export const commandNames: readonly string[] = Object.keys(COMMANDS);

/** Runs a command by its name and resolves with its exit code. */
export async function runCommand(name: string | undefined, args: string[]): Promise<number> {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) throw new UsageError(`Usage: node deploy/local/cli.mjs ${commandNames.join(' | ')}`);
  return command(args);
}
