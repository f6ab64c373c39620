import type { Database } from '@gerbang/service-kit/data/database';
import { createSealer, type KeyRing, type Sealer } from '@gerbang/service-kit/data/sealing';
import type { Bus } from '@gerbang/service-kit/events/bus';
import { createOutbox, type Outbox } from '@gerbang/service-kit/events/outbox';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Config } from './config.ts';
import { Delivery } from './delivery/delivery.ts';
import { createIntake, createWaveIntake } from './delivery/intake.ts';
import { createSweeper } from './delivery/sweeper.ts';
import type { MessageProvider } from './delivery/whatsapp.ts';
import { LetterSender } from './letters/letter-sender.ts';
import { createTemplateNames } from './message-templates/template-names.ts';
import { createTemplateInbox, type TemplateInbox } from './message-templates/template-reports.ts';
import { createWebhookInbox, type WebhookInbox } from './webhooks/webhook.ts';

/** The settings that the use cases read. */
type Settings = Pick<
  Config,
  | 'BUS_KEYS'
  | 'COLUMN_KEYS'
  | 'DATABASE_URL'
  | 'PUBLIC_ORIGIN'
  | 'WHATSAPP_APP_SECRET'
  | 'WHATSAPP_VERIFY_TOKEN'
  | 'BULK_RATE'
  | 'MESSAGES_A_DAY'
  | 'SECURITY_NOTICES_A_DAY'
  | 'UNPROVED_MESSAGES_A_DAY'
  | 'UNPROVED_MESSAGES'
  | 'MAIL_WEBHOOK_SECRET'
  | 'WHATSAPP_MESSAGE_PRICE'
>;

/** Everything that a use case of this service may use. */
export interface Context {
  readonly config: Settings;
  readonly database: Database;
  readonly bus: Bus;
  readonly outbox: Outbox;
  /** Seals events. */
  readonly sealer: Sealer;
  /** Seals columns. */
  readonly columns: Sealer;
  readonly columnKeys: KeyRing;
  readonly intake: ReturnType<typeof createIntake>;
  readonly intakeWave: ReturnType<typeof createWaveIntake>;
  readonly delivery: Delivery;
  /** Null where the portal sends no letters. */
  readonly letters: LetterSender | null;
  readonly webhooks: WebhookInbox;
  readonly templates: TemplateInbox;
  readonly sweeper: ReturnType<typeof createSweeper>;
  /** Looks whether all parts of the portal answer; null where no operator is named. */
  readonly lookAtPortal: (() => Promise<void>) | null;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Builds the context of the use cases. */
export function buildContext(
  config: Settings,
  database: Database,
  bus: Bus,
  {
    whatsapp,
    mail = null,
    lookAtPortal = null,
  }: {
    readonly whatsapp: MessageProvider;
    readonly mail?: MessageProvider | null;
    readonly lookAtPortal?: (() => Promise<void>) | null;
  },
  log: Logger,
): Context {
  const columnKeys = config.COLUMN_KEYS;
  const columns = createSealer(columnKeys);
  const sealer = createSealer(config.BUS_KEYS);
  const webhooks = createWebhookInbox(database, log);
  const publicOrigin = config.PUBLIC_ORIGIN;
  const limits = {
    aDay: config.MESSAGES_A_DAY,
    noticesADay: config.SECURITY_NOTICES_A_DAY,
    unprovedADay: config.UNPROVED_MESSAGES_A_DAY,
    unproved: config.UNPROVED_MESSAGES,
  };
  const sendsLetters = mail !== null;
  const parts = {
    database,
    bus: sealer,
    columns,
    columnKeys,
    publicOrigin,
    limits,
    sendsLetters,
    logger: log,
  };
  return {
    config,
    database,
    bus,
    outbox: createOutbox(sealer),
    sealer,
    columns,
    columnKeys,
    intake: createIntake(parts),
    intakeWave: createWaveIntake(parts),
    delivery: new Delivery({
      database,
      bus,
      provider: whatsapp,
      columns,
      templateName: createTemplateNames(database, log),
      logger: log,
    }),
    letters: mail && new LetterSender({ database, provider: mail, columns, columnKeys, logger: log }),
    webhooks,
    templates: createTemplateInbox(database, log),
    lookAtPortal,
    sweeper: createSweeper({ database, bus, webhooks, logger: log }),
    log,
    now: () => new Date(),
  };
}
