import { keptText, messageRequestedSchema } from '@gerbang/contracts/message-templates';
import { templateValues } from '@gerbang/contracts/message-values';
import type { BusJob } from '@gerbang/service-kit/events/bus';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { KeyRing, Sealer } from '@gerbang/service-kit/data/sealing';
import { insertMessages, type MessageLimits, type NewMessage } from './intake.repository.ts';
import type { Leases } from './leases.ts';
import { recipientKeys } from './recipient-key.ts';
import type { Claim } from './claims.repository.ts';

/** Only a few messages are leased at once: those that a killed worker had not sent wait ten minutes as unknown. */
const MAX_BATCH = 4;

/** The parameters without what a family typed: a stranger's number gets no words of another stranger's. */
function withoutFamily(params: Readonly<Record<string, string>>): Record<string, string> {
  const { name: _name, ...others } = params;
  return 'child' in others ? { ...others, child: 'putra/putri Anda' } : others;
}

/** A message that the intake has leased for sending, with its values. */
export interface Begun {
  readonly row: Claim;
  readonly to: string;
  readonly values: readonly string[];
}

/**
 * Inserts requested messages, once per event and once per dedupe key; the row's id is the event's. Messages that arrive
 * during an insert share the next statement. With leases it returns the message if it may be sent at once.
 */
export function createIntake(options: {
  database: Database;
  bus: Sealer;
  columns: Sealer;
  columnKeys: KeyRing;
  publicOrigin: string;
  limits: MessageLimits;
  logger: Logger;
}) {
  const { database, columns, columnKeys, logger } = options;
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
        const begun = await insertMessages(database, columns, messages, name, options.limits);
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

  function read(job: BusJob): NewMessage | null {
    const request = messageRequestedSchema.parse(options.bus.open(job.sealed, eventAad(job.type, job.id)));
    const { id } = job;
    const { to, kind } = request;
    // A reset for an unknown account: auth publishes it so that both cases take the same time.
    if (to === null) return null;
    const found = { recipientKeys: recipientKeys(columnKeys, to) };
    const dead = { id, request, to, ...found, values: null, message: null, plain: null, reason: 'params' };
    try {
      const params = { link: `${options.publicOrigin}/forgot-password`, ...request.params };
      const values = templateValues(kind, params);
      const plain = templateValues(kind, withoutFamily(params));
      return {
        ...dead,
        values,
        message: keptText(kind, values),
        plain: { values: plain, message: keptText(kind, plain) },
        reason: null,
      };
    } catch (error) {
      logger.error({ alarm: 'message without its parameters', err: error, kind }, 'message alarm');
      return dead;
    }
  }

  return async (job: BusJob, leases: Leases | null = null): Promise<Begun | null> => {
    const message = read(job);
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
