import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { gatewaySchema } from '@gerbang/gateway/config';
import { configSchema as admissionSchema } from '@gerbang/admission-service/config';
import { configSchema as announcementSchema } from '@gerbang/announcement-service/config';
import { configSchema as authSchema } from '@gerbang/auth-service/config';
import { configSchema as billingSchema } from '@gerbang/billing-service/config';
import { configSchema as notificationConfig, templatesSchema } from '@gerbang/notification-service/config';
import { backupSettings } from '@gerbang/backup/settings';
import { simulatorConfig } from '@gerbang/simulator/simulator';
import { projectRoot } from './paths.ts';
import { localSettings, migrationSettings } from './settings.ts';

/** The schema of the variables that each program reads. */
export const CONFIGURATIONS = {
  gateway: gatewaySchema,
  auth: authSchema,
  admission: admissionSchema,
  announcement: announcementSchema,
  billing: billingSchema,
  notification: notificationConfig,
  'whatsapp:templates': templatesSchema,
  migration: migrationSettings,
  backup: backupSettings,
  simulator: simulatorConfig,
  'local run': localSettings,
} as const satisfies Record<string, z.ZodObject>;
export type ProgramWithConfiguration = keyof typeof CONFIGURATIONS;

export interface Variable {
  readonly name: string;
  readonly programs: readonly string[];
  readonly purpose: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** The default as it would be written; undefined without one. */
  readonly fallback: string | undefined;
}

interface Definition {
  readonly type: string;
  readonly defaultValue?: unknown;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
}

/** The default, below the transformations of the schema. */
function fallbackOf(schema: z.ZodType): string | undefined {
  const definition = schema.def as Definition;
  if (definition.type === 'default') return String(definition.defaultValue);
  const inner = definition.type === 'pipe' ? definition.in : definition.innerType;
  return inner && fallbackOf(inner);
}

/** The variables of one program. */
export function variablesOf(program: ProgramWithConfiguration): Variable[] {
  return Object.entries(CONFIGURATIONS[program].shape as Record<string, z.ZodType>).map(([name, schema]) => ({
    name,
    programs: [program],
    purpose: schema.description ?? '',
    secret: schema.meta()?.secret === true,
    required: !schema.safeParse(undefined).success,
    fallback: fallbackOf(schema),
  }));
}

/** The variables of all programs by name; a variable with the same meaning in several programs appears once. */
export function allVariables(): Variable[] {
  const found = new Map<string, Variable>();
  for (const program of Object.keys(CONFIGURATIONS) as ProgramWithConfiguration[]) {
    for (const variable of variablesOf(program)) {
      const { name, purpose, fallback, required } = variable;
      const key = JSON.stringify([name, purpose, fallback, required]);
      const known = found.get(key);
      found.set(key, known ? { ...known, programs: [...known.programs, program] } : variable);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

const HEAD = `# Configuration

Made by \`npm run config:reference\` from the schemas by which the programs read their environment; a test holds it to
them. Each program reads its variables once, at its start, and reports everything that is wrong together. Any variable of
a program can be given as a file: \`NAME_FILE\` names the file that holds what \`NAME\` would; secrets (marked *) should be.
An empty value is as none. "Needed" = the program does not start without it.

| Variable | Programs | Default | Purpose |
|---|---|---|---|
`;

function line({ name, programs, purpose, secret, required, fallback }: Variable): string {
  const standard = required
    ? 'needed'
    : fallback === undefined
      ? '–'
      : fallback === ''
        ? 'empty'
        : `\`${fallback}\``;
  return `| \`${name}\`${secret ? ' *' : ''} | ${programs.join(', ')} | ${standard} | ${purpose} |`;
}

/** The text of deploy/configuration.md. */
export function configurationReference(): string {
  return `${HEAD}${allVariables().map(line).join('\n')}\n
Node's own: \`UV_THREADPOOL_SIZE\` (threads for files, images and hashes; admission works better with 8),
\`MALLOC_ARENA_MAX\` (2 in the local run: fewer heaps, less memory), \`NODE_EXTRA_CA_CERTS\`.
`;
}

/** `npm run config:reference`: writes deploy/configuration.md from the programs' schemas. */
export async function writeReference(): Promise<number> {
  writeFileSync(join(projectRoot, 'deploy/configuration.md'), configurationReference());
  console.log('deploy/configuration.md: written');
  return 0;
}
