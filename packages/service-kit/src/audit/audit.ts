import { uuidv7 } from 'uuidv7';
import type { Db } from '../data/database.ts';

export interface Actor {
  readonly id: string;
  readonly name: string | null;
  readonly role: string;
}

/** Where a request came from, for the trail. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

export interface AuditEvent {
  readonly action: string;
  /** Null = an operator's program or the system. */
  readonly actor: Actor | null;
  /** Id of the record that was changed or read. */
  readonly subject: string;
  /** Values before and after; never a password, a code, or personal data that is sealed elsewhere. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly origin?: Origin;
}

/** Appends a row to the trail, in the transaction of the change. */
export async function audit(trx: Db, event: AuditEvent): Promise<void> {
  await auditAll(trx, [event]);
}

/** Appends many rows in one statement. */
export async function auditAll(trx: Db, events: readonly AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await trx('audit_events').insert(
    events.map((event) => ({
      id: uuidv7(),
      action: event.action,
      actor_id: event.actor?.id ?? null,
      actor_name: event.actor?.name ?? null,
      actor_role: event.actor?.role ?? null,
      subject_id: event.subject,
      details: JSON.stringify(event.details ?? {}),
      request_id: event.origin?.requestId ?? null,
      address: event.origin?.address ?? null,
    })),
  );
}
