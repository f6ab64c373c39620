import type { Knex } from 'knex';
import { type Actor, type AuditEvent, auditAll } from '../audit/audit.ts';
import { actorOf, type Caller } from '../http/caller.ts';
import { refuseStale, type Versioned } from '../http/versions.ts';
import type { Database } from './database.ts';
import { writeGathered } from './last-rows.ts';

/** What each step of a change works with. */
export interface LockedStep<Row> {
  readonly trx: Knex.Transaction;
  /** The record as it was when its lock was taken. */
  readonly present: Row;
  /** The caller with the name of this moment; read once a change. */
  readonly actor: () => Promise<Actor>;
}

/** An entry of the trail; actor and origin are the caller's. */
export type AuditNote = Omit<AuditEvent, 'actor' | 'origin'>;

/** One change of one record, step by step; all of it happens in one transaction or not at all. */
export interface LockedChange<Row extends Versioned, Change, View> {
  /** Locks the record until the transaction ends; undefined where there is none that this caller may change. */
  readonly lock: (trx: Knex.Transaction) => Promise<Row | undefined>;
  readonly notFound: () => Error;
  /** For the refusal of an `If-Match` that is not the present version. */
  readonly expect: {
    /** The actions of the trail that change the record, to name the person who changed it last. */
    readonly actions: readonly string[];
    /** The record as its GET shows it to this caller. */
    readonly present: (step: LockedStep<Row>) => unknown;
  };
  /** Checks the rules and writes record and history; null = nothing changed. */
  readonly apply: (step: LockedStep<Row>) => Promise<Change | null>;
  /** The trail's entries about the change. */
  readonly audit?: (step: LockedStep<Row>, change: Change) => AuditNote | readonly AuditNote[];
  /** Events and messages, as rows of the outbox. */
  readonly publish?: (step: LockedStep<Row>, change: Change) => Promise<void>;
  /** What the call returns, read after everything is written; `change` is null where nothing changed. */
  readonly view: (step: LockedStep<Row>, change: Change | null) => View | Promise<View>;
}

/**
 * Changes one record under its lock: lock, 404, 409 `stale`, check, write, history, trail, outbox, view. Where nothing
 * changed, neither trail nor outbox is written. `database` may be anything that runs a transaction, an idempotent one too.
 */
export async function changeLocked<Row extends Versioned, Change, View>(
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  change: LockedChange<Row, Change, View>,
): Promise<View> {
  return database.transaction(async (trx) => {
    const present = await change.lock(trx);
    if (present === undefined) throw change.notFound();
    let actor: Promise<Actor> | undefined;
    const step: LockedStep<Row> = { trx, present, actor: () => (actor ??= actorOf(trx, caller)) };
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: change.expect.actions,
      current: () => change.expect.present(step),
    });
    const changed = await change.apply(step);
    if (changed !== null) {
      const notes = change.audit?.(step, changed);
      if (notes !== undefined) {
        const by = { actor: await step.actor(), origin: caller.origin };
        await auditAll(
          trx,
          [notes].flat().map((note) => ({ ...note, ...by })),
        );
      }
      await change.publish?.(step, changed);
      // A view may read what the trail says of the change.
      await writeGathered(trx);
    }
    return change.view(step, changed);
  });
}
