import { hasAcceptance } from '@gerbang/domain/registration-stages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import type { RegistrationRecord } from '../registration-record/registrations.repository.ts';

interface Asking {
  readonly person: Pick<Caller, 'id' | 'role'> & { readonly name: string | null };
  readonly requestId: string | undefined;
  readonly preview?: true;
  /** The school agreed to a request: what was processed ends too. */
  readonly decided?: true;
  /** Only where its family has not confirmed: else 409 `confirmed`. */
  readonly unconfirmed?: true;
}

/**
 * Ends the acceptance of a child in billing, or with `preview` only reads it: whether a confirmation waits, the rule of
 * refunds that the family has read, and what it has paid. A registration without an acceptance has neither.
 */
export async function acceptanceOf(
  context: Pick<Context, 'withdrawAcceptance'>,
  present: Pick<RegistrationRecord, 'id' | 'current_stage' | 'event_version'> | null,
  { person: approved_by, requestId, preview, decided, unconfirmed }: Asking,
): ReturnType<Context['withdrawAcceptance']> {
  if (present === null || !hasAcceptance(present.current_stage)) return { waits: false, rule: null };
  const acceptance = {
    registration_id: present.id,
    version: Number(present.event_version),
    to: 'withdrawn',
    approved_by,
    ...(preview && { preview }),
    ...(decided && { decided }),
    ...(unconfirmed && { unconfirmed }),
  } as const;
  return context.withdrawAcceptance(acceptance, requestId);
}
