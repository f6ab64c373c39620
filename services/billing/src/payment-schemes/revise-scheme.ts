import type { SchemeSide } from '@gerbang/contracts/payment-schemes';
import { reviseScheme as call } from '@gerbang/contracts/scheme-changes';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { FALL_ALONE } from '@gerbang/domain/scheme-revisions';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { askSecondPerson, refuseAsked } from '../money-requests/ask-second-person.ts';
import type { RequestKind } from '../money-requests/request-kinds.ts';
import { findScheme } from './payment-schemes.repository.ts';
import { noScheme, toScheme, toSide } from './payment-schemes.view.ts';
import { type PlannedRevision, planRevision, type Terms } from './plan-revision.ts';
import { type LockedScheme, lockLinesOf, lockScheme } from './scheme-changes.repository.ts';
import { refuseWaiting } from './void-scheme.ts';
import { writeRevision } from './write-revision.ts';

type Body = z.output<(typeof call)['body']>;
type Revised = z.input<(typeof call)['response'][200]>;
type Answer = Revised | z.input<(typeof call)['response'][202]>;

const ACTIONS = ['scheme.created', 'scheme.revised'];

/** Both sides of a planned revision. */
function sidesOf(
  { scheme, invoices }: LockedScheme,
  plan: PlannedRevision,
): { before: SchemeSide; after: SchemeSide } {
  return { before: toSide(scheme, invoices), after: toSide(plan.columns, plan.invoices) };
}

/** Locks a scheme and lays the terms over it; 409 where it is not as it was seen, or where money or a request waits. */
async function prepare(
  context: Context,
  trx: Knex.Transaction,
  id: string,
  { version, ...terms }: Terms & { readonly version: number },
): Promise<{ locked: LockedScheme; plan: PlannedRevision }> {
  await lockLinesOf(trx, id);
  const locked = await lockScheme(trx, id);
  if (!locked) throw noScheme();
  await refuseStale(trx, {
    header: String(version),
    record: locked.scheme,
    actions: ACTIONS,
    current: () => toScheme({ ...locked.scheme, changes: null }),
  });
  refuseWaiting(locked);
  return { locked, plan: planRevision(context.school.settings, locked, terms, jakartaDay(context.now())) };
}

async function revise(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  id: string,
  { preview = false, reason, ...terms }: Body,
): Promise<Answer> {
  const { locked, plan } = await prepare(context, trx, id, terms);
  const sides = sidesOf(locked, plan);
  const { scheme, confirmation } = locked;
  const fall = scheme.final_education_fee - plan.columns.final_education_fee;
  const shown = { ...sides, excess: plan.revision.excess, second_person: fall > FALL_ALONE };
  if (preview) return { scheme: null, ...shown };
  await refuseAsked(trx, id);
  if (shown.second_person) {
    const request_id = await askSecondPerson(trx, caller, {
      kind: 'scheme_revision',
      subject_id: id,
      registration_ids: [scheme.registration_id],
      amount: fall,
      reason,
      figures: [
        {
          figure: 'scheme_total',
          of: null,
          before: scheme.final_education_fee,
          after: plan.columns.final_education_fee,
        },
        ...sides.before.invoices.map((invoice) => {
          const now = sides.after.invoices.find((one) => one.invoice_number === invoice.invoice_number);
          return {
            figure: 'invoice_total' as const,
            of: invoice.invoice_number,
            before: invoice.total_amount,
            after: now?.total_amount ?? null,
            due_before: invoice.due_date,
            due_after: now?.due_date ?? null,
          };
        }),
        ...sides.after.invoices
          .filter((invoice) => invoice.invoice_number === null)
          .map((invoice) => ({
            figure: 'invoice_total' as const,
            of: null,
            before: null,
            after: invoice.total_amount,
            due_before: null,
            due_after: invoice.due_date,
          })),
      ],
      terms,
    });
    return { request_id };
  }
  await writeRevision(context, trx, caller, { locked, plan, before: sides.before, reason });
  const record = await findScheme(trx, confirmation.id, null);
  if (!record) throw new Error('a scheme that was just revised is gone');
  return { scheme: toScheme(record), ...shown };
}

/**
 * Revises a scheme: invoices with money keep their number and get the first rows, the others are taken back, and new ones
 * follow. A preview writes nothing. A total that falls by more than one person may decide waits for a second one.
 */
export async function reviseScheme(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Answer> {
  requireKey(caller);
  if (body.preview) return context.database.transaction((trx) => revise(context, trx, caller, id, body));
  return onceBy(context, caller, { route: call.id, body: { id, ...body } }, (trx) =>
    revise(context, trx, caller, id, body),
  );
}

/** A revision that a second person has agreed to; what was asked was checked as a body, and is checked again as terms. */
export const schemeRevisions: RequestKind = {
  kind: 'scheme_revision',
  apply: async (context, trx, caller, { subject_id, reason, terms }) => {
    const asked = terms as unknown as Omit<Body, 'reason' | 'preview'>;
    const { locked, plan } = await prepare(context, trx, subject_id, asked);
    const { before } = sidesOf(locked, plan);
    await writeRevision(context, trx, caller, { locked, plan, before, reason });
  },
};
