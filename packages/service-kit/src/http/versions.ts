import type { StaleState } from '@gerbang/contracts/problem';
import type { Db } from '../data/database.ts';
import { badRequest, Problem } from './problems.ts';

/** A record that several users may edit at the same time. */
export interface Versioned {
  readonly id: string;
  /** Raised by every change; 0 = the record does not exist yet. */
  readonly version: number;
}

const IF_MATCH = /^(?:W\/)?"?([0-9]{1,9})"?$/u;

/** The version of an `If-Match: "3"` header; null if the header is missing or `*`. */
export function seenVersion(header: string | undefined): number | null {
  const text = header?.trim();
  if (text === undefined || text === '' || text === '*') return null;
  const version = IF_MATCH.exec(text)?.[1];
  if (version === undefined) {
    throw badRequest('If-Match tidak valid.', [{ path: 'if-match', message: 'Versi tidak valid' }]);
  }
  return Number(version);
}

/** Actor and time of the record's last audit event with one of these actions and these details. */
export async function lastChange(
  db: Db,
  subject: string,
  actions: readonly string[],
  details: Readonly<Record<string, number>> = {},
): Promise<Pick<StaleState, 'changed_by' | 'changed_at'>> {
  const row = await db('audit_events')
    .select<{ actor_name: string | null; actor_role: string | null; at: Date }[]>(
      'actor_name',
      'actor_role',
      'at',
    )
    .where({ subject_id: subject })
    .whereIn('action', actions)
    .whereRaw('details @> ?::jsonb', [JSON.stringify(details)])
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first();
  return {
    changed_by: row?.actor_role ? { name: row.actor_name, role: row.actor_role } : null,
    changed_at: row ? new Date(row.at).toISOString() : null,
  };
}

/**
 * Throws 409 `stale` if the caller's `If-Match` is not the record's version, with the last change and the current state.
 * Call it with the record locked. `actions` are the audit actions that change the record; `current` returns the record
 * as its GET shows it to this caller.
 */
export async function refuseStale(
  trx: Db,
  options: {
    readonly header: string | undefined;
    readonly record: Versioned;
    readonly actions: readonly string[];
    readonly current: () => unknown;
  },
): Promise<void> {
  const seen = seenVersion(options.header);
  if (seen === null || seen === options.record.version) return;
  const change = await lastChange(trx, options.record.id, options.actions);
  throw new Problem(
    409,
    'stale',
    'Data ini sudah diubah sejak Anda membukanya. Periksa isian terbaru, lalu simpan lagi.',
    { stale: { ...change, present: await options.current() } },
  );
}
