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
  /** Who did it; null = a program of the operator or the system itself. */
  readonly actor: Actor | null;
  /** Id of what was changed or looked at. */
  readonly subject: string;
  /** What changed, before and after; never a password, a code, or personal data that is sealed elsewhere. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly origin?: Origin;
}

/** Appends a row to the trail, in the transaction of the change (decisions, Everywhere; reliability I14, G35). */
export async function audit(trx: Db, event: AuditEvent): Promise<void> {
  await auditAll(trx, [event]);
}

/** The same for many at once. */
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
