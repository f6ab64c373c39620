import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Row = Tables['registrations'];

/** The enrolment's columns of a registration, locked; undefined where there is no such registration. */
export async function lockEnrollment(
  trx: Db,
  id: string,
): Promise<Pick<Row, 'confirmation_version' | 'enrollment_status' | 'locked'> | undefined> {
  return trx('registrations')
    .where({ id })
    .forNoKeyUpdate()
    .first('confirmation_version', 'enrollment_status', 'locked');
}

/**
 * Writes the state of the enrolment; `raise` also raises the version that callers compare. The days on which it was sent and
 * became fully paid stay as they are while it is so.
 */
export async function updateEnrollment(
  trx: Db,
  id: string,
  enrollment: Pick<Row, 'confirmation_version' | 'locked'> & { readonly enrollment_status: string },
  { raise, sent, paid }: { readonly raise: boolean; readonly sent: boolean; readonly paid: boolean },
): Promise<void> {
  const since = (column: string, holds: boolean) =>
    holds ? trx.raw('coalesce(??, jakarta_day(now()))', [column]) : null;
  await trx('registrations')
    .where({ id })
    .update({
      ...enrollment,
      re_enrolled_on: since('re_enrolled_on', sent),
      fully_paid_on: since('fully_paid_on', paid),
      ...(raise && { version: trx.raw('version + 1'), updated_at: trx.fn.now() }),
    });
}
