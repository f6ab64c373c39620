import { join } from 'node:path';
import { plainEnv } from './child.ts';
import { projectRoot } from './paths.ts';
import {
  type Env,
  type EnvironmentInput,
  local,
  PARTS,
  type ProgramName,
  PROGRAMS,
} from './program-parts.ts';
import { sharedPayEnv } from './pay-keys.ts';
import { joinEnvs } from './programs/part-env.ts';
import type { Program } from './supervisor.ts';

/**
 * A quarter of V8's own room for young objects: tidied up a little more often, 10 to 20 MB less for each program. It begins
 * with all of that room, since a start tidies up half as often then.
 */
const NODE_SETTINGS = ['--min-semi-space-size=4', '--max-semi-space-size=4'];

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
    pay: input.payKeys === undefined ? {} : sharedPayEnv(input.payKeys),
  };
  return PROGRAMS.map((name) => ({
    name,
    main: mainOf(name),
    health: `${local(ports[name])}/healthz`,
    execArgv: [...NODE_SETTINGS, ...(input.execArgv?.[name] ?? [])],
    env: { ...common, ...PARTS[name].env(input, groups), ...input.extra?.[name] },
  }));
}

/**
 * `separate`: each program is a process of its own, as in production. `small`: the gateway and the apps of the services
 * share the process `web`; messages, relays, consumers, chores and the simulator share `worker`. `one`: one process has all.
 */
export type Shape = 'one' | 'small' | 'separate';

const WEB = ['gateway', 'auth', 'admission', 'announcement', 'billing'] as const;

/** The process in which a program runs. */
export function processOf(name: ProgramName, shape: Shape): string {
  if (shape !== 'small') return shape === 'one' ? shape : name;
  return name === 'notification' || name === 'simulator' ? 'worker' : 'web';
}

/** The processes of a shape, with all their variables. */
export function processes(input: EnvironmentInput, shape: Shape): Program[] {
  const all = programs(input);
  if (shape === 'separate') return all;
  const envs = Object.fromEntries(all.map(({ name, env }) => [name, env])) as Record<ProgramName, Env>;
  const { auth, admission, announcement, billing, notification, simulator } = envs;
  const { ports } = input;
  const programAt = (name: 'one' | 'web' | 'worker', port: number, env: Env): Program => ({
    name,
    health: `${local(port)}/healthz`,
    main: join(projectRoot, 'deploy/local/src/programs', `${name}.ts`),
    execArgv: NODE_SETTINGS,
    env,
  });
  if (shape === 'one') return [programAt('one', ports.gateway, joinEnvs(envs))];
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
  return [
    programAt('web', ports.gateway, joinEnvs(parts.web)),
    programAt('worker', ports.notification, joinEnvs(parts.worker)),
  ];
}

/** The variables of one program, for a command that does its work (`admin:create`). */
export function programEnv(name: ProgramName, input: EnvironmentInput): Env {
  const found = programs(input).find((program) => program.name === name);
  if (!found) throw new Error(`There is no program ${name}`);
  return found.env;
}
