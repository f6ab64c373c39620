import type { z } from 'zod';
import type { prioritySchema, seatSchema, waitlistEntrySchema } from './waitlists.ts';

export type Priority = z.output<typeof prioritySchema>;
export type Seat = z.output<typeof seatSchema>;
export type WaitlistEntry = z.output<typeof waitlistEntrySchema>;
