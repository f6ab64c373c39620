import { eventSchemas, topicOf, type EventPayload, type EventType } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../data/database.ts';
import type { Sealer } from '../data/sealing.ts';

/** The channel on which a commit wakes the relay. */
export const OUTBOX_CHANNEL = 'outbox';

/** The additional authenticated data of a sealed event, so that a payload cannot be moved to another event. */
export function eventAad(type: string, id: string): string {
  return `event:${type}:${id}`;
}

interface PublishOptions {
  readonly version?: number;
  readonly requestId?: string;
}

interface PublishManyOptions<T extends EventType> {
  readonly versionOf?: (payload: EventPayload<T>) => number;
  readonly requestId?: string;
}

/** A row of the outbox that is still to be written. */
export interface OutboxRow {
  readonly id: string;
  readonly type: EventType;
  readonly topic: string;
  readonly version: number;
  readonly sealed: string;
  readonly request_id: string | null;
}

const COLUMNS = 'id, type, topic, version, sealed, request_id';

/**
 * SQL that writes the rows of the outbox in `json`, a jsonb array of `OutboxRow`. As a part of the statement of a change it
 * saves a round trip while the change holds its locks; that statement must also select `WAKE_RELAY`.
 */
export const insertEvents = (json: string) => `
  insert into outbox_events (${COLUMNS})
  select ${COLUMNS} from jsonb_to_recordset(${json}::jsonb)
    as e(id uuid, type text, topic text, version bigint, sealed text, request_id text)`;

/** SQL that wakes the relay once the transaction commits. */
export const WAKE_RELAY = `pg_notify('${OUTBOX_CHANNEL}', '')`;

/** Writes events to the outbox in the caller's transaction; the commit wakes the relay. */
export function createOutbox(sealer: Sealer) {
  /** Checks and seals an event, for a statement that writes its row with the change (`insertEvents`). */
  function row<T extends EventType>(
    type: T,
    payload: EventPayload<T>,
    { version = 1, requestId }: PublishOptions = {},
  ): OutboxRow {
    const checked = eventSchemas[type].parse(payload) as EventPayload<T>;
    const id = uuidv7();
    const sealed = sealer.seal(checked, eventAad(type, id));
    return { id, type, topic: topicOf(type, checked), version, sealed, request_id: requestId ?? null };
  }

  /** Publishes many events of a type in one statement. */
  async function publishMany<T extends EventType>(
    trx: Db,
    type: T,
    payloads: readonly EventPayload<T>[],
    { versionOf, ...options }: PublishManyOptions<T> = {},
  ): Promise<void> {
    if (payloads.length === 0) return;
    const rows = payloads.map((payload) =>
      row(type, payload, { ...options, version: versionOf?.(payload) ?? 1 }),
    );
    await trx.raw(`${insertEvents('?')} returning ${WAKE_RELAY}`, [JSON.stringify(rows)]);
  }

  return {
    row,
    publishMany,
    async publish<T extends EventType>(
      trx: Db,
      type: T,
      payload: EventPayload<T>,
      { version = 1, ...options }: PublishOptions = {},
    ): Promise<void> {
      await publishMany(trx, type, [payload], { versionOf: () => version, ...options });
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
