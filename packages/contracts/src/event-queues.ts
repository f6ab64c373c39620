import { z } from 'zod';
import type { EventPayload, EventType } from './events.ts';
import { SECURITY_NOTICES } from './message-kinds.ts';

export const QUEUES = [
  'notification',
  'notification-codes',
  'notification-accounts',
  'gateway',
  'auth',
  'admission',
  'announcement',
  'billing',
  'notification-bulk',
  'notification-accounts-bulk',
  'admission-bulk',
  'announcement-bulk',
  'billing-bulk',
] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * The queues of work that comes in thousands and may wait while the portal is busy: results of an announcement, replays,
 * reminders. They are apart, so that what one person just did never stands behind it. Each of their jobs is a wave.
 */
export const BULK_QUEUES: Readonly<Partial<Record<QueueName, QueueName>>> = {
  notification: 'notification-bulk',
  'notification-accounts': 'notification-accounts-bulk',
  admission: 'admission-bulk',
  announcement: 'announcement-bulk',
  billing: 'billing-bulk',
};

/** How many bulk events travel as one wave: one row of the outbox, one job, one transaction. */
export const EVENTS_TOGETHER = 50;

/** What a wave carries: events of one type, each with an id of its own, so that each acts once. */
export const waveSchema = z
  .array(z.object({ id: z.uuid(), version: z.int(), payload: z.unknown() }))
  .min(1)
  .max(EVENTS_TOGETHER);
export type Wave = z.output<typeof waveSchema>;

/**
 * The queues that read an event, by its topic: its type and, where the payload decides, what it decides. An event is one
 * row of the outbox however many queues read it.
 */
export const SUBSCRIPTIONS = {
  'sessions.revoked': ['gateway'],
  'account.changed': ['admission', 'announcement', 'billing', 'notification-accounts'],
  'counter.child.entered': ['auth'],
  'registration.changed': ['announcement', 'billing'],
  'results.published': ['admission'],
  'result.published': ['admission'],
  'result.skipped': ['announcement'],
  'result.corrected': ['announcement'],
  'result.correction.withdrawn': ['admission'],
  'acceptance.ended': ['admission'],
  'results.told': ['admission'],
  'dues.changed': ['admission'],
  'confirmation.changed': ['admission'],
  'data.erased/registrations': ['announcement', 'billing'],
  'data.erased/account': ['auth', 'announcement', 'billing', 'notification-accounts'],
  'erasure.reported': ['admission'],
  'school.changed': ['auth', 'announcement', 'billing', 'notification-accounts', 'gateway'],
  'fee.booked': ['billing'],
  'fee.settled': ['admission'],
  'fees.settled': ['admission'],
  'fee.settlement.refused': ['billing'],
  'fee.reversal.asked': ['billing'],
  'fee.reversal.approved': ['admission'],
  'fee.reversal.refused': ['billing'],
  'fee.returned': ['admission'],
  'proof.alerted': ['billing'],
  'withdrawal.refundable': ['billing'],
  'seats.changed': ['announcement'],
  'observation.summarised': ['announcement'],
  'offer.releasing': ['billing'],
  'offer.released': ['admission'],
  'offer.kept': ['admission'],
  // Notes of a service to itself: work that is done after the commit, and tried until it is.
  'family.message.requested/admission': ['admission'],
  'family.message.requested/billing': ['billing'],
  'login.phone.released': ['admission'],
  // Codes have their own queue, so that a wave of results never delays them.
  'message.requested/code': ['notification-codes'],
  'message.requested/notice': ['notification'],
  'message.requested/normal': ['notification'],
  'message.requested/wave': ['notification-bulk'],
  'registration.changed/wave': ['announcement-bulk', 'billing-bulk'],
  'account.changed/wave': [
    'admission-bulk',
    'announcement-bulk',
    'billing-bulk',
    'notification-accounts-bulk',
  ],
} as const satisfies Readonly<Record<string, readonly QueueName[]>>;
export type Topic = keyof typeof SUBSCRIPTIONS;

const NOTICES: ReadonlySet<string> = new Set(SECURITY_NOTICES);

const PARTS: { readonly [T in EventType]?: (payload: EventPayload<T>) => string } = {
  'data.erased': ({ user_id }) => (user_id === null ? 'registrations' : 'account'),
  'family.message.requested': ({ service }) => service,
  'message.requested': ({ priority, kind }) =>
    priority === 'normal' && NOTICES.has(kind) ? 'notice' : priority,
};

/** The topic under which bulk events of a type travel in waves; undefined where they do not. */
export function waveTopicOf(type: EventType): Topic | undefined {
  const topic = `${type}/wave`;
  return topic in SUBSCRIPTIONS ? (topic as Topic) : undefined;
}

const GATHERED: ReadonlySet<string> = new Set<Topic>([
  'account.changed',
  'registration.changed',
  'message.requested/normal',
]);

/**
 * Whether the events of a topic gather for a moment and travel together: copies, and messages that report what a person
 * has just done on the screen. No caller waits for them, and a job for each costs more than what it carries.
 */
export const isGathered = (topic: string): boolean => GATHERED.has(topic);

/** Whether the rows of a topic are waves. */
export const isWaveTopic = (topic: string): boolean => topic.endsWith('/wave');

/** Whether an event is bulk work by itself; its publisher can say it of others. */
export function isBulk<T extends EventType>(type: T, payload: EventPayload<T>): boolean {
  return type === 'message.requested' && (payload as EventPayload<'message.requested'>).priority === 'bulk';
}

/** The topic of an event, by which `SUBSCRIPTIONS` names its queues. */
export function topicOf<T extends EventType>(type: T, payload: EventPayload<T>): Topic {
  const part = PARTS[type]?.(payload);
  return (part === undefined ? type : `${type}/${part}`) as Topic;
}
