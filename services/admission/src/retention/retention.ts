import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { deleteBytes } from '../erasure-requests/delete-bytes.ts';
import { endChildren, endRegistrations } from '../erasure-requests/end-data.repository.ts';

const AT_ONCE = 100;

type Parts = Pick<Context, 'database' | 'outbox' | 'store' | 'log' | 'now'>;

/** A school year ends with June; a year later its time is over. */
const NEVER_PAID = `r.payment_status in ('pending', 'rejected') and r.payment_verified_at is null
  and make_date(right(r.academic_year, 4)::integer + 1, 6, 30) < :today::date`;
/** The day on which the result came. */
const FAILED = `r.current_stage = 'failed' and not exists (
    select from registration_stages s where s.registration_id = r.id and s.stage = 'failed'
      and s.reached_at >= (:today::date - interval '12 months') at time zone 'Asia/Jakarta')
  and r.updated_at < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'`;
const NEVER_LOCKED = 'not r.locked';

async function countOf(db: Db, from: string, today: string): Promise<number> {
  const { rows } = await db.raw(`select count(*)::integer as n from ${from}`, { today });
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/** Registrations under a condition: they end with their stages, proofs and bytes; the others are told. */
function registrationRule(parts: Parts, name: string, condition: string): RetentionRule {
  const from = `registrations r where ${NEVER_LOCKED} and ${condition}`;
  const today = () => jakartaDay(parts.now());
  return {
    name,
    due: (db) => countOf(db, from, today()),
    end: async () => {
      const { ended, files } = await parts.database.transaction(async (trx) => {
        const { rows } = await trx.raw(
          `select r.id from ${from} order by r.id limit ${AT_ONCE} for update of r skip locked`,
          { today: today() },
        );
        const ids = (rows as { id: string }[]).map(({ id }) => id);
        const { blanks, files: gone } = await endRegistrations(trx, ids);
        if (ids.length > 0) {
          await parts.outbox.publish(trx, 'data.erased', {
            request_id: null,
            user_id: null,
            registrations: blanks,
          });
        }
        return { ended: ids.length, files: gone };
      });
      await deleteBytes(parts, files);
      return ended;
    },
  };
}

/** Children that their family deleted a year ago and that no registration needs any more. */
function childrenRule({ database, now }: Parts): RetentionRule {
  const from = `children c where c.deleted_at < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'
    and not exists (select from registrations r where r.child_id = c.id)`;
  const today = () => jakartaDay(now());
  return {
    name: 'children_deleted',
    due: (db) => countOf(db, from, today()),
    end: () =>
      database.transaction(async (trx) => {
        const { rows } = await trx.raw(
          `select c.id from ${from} order by c.id limit ${AT_ONCE} for update of c skip locked`,
          { today: today() },
        );
        const ids = (rows as { id: string }[]).map(({ id }) => id);
        await endChildren(trx, ids);
        return ids.length;
      }),
  };
}

/**
 * What of admission's data has a time that can be over (reliability, Privacy 42–44): registrations that nobody paid, twelve
 * months after their school year; failed candidates, twelve months after their result; the trail, five years. Codes go
 * after two days by the hourly sweep.
 */
export function retentionRules(parts: Parts): RetentionRule[] {
  return [
    registrationRule(parts, 'registrations_never_paid', NEVER_PAID),
    registrationRule(parts, 'registrations_failed', FAILED),
    childrenRule(parts),
    trailRule(parts.database),
  ];
}
