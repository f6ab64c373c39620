import { join } from 'node:path';
import { plainEnv } from './child.ts';
import type { DatabaseName } from './databases.ts';
import { projectRoot } from './paths.ts';
import type { Secrets } from './secrets.ts';
import type { Program } from './supervisor.ts';

export const PROGRAMS = ['auth', 'notification', 'simulator', 'gateway'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

export interface Ports {
  gateway: number;
  simulator: number;
  auth: number;
  notification: number;
  gatewayMetrics: number;
  authMetrics: number;
  notificationMetrics: number;
}

export interface EnvironmentInput {
  secrets: Secrets;
  ports: Ports;
  databases: Record<DatabaseName, string>;
  redisUrl?: string;
  dataDir: string;
  extra?: Partial<Record<ProgramName, Record<string, string>>>;
}

const MAIN: Record<ProgramName, string> = {
  auth: 'services/auth/src/main.ts',
  notification: 'services/notification/src/main.ts',
  simulator: 'deploy/simulator/src/main.ts',
  gateway: 'gateway/src/main.ts',
};

/** Every program of the local run with all its variables (README, 'Configuration'). */
export function programs(input: EnvironmentInput): Record<ProgramName, Program> {
  const { secrets, ports, databases } = input;
  const origin = `http://localhost:${ports.gateway}`;
  const common = {
    ...plainEnv(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    LOCAL_RUN: '1',
    PUBLIC_ORIGIN: origin,
  };
  const service = {
    ...common,
    ...(input.redisUrl ? { REDIS_URL: input.redisUrl } : { QUEUE_DATABASE_URL: databases.queue }),
    BUS_KEYS: secrets.busKeys,
  };
  const whatsapp = {
    WHATSAPP_BASE_URL: `http://127.0.0.1:${ports.simulator}`,
    WHATSAPP_TOKEN: secrets.whatsappToken,
    WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
    WHATSAPP_APP_SECRET: secrets.whatsappAppSecret,
    WHATSAPP_VERIFY_TOKEN: secrets.whatsappVerifyToken,
  };
  const env: Record<ProgramName, Record<string, string>> = {
    auth: {
      ...service,
      PORT: String(ports.auth),
      METRICS_PORT: String(ports.authMetrics),
      DATABASE_URL: databases.auth,
      COLUMN_KEYS: secrets.columnKeys,
      IDENTITY_PUBLIC_KEY: secrets.identityPublicKey,
      PASSWORD_PEPPER: secrets.passwordPepper,
      CODE_KEY: secrets.codeKey,
    },
    notification: {
      ...service,
      ...whatsapp,
      PORT: String(ports.notification),
      METRICS_PORT: String(ports.notificationMetrics),
      DATABASE_URL: databases.notification,
      COLUMN_KEYS: secrets.columnKeys,
      IDENTITY_PUBLIC_KEY: secrets.identityPublicKey,
    },
    simulator: {
      ...common,
      ...whatsapp,
      PORT: String(ports.simulator),
      WEBHOOK_URL: `http://127.0.0.1:${ports.gateway}/webhooks/whatsapp`,
      GERBANG_DATA: input.dataDir,
    },
    gateway: {
      ...service,
      PORT: String(ports.gateway),
      METRICS_PORT: String(ports.gatewayMetrics),
      DATABASE_URL: databases.gateway,
      IDENTITY_PRIVATE_KEY: secrets.identityPrivateKey,
      SESSION_SECRET: secrets.sessionSecret,
      AUTH_URL: `http://127.0.0.1:${ports.auth}`,
      NOTIFICATION_URL: `http://127.0.0.1:${ports.notification}`,
      ALLOWED_ORIGINS: `${origin},http://127.0.0.1:${ports.gateway}`,
      STATIC_DIR: join(projectRoot, 'frontends'),
      COOKIE_SECURE: '0',
    },
  };
  return Object.fromEntries(
    PROGRAMS.map((name) => [
      name,
      { name, main: join(projectRoot, MAIN[name]), env: { ...env[name], ...input.extra?.[name] } },
    ]),
  ) as Record<ProgramName, Program>;
}
