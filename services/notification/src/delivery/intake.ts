import { keptText, messageRequestedSchema, templateValues } from '@gerbang/contracts/message-templates';
import type { BusJob } from '@gerbang/service-kit/events/bus';
import { batched } from '@gerbang/service-kit/events/consumers';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { KeyRing, Sealer } from '@gerbang/service-kit/data/sealing';
import { insertMessages, type NewMessage } from './intake.repository.ts';
import type { Leases } from './leases.ts';
import { recipientKeys } from './recipient-key.ts';
import type { Claim } from './repository.ts';

/**
 * What is begun together has not left yet when the statement is done; what of it a killed worker had not sent waits ten
 * minutes as unknown. So only a few are begun at once.
 */
const BEGUN_TOGETHER = 4;

/** A message that its intake has already taken for sending, with what it says still in hand. */
export interface Begun {
  readonly row: Claim;
  readonly to: string;
  readonly values: readonly string[];
}

/**
 * Writes the row of a requested message, once per event and once per dedupe key; the row's id is the event's. Messages that
 * come while others are being written share a statement. Answers what may leave at once, where leases are given.
 */
export function createIntake(options: {
  database: Database;
  bus: Sealer;
  columns: Sealer;
  columnKeys: KeyRing;
  publicOrigin: string;
  logger: Logger;
}) {
  const { database, columns, columnKeys, logger } = options;
  interface Asked {
    readonly message: NewMessage;
    /** The name of the lease under which it may be sent. */
    begun: string | null;
  }
  const writers = new Map<Leases | null, (asked: Asked) => Promise<void>>();

  /** Writes in waves, each with leases of one process; without leases the rows are only written. */
  function writerWith(leases: Leases | null): (asked: Asked) => Promise<void> {
    return batched<Asked>(async (wave) => {
      const messages = wave.map(({ message }) => message);
      const write = async (name: string | null) => {
        const begun = await insertMessages(database, columns, messages, name);
        // The same event twice in a wave has one row, and one of the two may send it.
        for (const one of wave) one.begun = begun.delete(one.message.id) ? name : null;
      };
      if (!leases) return write(null);
      const ids = messages.map(({ id }) => id);
      return leases.take(ids, write);
    }, BEGUN_TOGETHER);
  }

  function read(job: BusJob): NewMessage | null {
    const request = messageRequestedSchema.parse(options.bus.open(job.sealed, eventAad(job.type, job.id)));
    const { id } = job;
    const { to, kind } = request;
    // Asked for an unknown account: written at the asker only so that both cases take the same time.
    if (to === null) return null;
    const found = { recipientKeys: recipientKeys(columnKeys, to) };
    const dead = { id, request, to, ...found, values: null, message: null, reason: 'params' };
    try {
      const values = templateValues(kind, {
        link: `${options.publicOrigin}/forgot-password`,
        ...request.params,
      });
      return { ...dead, values, message: keptText(kind, values), reason: null };
    } catch (error) {
      logger.error({ alarm: 'message without its parameters', err: error, kind }, 'message alarm');
      return dead;
    }
  }

  return async (job: BusJob, leases: Leases | null = null): Promise<Begun | null> => {
    const message = read(job);
    if (!message) return null;
    const asked: Asked = { message, begun: null };
    const write = writers.get(leases) ?? writerWith(leases);
    writers.set(leases, write);
    await write(asked);
    const { id, request, to, values } = message;
    const [recipient_key = ''] = message.recipientKeys;
    const { begun: owner } = asked;
    if (owner === null || !values) return null;
    const { kind, priority } = request;
    const row = { id, kind, priority, recipient_key, owner, prior: 'none' } as const;
    return { row: { ...row, attempt: 1, tries: 0, unknowns: 0, age_seconds: 0 }, to, values };
  };
}
