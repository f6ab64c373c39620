import type { z } from 'zod';
import type * as area from './announcement-dashboard.ts';
import type * as shapes from './announcement-shapes.ts';
import type * as announcements from './announcements.ts';

/** Shapes of the announcement calls without their schemas, for programs that must not carry zod. */
export type AnnouncementRow = z.output<typeof shapes.announcementRowSchema>;
export type Announcement = z.output<typeof shapes.announcementSchema>;
export type AnnouncementResult = z.output<typeof shapes.announcementResultSchema>;
export type AnnouncementCreation = z.input<(typeof announcements.createAnnouncement)['body']>;
export type WaitingStudent = z.output<typeof shapes.waitingStudentSchema>;
export type OwnResult = z.output<typeof shapes.ownResultSchema>;
export type AnnouncementArea = z.output<typeof area.announcementAreaSchema>;
