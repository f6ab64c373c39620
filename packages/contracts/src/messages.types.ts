import type { z } from 'zod';
import type * as delivery from './announcement-delivery.ts';
import type * as board from './messages.ts';

/** Shapes of the delivery board's calls without their schemas, for programs that must not carry zod. */
export type MessageRow = z.output<typeof board.messageRowSchema>;
export type Message = z.output<typeof board.messageSchema>;
export type MessageSummary = z.output<(typeof board.summarizeMessages)['response'][200]>;
export type MessageTemplateState = z.output<typeof board.messageTemplateSchema>;
export type AnnouncementDelivery = z.output<typeof delivery.announcementDeliverySchema>;
export type UndeliveredMessage = z.output<typeof delivery.undeliveredSchema>;
