import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Role } from '@gerbang/domain/roles';
import { STAFF_TASK_TABLE, staffTasks } from '@gerbang/domain/staff-tasks';
import type { Context } from '../context.ts';
import { cellsOf } from '../staff-registrations/registration-counts.ts';

/** What waits for this role, each with the filter of the list that shows it (admission workflow §6). */
export async function staffArea(context: Context, role: Role): Promise<NonNullable<AdmissionArea['staff']>> {
  const db = context.database.knex;
  const observation_until = jakartaDay(context.now());
  const kinds = staffTasks(role);
  const [all, due] = await Promise.all([
    cellsOf(db, {}),
    kinds.includes('observations_due') ? cellsOf(db, { observation_until }) : [],
  ]);
  return {
    waiting: kinds.map((kind) => {
      const { due: onlyDue, ...states } = STAFF_TASK_TABLE[kind].filter;
      const { payment_status, current_stage } = states;
      const cells = (onlyDue ? due : all).filter(
        (cell) =>
          (payment_status === undefined || cell.payment_status === payment_status) &&
          (current_stage === undefined || cell.current_stage === current_stage),
      );
      return {
        kind,
        count: cells.reduce((sum, { n }) => sum + n, 0),
        filter: { ...states, ...(onlyDue && { observation_until }) },
      };
    }),
  };
}
