import { join } from 'node:path';
import type { DatabaseName } from './databases.ts';
import { serviceKeys } from './identity-keys.ts';
import { projectRoot } from './paths.ts';
import { bankPayEnv, CHANNELS_ENV, schoolPayEnv } from './pay-keys.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';

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
export type Env = Record<string, string>;

export interface EnvironmentInput {
  secrets: Secrets;
  ports: Ports;
  databases: Record<DatabaseName, string>;
  redisUrl?: string;
  dataDir: string;
  /** Folder of the keys of payments at the simulated bank; without it there are none. */
  payKeys?: string | undefined;
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

/** Variables that several programs share. */
export interface Groups {
  service: Env;
  whatsapp: Env;
  mail: Env;
  /** Of payments at the simulated bank, for both sides. */
  pay: Env;
}

export const local = (port: number) => `http://127.0.0.1:${port}`;

/** The programs, each with its folder and its variables. */
export const PARTS: Record<ProgramName, Part> = {
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
    env: ({ secrets, ports, databases, dataDir, payKeys }, { service }) => ({
      ...service,
      ...(payKeys !== undefined && CHANNELS_ENV),
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
      BILLING_URL: local(ports.billing),
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
      ADMISSION_URL: local(ports.admission),
    }),
  },
  billing: {
    folder: 'services/billing',
    env: ({ secrets, ports, databases, payKeys }, { service, pay }) => ({
      ...service,
      ...pay,
      ...(payKeys !== undefined && schoolPayEnv(payKeys, ports)),
      PORT: String(ports.billing),
      METRICS_PORT: String(ports.billingMetrics),
      DATABASE_URL: databases.billing,
      COLUMN_KEYS: secrets.columnKeys,
      BLIND_INDEX_KEY: secrets.blindIndexKey,
      AUDIT_KEY: secrets.auditKey,
      IDENTITY_KEYS: serviceKeys(secrets.identitySecrets, 'billing'),
      INTERNAL_KEY: secrets.internalKey,
      AUTH_URL: local(ports.auth),
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
    env: ({ ports, dataDir, payKeys }, { whatsapp, pay }) => ({
      ...whatsapp,
      ...pay,
      ...(payKeys !== undefined && bankPayEnv(payKeys, ports)),
      PORT: String(ports.simulator),
      SMTP_PORT: String(ports.simulatorMail),
      WEBHOOK_URL: `${local(ports.gateway)}/webhooks/whatsapp`,
      GERBANG_DATA: dataDir,
    }),
  },
  gateway: {
    folder: 'gateway',
    env: ({ secrets, ports, databases, payKeys }, { service }) => ({
      ...service,
      ...(payKeys !== undefined && { PAY_PROVIDER: 'snap' }),
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
