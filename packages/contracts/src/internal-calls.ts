import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import { RESULTS } from '@gerbang/domain/announcements';
import { type FilePurpose, UPLOADS } from '@gerbang/domain/file-types';
import { EYES_REFUSALS } from '@gerbang/domain/four-eyes';
import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import { z } from 'zod';
import { actorSchema } from './account-events.ts';
import { FAMILIES_TOGETHER, familyDuesSchema } from './enrollment-events.ts';
import { normalizePhone } from './phone.ts';
import { sameProofSchema } from './proof-alerts.ts';
import { feeBookedSchema, registrationChangedSchema } from './registration-events.ts';
import { refundRuleSchema } from './refund-rule.ts';
import { announcementTextSchema } from './result-events.ts';

/** A call from service to service: POST with the services' shared key; the gateway does not route it. */
export interface InternalCall<B extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType> {
  readonly path: `/internal/${string}`;
  readonly body: B;
  /** The body of a 200. */
  readonly response: R;
}

const internalCall = <B extends z.ZodObject, R extends z.ZodType>(call: InternalCall<B, R>) => call;

/** A version of a profile. */
const profile = z.strictObject({ userId: z.uuid(), version: z.int().min(1) });

/**
 * admission → auth: makes the profile's number (E.164) a login identifier of its account; repeatable. 409 `phone_taken`,
 * 409 `stale` for an older version, 401 `account_gone`.
 */
export const claimLoginPhone = internalCall({
  path: '/internal/login-phones/claim',
  body: profile.extend({
    phone: z.string().refine((text) => normalizePhone(text) === text, 'Nomor telepon tidak valid'),
  }),
  response: z.object({}),
});

/** admission → auth: takes the profile's former number away from its account; repeatable. */
export const releaseLoginPhone = internalCall({
  path: '/internal/login-phones/release',
  body: profile,
  response: z.object({}),
});

/** admission → auth: whether this is the password of a session's account; `seconds` to wait after too many wrong ones. */
export const provePassword = internalCall({
  path: '/internal/passwords/prove',
  body: z.strictObject({ userId: z.uuid(), sessionId: z.string().max(100), password: z.string().min(1) }),
  response: z.object({ outcome: z.enum(['right', 'wrong', 'wait']), seconds: z.int() }),
});

/** admission → auth: the member of staff who made an account at the counter, until its family has set a password; else null. */
export const readCounterMaker = internalCall({
  path: '/internal/counter/maker',
  body: z.strictObject({ userId: z.uuid() }),
  response: z.object({ maker: z.uuid().nullable() }),
});

/**
 * admission → auth: the account of a family that an imported list names: the one that holds the number, else a new one of this
 * id, without a password; repeatable. `email_left`: another account has the e-mail. 409 `phone_taken` for a number of staff.
 */
export const makeImportedFamily = internalCall({
  path: '/internal/imports/families/make',
  body: z.strictObject({
    id: z.uuid(),
    import_id: z.uuid(),
    name: z.string().max(150),
    phone: z.string().refine((text) => normalizePhone(text) === text, 'Nomor telepon tidak valid'),
    email: z.string().max(254).nullable(),
    actor: actorSchema,
  }),
  response: z.object({ user_id: z.uuid(), made: z.boolean(), email_left: z.boolean() }),
});

/** admission → auth: closes accounts that this import made and that have no password of their own; repeatable. */
export const endImportedFamilies = internalCall({
  path: '/internal/imports/families/end',
  body: z.strictObject({ import_id: z.uuid(), user_ids: z.array(z.uuid()).max(100) }),
  response: z.object({ ended: z.array(z.uuid()) }),
});

/**
 * admission → auth: sends families that were never invited and have no password the message with which they set one; `test`
 * sends its like to the member of staff instead. Repeatable: none is invited twice. 409 `phone_unknown` for staff without a number.
 */
export const inviteImportedFamilies = internalCall({
  path: '/internal/imports/families/invite',
  body: z.strictObject({
    user_ids: z.array(z.uuid()).max(100),
    test: z.strictObject({ actor_id: z.uuid(), key: z.string().max(100) }).optional(),
  }),
  response: z.object({ invited: z.int() }),
});

/** admission and announcement → auth: why an account is no second person to what others did; null = it is. */
export const readEyes = internalCall({
  path: '/internal/eyes',
  body: z.strictObject({ second: z.uuid(), firsts: z.array(z.uuid()).max(500) }),
  response: z.object({ refusal: z.enum(EYES_REFUSALS).nullable() }),
});

/**
 * billing → admission: claims an upload (`/api/files/{uuid}`) for a record of the caller, so that it is kept; repeatable for
 * the same record. 422 for a link that is not ours, not this uploader's, or attached elsewhere.
 */
export const claimFile = internalCall({
  path: '/internal/files/claim',
  body: z.strictObject({
    link: z.string().max(300),
    uploaderId: z.uuid(),
    purpose: z.enum(Object.keys(UPLOADS) as FilePurpose[]),
    /** Who may read the file follows from this. */
    attachedTo: z.enum(['invoice_payment', 'refund']),
    recordId: z.uuid(),
    familyUserId: z.uuid(),
    /** The field of the outer request that a refusal names. */
    path: z.string().max(100),
    imagesOnly: z.boolean().default(false),
    /** Number and registration of the record, for people who compare the file with others. */
    recordNumber: z.string().max(50).optional(),
    registrationId: z.uuid().optional(),
  }),
  response: z.object({
    id: z.uuid(),
    name: z.string(),
    /** What is known of its likeness to other proofs; missing from an admission of the release before. */
    alert: z.enum(PROOF_ALERT_STATUSES).nullable().default(null),
  }),
});

