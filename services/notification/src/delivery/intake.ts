import { waveSchema } from '@gerbang/contracts/event-queues';
import { isLetterKind, LETTER_TEXTS, withoutSecret } from '@gerbang/contracts/letter-templates';
import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { keptText, MASKED_CODE } from '@gerbang/contracts/message-texts';
import { templateValues } from '@gerbang/contracts/message-values';
import type { MessageChannel } from '@gerbang/domain/messages';
import { type BusJob, UnreadableEvent } from '@gerbang/service-kit/events/bus-job';
import { batched, readPayload } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { KeyRing, Sealer } from '@gerbang/service-kit/data/sealing';
import { insertMessages, type MessageLimits, type NewMessage } from './intake.repository.ts';
import { inboxEntry } from '../notifications/inbox.copy.ts';
import type { Leases } from './leases.ts';
import { accountRecipient, recipientKeys } from '../accounts/recipient-key.ts';
import type { Claim } from './claims.repository.ts';

/** Only a few messages are leased at once: those that a killed worker had not sent wait ten minutes as unknown. */
const MAX_BATCH = 4;

/** The parameters without what a family typed: a stranger's number gets no words of another stranger's. */
function withoutFamily(params: Readonly<Record<string, string>>): Record<string, string> {
  const { name: _name, ...others } = params;
  return 'child' in others ? { ...others, child: 'putra/putri Anda' } : others;
}

/** The values of a message and its text as it may be stored. */
function filled(kind: AnyKind, params: Readonly<Record<string, string>>) {
  if (!isLetterKind(kind)) {
    const values = templateValues(kind, params);
    return { values, message: keptText(kind, values) };
  }
  const { link } = params;
  if (!link) throw new Error(`A letter of the kind ${kind} needs link`);
  return { values: [link], message: `${LETTER_TEXTS[kind]}\n${withoutSecret(link, MASKED_CODE)}` };
}

/** A message that the intake has leased for sending, with its values. */
export interface Begun {
  readonly row: Claim;
  readonly to: string;
  readonly values: readonly string[];
}

export interface IntakeOptions {
  readonly database: Database;
  readonly bus: Sealer;
  readonly columns: Sealer;
  readonly columnKeys: KeyRing;
  readonly publicOrigin: string;
  readonly limits: MessageLimits;
  /** Whether the portal sends letters. */
  readonly sendsLetters: boolean;
  readonly logger: Logger;
}

/** A requested message with what its template says; null without a recipient. The row's id is the event's. */
function readRequest(options: IntakeOptions, id: string, payload: unknown): NewMessage | null {
  const request = readPayload('message.requested', payload);
  const { kind, letter, accountId = null } = request;
  const isNumberless = request.to === null && !letter && accountId !== null;
  const to = isNumberless ? accountRecipient(accountId) : (request.to ?? letter?.email ?? null);
  // A reset for an unknown account: auth publishes it so that both cases take the same time.
  if (to === null) return null;
  const found = { recipientKeys: recipientKeys(options.columnKeys, to) };
  const channel: MessageChannel = letter && request.to === null ? 'email' : 'whatsapp';
  const nothing = { values: null, message: null, plain: null, entry: null };
  const dead = { id, request, channel, to, isNumberless, ...found, ...nothing, reason: 'params' };
  // The asking service sends letters and this one does not: one of the two is set up wrongly.
  if (channel === 'email' && !options.sendsLetters) return { ...dead, reason: 'mail-off' };
  try {
    const params = { link: `${options.publicOrigin}/forgot-password`, ...request.params };
    const written = filled(kind, params);
    return {
      ...dead,
      ...written,
      plain: filled(kind, withoutFamily(params)),
      entry:
        request.accountId === null || isLetterKind(kind)
          ? null
          : inboxEntry(kind, written.values, params.link),
      reason: null,
    };
  } catch (error) {
    options.logger.error({ alarm: 'message without its parameters', err: error, kind }, 'message alarm');
    return dead;
  }
}

