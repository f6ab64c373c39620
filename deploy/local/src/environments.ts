import { join } from 'node:path';
import { plainEnv } from './child.ts';
import type { DatabaseName } from './databases.ts';
import { serviceKeys } from './identity-keys.ts';
import { projectRoot } from './paths.ts';
import type { Ports } from './ports.ts';
import { joinEnvs } from './programs/part-env.ts';
import type { Secrets } from './secrets.ts';
import type { Program } from './supervisor.ts';

/** Every program of the local run, in the order in which they are started. */
export const PROGRAMS = [
  'gateway',
  'auth',
  'admission',
  'announcement',
  'billing',
  'notification',
  'simulator',
] as const;
export type ProgramName = (typeof PROGRAMS)[number];
type Env = Record<string, string>;

export interface EnvironmentInput {
  secrets: Secrets;
  ports: Ports;
  databases: Record<DatabaseName, string>;
  redisUrl?: string;
  dataDir: string;
  /** Begins without a school: nothing is made up. */
  empty?: boolean | undefined;
  extra?: Partial<Record<ProgramName, Env>>;
  execArgv?: Partial<Record<ProgramName, readonly string[]>>;
}

interface Part {
  /** Folder of the workspace, from the project's; its main file is src/main.ts. */
  folder: string;
  /** Its own variables, beside the common ones. */
  env(input: EnvironmentInput, groups: Groups): Env;
}

interface Groups {
  service: Env;
  whatsapp: Env;
  mail: Env;
}

/** A quarter of V8's own room for young objects: tidied up a little more often, 10 to 20 MB less for each program. */
const NODE_SETTINGS = ['--max-semi-space-size=4'];

const local = (port: number) => `http://127.0.0.1:${port}`;

const PARTS: Record<ProgramName, Part> = {
  auth: {
    folder: 'services/auth',
    env: ({ secrets, ports, databases }, { service, mail }) => ({
      ...service,
      ...mail,
      PORT: String(ports.auth),
      METRICS_PORT: String(ports.authMetrics),
      DATABASE_URL: databases.auth,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'auth'),
      PASSWORD_PEPPER: secrets.passwordPepper,
      CODE_KEY: secrets.codeKey,
      COLUMN_KEYS: secrets.columnKeys,
      INTERNAL_KEY: secrets.internalKey,
    }),
  },
  admission: {
    folder: 'services/admission',
    env: ({ secrets, ports, databases, dataDir }, { service }) => ({
      ...service,
      PORT: String(ports.admission),
      METRICS_PORT: String(ports.admissionMetrics),
      DATABASE_URL: databases.admission,
      COLUMN_KEYS: secrets.columnKeys,
      BLIND_INDEX_KEY: secrets.blindIndexKey,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'admission'),
      CODE_KEY: secrets.contactCodeKey,
      INTERNAL_KEY: secrets.internalKey,
      AUTH_URL: local(ports.auth),
      FILES_DIR: filesFolder(dataDir),
    }),
  },
  announcement: {
    folder: 'services/announcement',
    env: ({ secrets, ports, databases }, { service }) => ({
      ...service,
      PORT: String(ports.announcement),
      METRICS_PORT: String(ports.announcementMetrics),
      DATABASE_URL: databases.announcement,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'announcement'),
      INTERNAL_KEY: secrets.internalKey,
      AUTH_URL: local(ports.auth),
    }),
  },
  billing: {
    folder: 'services/billing',
    env: ({ secrets, ports, databases }, { service }) => ({
      ...service,
      PORT: String(ports.billing),
      METRICS_PORT: String(ports.billingMetrics),
      DATABASE_URL: databases.billing,
      COLUMN_KEYS: secrets.columnKeys,
      BLIND_INDEX_KEY: secrets.blindIndexKey,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'billing'),
      INTERNAL_KEY: secrets.internalKey,
      ADMISSION_URL: local(ports.admission),
    }),
  },
  notification: {
    folder: 'services/notification',
    env: ({ secrets, ports, databases }, { service, whatsapp, mail }) => ({
      ...service,
      ...whatsapp,
      ...mail,
      SMTP_URL: `smtp://127.0.0.1:${ports.simulatorMail}`,
      MAIL_WEBHOOK_SECRET: secrets.mailWebhookSecret,
      PORT: String(ports.notification),
      METRICS_PORT: String(ports.notificationMetrics),
      DATABASE_URL: databases.notification,
      COLUMN_KEYS: secrets.columnKeys,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'notification'),
    }),
  },
  simulator: {
    folder: 'deploy/simulator',
    env: ({ ports, dataDir }, { whatsapp }) => ({
      ...whatsapp,
      PORT: String(ports.simulator),
      SMTP_PORT: String(ports.simulatorMail),
      WEBHOOK_URL: `${local(ports.gateway)}/webhooks/whatsapp`,
      GERBANG_DATA: dataDir,
    }),
  },
  gateway: {
    folder: 'gateway',
    env: ({ secrets, ports, databases }, { service }) => ({
      ...service,
      PORT: String(ports.gateway),
      METRICS_PORT: String(ports.gatewayMetrics),
      DATABASE_URL: databases.gateway,
      IDENTITY_SECRETS: secrets.identitySecrets,
      SESSION_SECRET: secrets.sessionSecret,
      AUTH_URL: local(ports.auth),
      NOTIFICATION_URL: local(ports.notification),
      ADMISSION_URL: local(ports.admission),
      ANNOUNCEMENT_URL: local(ports.announcement),
      BILLING_URL: local(ports.billing),
      ALLOWED_ORIGINS: `http://localhost:${ports.gateway},${local(ports.gateway)}`,
      STATIC_DIR: join(projectRoot, 'frontends'),
      COOKIE_SECURE: '0',
    }),
  },
};

