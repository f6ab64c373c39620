import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Role } from '@gerbang/domain/roles';
import { STAFF_TASK_TABLE, staffTasks } from '@gerbang/domain/staff-tasks';
import type { Context } from '../context.ts';
import { cellsOf, inState, sumOf } from '../staff-registrations/registration-counts.repository.ts';

/** The tasks of this role with their counts, each with the filter of the list that shows it. */
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
      const cells = inState(onlyDue ? due : all, states);
      return {
        kind,
        count: sumOf(cells),
        filter: { ...states, ...(onlyDue && { observation_until }) },
      };
    }),
  };
}