/** billing → admission: the proofs that this one is like, and whether it is not verified for that. */
export const findSameProofs = internalCall({
  path: '/internal/files/same',
  // A billing of the release before names its record, too.
  body: z.strictObject({ fileId: z.uuid(), recordId: z.uuid().optional() }),
  response: z.object({ proof_alert: z.boolean(), same: z.array(sameProofSchema) }),
});

/** billing → admission: the school's logo for papers; 404 for any other file. */
export const readLogo = internalCall({
  path: '/internal/school-logo',
  body: z.strictObject({ fileId: z.uuid() }),
  response: z.object({ type: z.enum(['image/png', 'image/jpeg']), base64: z.string().max(2_000_000) }),
});

/**
 * billing → admission: the dues of families that a call has just changed, so that the next dashboard shows them whichever
 * way the event takes; repeatable, a higher version wins.
 */
export const keepDues = internalCall({
  path: '/internal/dues',
  body: z.strictObject({ families: z.array(familyDuesSchema).max(FAMILIES_TOGETHER) }),
  response: z.object({}),
});

/**
 * announcement → admission: gives a registration another result, its seat with it, and keeps what the family reads; repeatable,
 * the first moment counts. 409 `already_processed`, `seats_exceeded`, `list_full`, `stage_not_allowed`, `already_registered`.
 */
export const correctResult = internalCall({
  path: '/internal/results/correct',
  body: z.strictObject({
    /** Also of the announcement and the result that correct the former ones. */
    correction_id: z.uuid(),
    registration_id: z.uuid(),
    from: z.enum(RESULTS),
    to: z.enum(RESULTS),
    individual_note: z.string().nullable(),
    text: announcementTextSchema,
    approved_by: actorSchema,
    /** Why the seat is given although none is free; null = only a free one is. */
    over_reason: z.string().nullable(),
  }),
  response: z.object({ published_at: z.iso.datetime() }),
});

/**
 * admission → billing: keeps cash of a fee in the drawer of the first of these people with an open one, before the fee is
 * verified or taken back (a negative amount). Repeatable by `id`. 409 `no_drawer`.
 */
export const holdCash = internalCall({
  path: '/internal/cash-fees/hold',
  body: z.strictObject({
    id: z.uuid(),
    registration_id: z.uuid(),
    amount: z.int(),
    actor: actorSchema,
  }),
  response: z.object({ drawer_id: z.uuid() }),
});

/**
 * admission → billing: what a fee in cash has become, before its events come; repeatable. `receipt` is null where billing makes
 * none.
 */
export const keepCashFee = internalCall({
  path: '/internal/cash-fees/keep',
  body: z.strictObject({ registration: registrationChangedSchema, fee: feeBookedSchema }),
  response: z.object({ receipt: z.string().nullable() }),
});

/**
 * billing → admission: whether cash that was kept for a fee verified it or took it back; null = it did not, and no call that is
 * under way will.
 */
export const findCashFee = internalCall({
  path: '/internal/cash-fees/find',
  body: z.strictObject({ id: z.uuid(), registration_id: z.uuid() }),
  response: z.object({ fee: feeBookedSchema.nullable() }),
});

/** billing → admission: a registration as its events tell of it now; null where there is none. */
export const readRegistrationCopy = internalCall({
  path: '/internal/registrations/copy',
  body: z.strictObject({ id: z.uuid() }),
  response: z.object({ registration: registrationChangedSchema.nullable() }),
});

/**
 * admission → billing: cancels what these fees may still be paid with through the provider, before a proof of another payment is
 * sent; of this account alone where one is named. Repeatable. 409 `already_paid` where the provider says that one is paid.
 */
export const endPayRequests = internalCall({
  path: '/internal/pay-requests/end',
  body: z.strictObject({
    registration_ids: z.array(z.uuid()).min(1).max(FEES_OF_A_SLIP.most),
    user_id: z.uuid().nullable(),
  }),
  response: z.object({}),
});

/**
 * admission → billing: ends the acceptance of a registration whose result is corrected or whose family leaves: a confirmation
 * that waits is declined, and none can be sent any more. Repeatable. A `preview` only says what stands. 409 `already_processed`;
 * 503 while billing has not heard of this version of the registration.
 */
export const withdrawAcceptance = internalCall({
  path: '/internal/acceptances/withdraw',
  body: z.strictObject({
    registration_id: z.uuid(),
    version: z.int(),
    to: z.enum([...RESULTS, 'withdrawn']),
    approved_by: actorSchema,
    preview: z.literal(true).optional(),
    /** The school has agreed to a family's request: a processed re-enrolment ends too. */
    decided: z.literal(true).optional(),
    /** Only where the family has not confirmed: else 409 `confirmed`. */
    unconfirmed: z.literal(true).optional(),
  }),
  response: z.object({
    /** Whether a confirmation waits, or did. */
    waits: z.boolean(),
    /** The rule of refunds that its family has read; null without one. */
    rule: refundRuleSchema.nullable(),
    /** Verified payments of education fees, in whole rupiah; missing where there are none. */
    paid: z.int().optional(),
  }),
});

/** admission → billing: how many invoices of a school year families still owe. */
export const countOwedInvoices = internalCall({
  path: '/internal/invoices/owed',
  body: z.strictObject({ academic_year: z.string() }),
  response: z.object({ count: z.int() }),
});