/** Where uploaded files lie. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/** The folder of a program's workspace, from the project's. */
export const folderOf = (name: ProgramName) => PARTS[name].folder;

function mainOf(name: ProgramName): string {
  return join(projectRoot, PARTS[name].folder, 'src/main.ts');
}

/** Every program of the separate shape, with all its variables. */
export function programs(input: EnvironmentInput): Program[] {
  const { secrets, ports, databases } = input;
  const common = {
    ...plainEnv(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOCAL_RUN: '1',
    // Without it admission begins blank and closed.
    ...(!input.empty && { SAMPLE_SCHOOL: '1' }),
    // The threads of a program share two heaps of the C library instead of having one each.
    MALLOC_ARENA_MAX: '2',
    PUBLIC_ORIGIN: `http://localhost:${ports.gateway}`,
  };
  const groups = {
    service: {
      ...(input.redisUrl ? { REDIS_URL: input.redisUrl } : { QUEUE_DATABASE_URL: databases.queue }),
      BUS_KEYS: secrets.busKeys,
    },
    whatsapp: {
      WHATSAPP_BASE_URL: local(ports.simulator),
      WHATSAPP_TOKEN: secrets.whatsappToken,
      WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
      WHATSAPP_BUSINESS_ACCOUNT_ID: '200000000000002',
      WHATSAPP_APP_SECRET: secrets.whatsappAppSecret,
      WHATSAPP_VERIFY_TOKEN: secrets.whatsappVerifyToken,
    },
    mail: { MAIL_FROM: 'Gerbang <ppdb@contoh.sch.id>' },
  };
  return PROGRAMS.map((name) => ({
    name,
    main: mainOf(name),
    execArgv: [...NODE_SETTINGS, ...(input.execArgv?.[name] ?? [])],
    env: { ...common, ...PARTS[name].env(input, groups), ...input.extra?.[name] },
  }));
}

/**
 * `separate`: each program is a process of its own, as in production. `small`: the gateway and the apps of the services
 * share the process `web`; messages, relays, consumers, chores and the simulator share `worker`.
 */
export type Shape = 'small' | 'separate';

const WEB = ['gateway', 'auth', 'admission', 'announcement', 'billing'] as const;

/** The process in which a program runs. */
export function processOf(name: ProgramName, shape: Shape): string {
  if (shape === 'separate') return name;
  return name === 'notification' || name === 'simulator' ? 'worker' : 'web';
}

/** The processes of a shape, with all their variables. */
export function processes(input: EnvironmentInput, shape: Shape): Program[] {
  const all = programs(input);
  if (shape === 'separate') return all;
  const envs = Object.fromEntries(all.map(({ name, env }) => [name, env])) as Record<ProgramName, Env>;
  const { auth, admission, announcement, billing, notification, simulator } = envs;
  const { ports } = input;
  const worksAt = (env: Env, port: number): Env => ({ ...env, METRICS_PORT: String(port) });
  const parts = {
    web: Object.fromEntries(WEB.map((name) => [name, envs[name]])),
    worker: {
      auth: worksAt(auth, ports.authWorkMetrics),
      admission: worksAt(admission, ports.admissionWorkMetrics),
      announcement: worksAt(announcement, ports.announcementWorkMetrics),
      billing: worksAt(billing, ports.billingWorkMetrics),
      notification,
      simulator,
    },
  };
  return (['web', 'worker'] as const).map((name) => ({
    name,
    main: join(projectRoot, 'deploy/local/src/programs', `${name}.ts`),
    execArgv: NODE_SETTINGS,
    env: joinEnvs(parts[name]),
  }));
}

/** The variables of one program, for a command that does its work (`admin:create`). */
export function programEnv(name: ProgramName, input: EnvironmentInput): Env {
  const found = programs(input).find((program) => program.name === name);
  if (!found) throw new Error(`There is no program ${name}`);
  return found.env;
}

/** The programs that make demo data, accounts first: the data of the later ones belong to those of the earlier ones. */
export function seeds(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth', 'admission', 'announcement', 'billing'], 'seed-demo');
}

/** The program that makes the first administrator, of a portal that begins without a school. */
export function firstAdministrator(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth'], 'seed-demo', ['admin']);
}

/** The programs that publish every record once more, accounts first. */
export function replays(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth', 'admission', 'announcement', 'billing'], 'replay-events');
}

interface AreaProgram {
  readonly name: string;
  /** Arguments for Node: the file and the name of the program in it. */
  readonly args: readonly string[];
  readonly env: Env;
}

function areaPrograms(
  all: readonly Program[],
  areas: readonly ProgramName[],
  program: string,
  args: readonly string[] = [],
): AreaProgram[] {
  return areas.flatMap((area) =>
    all
      .filter(({ name }) => name === area)
      .map(({ name, env }) => ({
        name,
        args: [join(projectRoot, PARTS[area].folder, 'src/programs.ts'), program, ...args],
        env,
      })),
  );
}
