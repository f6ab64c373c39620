import { ANNOUNCEMENT_STATUSES, ANNOUNCEMENT_TASKS } from '@gerbang/domain/announcements';
import { z } from 'zod';
import { ownResultSchema } from './announcement-shapes.ts';
import { endpoint } from './endpoint.ts';

/** What announcements have for a dashboard: the family's published results, or what waits for staff. */
export const announcementAreaSchema = z.object({
  parent: z
    .object({
      /** 'Pengumuman Hasil Observasi', newest first. */
      results: z.array(ownResultSchema),
    })
    .nullable(),
  staff: z
    .object({
      /** What waits for this role; `status` is the filter of the list that shows it, null for students without one. */
      waiting: z.array(
        z.object({
          kind: z.enum(ANNOUNCEMENT_TASKS),
          count: z.int(),
          status: z.enum(ANNOUNCEMENT_STATUSES).nullable(),
        }),
      ),
    })
    .nullable(),
});

/** What the gateway asks the owner; not a call of the public, so not in the list of all calls. */
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