/**
 * Inserts the messages of a wave, or of events that came together, in one statement, once per message and once per dedupe
 * key; they are sent later. When one of them cannot be written, each is written alone, so that it does not hold up the
 * others.
 */
export function createWaveIntake(options: IntakeOptions): (job: BusJob) => Promise<void> {
  const { database, bus, columns, limits, sendsLetters } = options;
  const insert = (messages: readonly NewMessage[]) =>
    insertMessages(database, columns, messages, null, limits, sendsLetters);
  const opened = ({ id, type, sealed }: BusJob): unknown => bus.open(sealed, eventAad(type, id));

  /** Inserts messages together; where that fails, each alone. */
  async function insertEach(messages: readonly NewMessage[]): Promise<void> {
    try {
      await insert(messages);
    } catch (error) {
      if (messages.length === 1) throw error;
      const outcomes: PromiseSettledResult<unknown>[] = [];
      for (const message of messages) outcomes.push(...(await Promise.allSettled([insert([message])])));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  return async (job) => {
    const wave =
      job.events?.map((event) => ({ id: event.id, payload: opened(event) })) ?? waveSchema.parse(opened(job));
    const unread: UnreadableEvent[] = [];
    const messages = wave.flatMap(({ id, payload }) => {
      try {
        return readRequest(options, id, payload) ?? [];
      } catch (error) {
        if (!(error instanceof UnreadableEvent)) throw error;
        unread.push(error);
        return [];
      }
    });
    if (messages.length > 0) await insertEach(messages);
    // A newer program reads the job again; those that are inserted stay as they are.
    if (unread[0]) throw unread[0];
  };
}

/**
 * Inserts requested messages, once per event and once per dedupe key; the row's id is the event's. Messages that arrive
 * during an insert share the next statement. With leases it returns the message if it may be sent at once.
 */
export function createIntake(options: IntakeOptions) {
  const { database, columns } = options;
  interface Pending {
    readonly message: NewMessage;
    /** The name of the lease under which it may be sent, or null. */
    begun: string | null;
    isPlain: boolean;
  }
  const writers = new Map<Leases | null, (pending: Pending) => Promise<void>>();

  /** Inserts in batches, with leases of this process; without leases the rows are only inserted. */
  function writerWith(leases: Leases | null): (pending: Pending) => Promise<void> {
    return batched<Pending>(async (batch) => {
      const messages = batch.map(({ message }) => message);
      const write = async (name: string | null) => {
        const begun = await insertMessages(
          database,
          columns,
          messages,
          name,
          options.limits,
          options.sendsLetters,
        );
        // The same event twice in a batch has one row, and only one of the two may send it.
        for (const item of batch) {
          item.isPlain = begun.get(item.message.id)?.plain ?? false;
          item.begun = begun.delete(item.message.id) ? name : null;
        }
      };
      if (!leases) return write(null);
      const ids = messages.map(({ id }) => id);
      return leases.take(ids, write);
    }, MAX_BATCH);
  }

  return async (job: BusJob, leases: Leases | null = null): Promise<Begun | null> => {
    const message = readRequest(options, job.id, options.bus.open(job.sealed, eventAad(job.type, job.id)));
    if (!message) return null;
    const pending: Pending = { message, begun: null, isPlain: false };
    const write = writers.get(leases) ?? writerWith(leases);
    writers.set(leases, write);
    await write(pending);
    const { id, request, to } = message;
    const values = pending.isPlain ? message.plain?.values : message.values;
    const [recipient_key = ''] = message.recipientKeys;
    const { begun: owner } = pending;
    if (owner === null || !values) return null;
    const { kind, priority } = request;
    const row = { id, kind, priority, recipient_key, owner, prior: 'none' } as const;
    return { row: { ...row, attempt: 1, tries: 0, unknowns: 0, age_seconds: 0 }, to, values };
  };
}
