import { ANNOUNCEMENT_STATUSES, ANNOUNCEMENT_TASKS } from '@gerbang/domain/announcements';
import { z } from 'zod';
import { ownResultSchema } from './announcement-shapes.ts';
import { endpoint } from './endpoint.ts';

/** Announcement's part of the dashboard: the family's published results, or the tasks of staff. */
export const announcementAreaSchema = z.object({
  parent: z
    .object({
      /** 'Pengumuman Hasil Observasi', newest first. */
      results: z.array(ownResultSchema),
    })
    .nullable(),
  staff: z
    .object({
      /** The tasks of this role; `status` is the filter of the list that shows them, null where there is none. */
      waiting: z.array(
        z.object({
          kind: z.enum(ANNOUNCEMENT_TASKS),
          count: z.int(),
          status: z.enum(ANNOUNCEMENT_STATUSES).nullable(),
        }),
      ),
      /** Corrections of results that wait for this person's approval; missing where none does. */
      corrections_waiting: z.int().optional(),
    })
    .nullable(),
});
export type AnnouncementArea = z.output<typeof announcementAreaSchema>;

/** A call of the gateway alone, so it is not in the list of all calls. */
export const announcementDashboard = endpoint({
  id: 'G01-announcement',
  method: 'GET',
  path: '/api/dashboard/announcement',
  service: 'announcement',
  access: { kind: 'session' },
  summary: 'Bagian pengumuman dari dashboard',
  tags: ['dashboard'],
  response: { 200: announcementAreaSchema },
});
