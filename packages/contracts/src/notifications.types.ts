import type { z } from 'zod';
import type * as inbox from './notifications.ts';

/** Shapes of the inbox's calls without their schemas, for programs that must not carry zod. */
export type InboxItem = z.output<typeof inbox.inboxItemSchema>;
export type NotificationSettings = z.output<(typeof inbox.getNotificationSettings)['response'][200]>;
