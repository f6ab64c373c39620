import type { AnnouncementArea } from '@gerbang/contracts/announcement.types';
import {
  ANNOUNCEMENT_TASK_TABLE,
  type AnnouncementStatus,
  announcementTasks,
} from '@gerbang/domain/announcements';
import type { Context } from '../context.ts';
import type { Viewer } from '../announcements/announcements.view.ts';
import { waitingRegistrations } from '../registrations/registrations.repository.ts';

interface Cell {
  readonly status: AnnouncementStatus;
  readonly own: boolean;
  readonly n: number;
}

/** What waits for this person: who may not review the own work does not see it among what is to be reviewed. */
export async function staffArea(
  { database, config }: Pick<Context, 'database' | 'config'>,
  viewer: Viewer,
): Promise<NonNullable<AnnouncementArea['staff']>> {
  const db = database.knex;
  const kinds = announcementTasks(viewer.role);
  const [cells, students] = await Promise.all([
    db('announcements')
      .whereNot({ status: 'published' })
      .select('status', db.raw('created_by_id = ? as own', [viewer.id]))
      .count({ n: '*' })
      .groupBy(1, 2) as unknown as Promise<Cell[]>,
    kinds.includes('students') ? waitingRegistrations(db).count<{ n: number }[]>('* as n') : [],
  ]);
  return {
    waiting: kinds.map((kind) => {
      const { status } = ANNOUNCEMENT_TASK_TABLE[kind];
      if (status === null) return { kind, count: students[0]?.n ?? 0, status };
      const others = kind === 'to_review' && config.FOUR_EYES === 'on';
      const counted = cells.filter((cell) => cell.status === status && !(others && cell.own));
      return { kind, count: counted.reduce((sum, { n }) => sum + n, 0), status };
    }),
  };
}
