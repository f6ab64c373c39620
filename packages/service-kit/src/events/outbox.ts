import {
  EVENTS_TOGETHER,
  isBulk,
  isGathered,
  isWaveTopic,
  topicOf,
  waveTopicOf,
} from '@gerbang/contracts/event-queues';
import { eventSchemas, type EventPayload, type EventType } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../data/database.ts';
import { OUTBOX_CHANNEL, writeLast } from '../data/last-rows.ts';
import type { Sealer } from '../data/sealing.ts';

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
  /** Work that may wait while the portal is busy: it travels in waves through queues of its own. */
  readonly bulk?: boolean;
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
 * saves a round trip while the change holds its locks; that statement must also select `wakeRelay`.
 */
export const insertEvents = (json: string) => `
  insert into outbox_events (${COLUMNS})
  select ${COLUMNS} from jsonb_to_recordset(${json}::jsonb)
    as e(id uuid, type text, topic text, version bigint, sealed text, request_id text)`;

/** What a commit with waves notifies: they are relayed beside the rest. */
export const WAVE = 'wave';
/** What a commit notifies whose events may gather for a moment. */
export const CALM = 'calm';

/** SQL that wakes the relay once the transaction commits, with the text in the parameter `wake` (`wakeOf`). */
export const wakeRelay = (wake: string) => `pg_notify('${OUTBOX_CHANNEL}', ${wake})`;

/** How the relay is woken for these rows. */
export function wakeOf(rows: readonly Pick<OutboxRow, 'topic'>[]): string {
  if (rows.some(({ topic }) => isWaveTopic(topic))) return WAVE;
  return rows.every(({ topic }) => isGathered(topic)) ? CALM : '';
}

const OUTBOX = { name: 'told', insert: insertEvents };

const checkedOf = <T extends EventType>(type: T, payload: EventPayload<T>) =>
  eventSchemas[type].parse(payload) as EventPayload<T>;

/** Writes events to the outbox in the caller's transaction; the commit wakes the relay. */
export function createOutbox(sealer: Sealer) {
  function sealed(
    type: EventType,
    topic: string,
    content: unknown,
    { version = 1, requestId }: PublishOptions,
  ): OutboxRow {
    const id = uuidv7();
    const request_id = requestId ?? null;
    return { id, type, topic, version, sealed: sealer.seal(content, eventAad(type, id)), request_id };
  }

  /** Checks and seals an event, for a statement that writes its row with the change (`insertEvents`). */
  function row<T extends EventType>(
    type: T,
    payload: EventPayload<T>,
    options: PublishOptions = {},
  ): OutboxRow {
    const checked = checkedOf(type, payload);
    if (!isBulk(type, checked)) return sealed(type, topicOf(type, checked), checked, options);
    const wave = [{ id: uuidv7(), version: options.version ?? 1, payload: checked }];
    return sealed(type, waveTopicOf(type) ?? type, wave, options);
  }

  /** Checks events and seals them in waves. */
  function waves<T extends EventType>(
    type: T,
    topic: string,
    payloads: readonly EventPayload<T>[],
    { versionOf, ...options }: PublishManyOptions<T>,
  ): OutboxRow[] {
    return Array.from({ length: Math.ceil(payloads.length / EVENTS_TOGETHER) }, (_none, at) => {
      const together = payloads.slice(at * EVENTS_TOGETHER, (at + 1) * EVENTS_TOGETHER);
      const wave = together.map((payload) => ({
        id: uuidv7(),
        version: versionOf?.(payload) ?? 1,
        payload: checkedOf(type, payload),
      }));
      return sealed(type, topic, wave, options);
    });
  }

  /** Writes rows of any types with the last statement of the transaction (`writeLast`). */
  const publishRows = (trx: Db, rows: readonly OutboxRow[]): Promise<void> =>
    writeLast(trx, OUTBOX, rows, wakeOf(rows));

  /** Checks and seals many events of a type, bulk ones in waves, for a statement that writes them with others (`publishRows`). */
  function rows<T extends EventType>(
    type: T,
    payloads: readonly EventPayload<T>[],
    options: PublishManyOptions<T> = {},
  ): OutboxRow[] {
    const topic = waveTopicOf(type);
    const isInWave = (payload: EventPayload<T>) =>
      topic !== undefined && (options.bulk === true || isBulk(type, payload));
    const { versionOf, requestId } = options;
    return [
      ...waves(type, topic ?? '', payloads.filter(isInWave), options),
      ...payloads
        .filter((payload) => !isInWave(payload))
        .map((payload) =>
          row(type, payload, { version: versionOf?.(payload) ?? 1, ...(requestId && { requestId }) }),
        ),
    ];
  }

  /** Publishes many events of a type in one statement. */
  async function publishMany<T extends EventType>(
    trx: Db,
    type: T,
    payloads: readonly EventPayload<T>[],
    options: PublishManyOptions<T> = {},
  ): Promise<void> {
    await publishRows(trx, rows(type, payloads, options));
  }

  return {
    row,
    rows,
    publishRows,
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
