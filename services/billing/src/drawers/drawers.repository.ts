import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A drawer's own row. */
export type DrawerRow = Tables['drawers'];

/** A drawer with the sum and the number of what fell in. */
export type DrawerRecord = DrawerRow & { readonly booked: number; readonly bookings: number };

/** A booking of cash in a drawer, with the number by which a paper names it. */
export interface DrawerLine {
  readonly id: string;
  readonly at: Date;
  readonly source: 'registration_fee' | 'invoice';
  readonly number: string | null;
  readonly amount: number;
}

/** More bookings than a person takes in a day: the sheet shows no more lines, its sums count all. */
const LINES_MOST = 1000;
/** Drawers of a day, or that wait: more than any school has people at its counters. */
const DRAWERS_MOST = 500;

const counted = (db: Db) =>
  db('drawers')
    .leftJoin(
      db('cash_bookings')
        .whereNotNull('drawer_id')
        .groupBy('drawer_id')
        .select('drawer_id', db.raw('sum(amount)::bigint as sum, count(*)::int as count'))
        .as('b'),
      'b.drawer_id',
      'drawers.id',
    )
    .select<DrawerRecord[]>(
      'drawers.*',
      db.raw('coalesce(b.sum, 0)::bigint as booked, coalesce(b.count, 0) as bookings'),
    );

/** The drawers of a day, the first opened first. */
export async function drawersOfDay(db: Db, day: string): Promise<DrawerRecord[]> {
  return counted(db).where({ day }).orderBy('opened_at').limit(DRAWERS_MOST);
}

/** The drawers of today, and those of any day that wait to be counted or signed: the portal's own only once one was counted. */
export async function livingDrawers(db: Db, today: string): Promise<DrawerRecord[]> {
  return counted(db)
    .whereRaw(`(day = ? or (state <> 'signed' and not (automatic and state = 'open')))`, [today])
    .orderBy('opened_at')
    .limit(DRAWERS_MOST);
}

/** A drawer with its sums. */
export async function findDrawer(db: Db, id: string): Promise<DrawerRecord | undefined> {
  const [found] = await counted(db).where('drawers.id', id);
  return found;
}

/** What fell into a drawer, the oldest first. */
export async function drawerLines(db: Db, drawerId: string): Promise<DrawerLine[]> {
  const { rows } = await db.raw(
    `select c.id, coalesce(l.at, f.at) as at, c.source,
       coalesce(p.receipt_number, i.invoice_number, r.registration_number) as number, c.amount
     from cash_bookings c
     left join invoice_ledger l on l.id = c.id
     left join enrollment_invoice_payments p on p.id = l.payment_id
     left join enrollment_invoices i on i.id = l.enrollment_invoice_id
     left join cash_fees f on f.booking_id = c.id
     left join registrations r on r.id = f.registration_id
     where c.drawer_id = ? order by 2, c.id limit ?`,
    [drawerId, LINES_MOST],
  );
  return rows as DrawerLine[];
}

/** Opens a drawer; undefined where the person has an open one, which a concurrent call may have opened. */
export async function insertDrawer(
  db: Db,
  { actor, float, automatic, at }: { actor: Actor; float: number; automatic: boolean; at: Date },
): Promise<DrawerRow | undefined> {
  const [row] = await db('drawers')
    .insert({
      id: uuidv7(),
      person_id: actor.id,
      person_name: actor.name,
      person_role: actor.role,
      day: jakartaDay(at),
      automatic,
      float_amount: float,
      opened_at: at,
    })
    .onConflict()
    .ignore()
    .returning<DrawerRow[]>('*');
  return row;
}

/**
 * The drawer of a person that takes money now, kept open until the transaction ends: the one that was opened by hand, else
 * the portal's own of this day.
 */
export async function holdOpenDrawer(trx: Db, personId: string, day: string): Promise<string | undefined> {
  const row = await trx('drawers')
    .where({ person_id: personId, state: 'open' })
    .whereRaw('(not automatic or day = ?)', [day])
    .orderBy('automatic')
    .forShare()
    .first<{ id: string } | undefined>('id');
  return row?.id;
}

/** A drawer, locked against bookings and other decisions until the transaction ends. */
export async function lockDrawer(trx: Db, id: string): Promise<DrawerRow | undefined> {
  return trx('drawers').where({ id }).forUpdate().first<DrawerRow | undefined>();
}

/** What fell into a locked drawer. */
export async function sumDrawer(trx: Db, id: string): Promise<number> {
  const row = await trx('cash_bookings')
    .where({ drawer_id: id })
    .first<{ sum: number }>(trx.raw('coalesce(sum(amount), 0)::bigint as sum'));
  return Number(row.sum);
}

/** Writes the next state of a locked drawer. */
export async function updateDrawer(
  trx: Db,
  { id, state, version }: DrawerRow,
  change: Partial<Omit<DrawerRow, 'pieces'>> & { readonly pieces?: string | null },
): Promise<void> {
  const changed = await trx('drawers')
    .where({ id, state })
    .update({ ...change, version: version + 1 });
  if (changed !== 1) throw new Error('a locked drawer changed meanwhile');
}
