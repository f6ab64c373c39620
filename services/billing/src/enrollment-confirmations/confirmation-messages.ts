import type { MessageKind } from '@gerbang/contracts/message-templates';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';

/** Whom a message goes to, what it names, and what caused it. */
export interface Told {
  readonly userId: string;
  readonly child: string;
  readonly registrationNumber: string;
  /** Row of the history: one message for each. */
  readonly eventId: string;
  readonly requestId: string;
}

/** Tells the family of a step of its confirmation (decisions, Notifications). */
export async function notifyConfirmation(
  context: Context,
  trx: Db,
  kind: Extract<MessageKind, `confirmation_${string}` | 'enrollment_completed'>,
  told: Told,
  reason?: string | null,
): Promise<void> {
  await publishAccountMessage(
    context,
    trx,
    told.userId,
    {
      kind,
      dedupeKey: `${kind}:${told.eventId}`,
      params: {
        child: told.child,
        number: told.registrationNumber,
        ...(reason && { reason }),
        link: new URL('/enrollment', context.config.PUBLIC_ORIGIN).href,
      },
      requestId: told.requestId,
    },
    'billing',
  );
}
