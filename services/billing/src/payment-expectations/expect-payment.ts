import { randomInt } from 'node:crypto';
import type {
  expectPayment as call,
  paymentExpectationSchema,
} from '@gerbang/contracts/payment-expectations';
import { COOLING_DAYS, EXPECTATION_HOURS } from '@gerbang/domain/payment-expectations';
import type { Jenjang } from '@gerbang/domain/levels';
import { accountFor } from '@gerbang/domain/school-accounts';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import { DAY_MS, HOUR_MS } from '@gerbang/service-kit/program/timers';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { cancelExpectation, coolExpectation } from './change-expectation.ts';
import { amountToAsk, findBill, findFees } from './payable-target.ts';
import {
  type ExpectationRecord,
  type FoundExpectation,
  type FeeLine,
  heldFor,
  insertFeeLines,
  insertExpectation,
  lockAmounts,
  lockExpectation,
  lockOpen,
  type NewExpectation,
  releaseAmount,
  takenAmounts,
  type Target,
} from './payment-expectations.repository.ts';
import { toExpectation } from './payment-expectations.view.ts';

/** Draws a whole number from 0 up to, not including, `below`. */
export type Draw = (below: number) => number;

/**
 * The add of an exact amount, in rupiah: drawn among the free ones of 1 to `max`, so that a family cannot tell another's
 * from its own. 0 where none is free.
 */
export function chooseAdd(base: number, max: number, taken: ReadonlySet<number>, draw: Draw): number {
  const free = Array.from({ length: max }, (_none, at) => at + 1).filter((add) => !taken.has(base + add));
  return free.length === 0 ? 0 : (free[draw(free.length)] ?? 0);
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 6;
/** The most amounts that are kept for one bill: a family that asks for many parts must not use up what others need. */
const KEPT_FOR_A_BILL = 10;

const newReference = () =>
  `GB-${Array.from({ length: REFERENCE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

interface Wanted {
  readonly target: Target;
  readonly accountKey: string;
  readonly base: number;
  /** The most that is added; 0 where the school uses no unique amounts. */
  readonly max: number;
}

/** The add for this bill: the one that it had for the same amount before, else one that is free, else 0. */
async function addFor(trx: Knex.Transaction, { target, accountKey, base, max }: Wanted): Promise<number> {
  if (max === 0) return 0;
  const { held, owed } = await takenAmounts(trx, accountKey, base, max);
  const kept = await heldFor(trx, target);
  const former = kept.find(
    (one) =>
      one.is_same &&
      (one.status === 'cancelled' || one.status === 'cooling') &&
      one.account_key === accountKey &&
      one.base === base &&
      one.unique_add <= max &&
      !owed.has(one.transfer_amount),
  );
  // The bank's money may use one that is cooling at this moment; then its amount is no longer the family's.
  const present = former && (await lockExpectation(trx, former.id));
  if (present && present.status === former.status) {
    await releaseAmount(trx, present);
    return present.unique_add;
  }
  return kept.length < KEPT_FOR_A_BILL ? chooseAdd(base, max, new Set([...held, ...owed]), randomInt) : 0;
}

/** Whether what the family was asked last may stay although it is for a part: the money may be on its way. */
function mayKeep(live: FoundExpectation, { accountKey, base, max }: Wanted): boolean {
  return live.account_key === accountKey && live.unique_add > 0 === max > 0 && live.base <= base;
}

/** The open expectation as it stays, where it asks for the same: an amount that a family has seen does not change. */
function isStill(live: FoundExpectation, { accountKey, base, max }: Wanted): boolean {
  return (
    live.is_same && live.base === base && live.account_key === accountKey && live.unique_add > 0 === max > 0
  );
}

async function open(
  trx: Knex.Transaction,
  { target, accountKey, base }: Wanted,
  add: number,
  of: { readonly userId: string; readonly now: Date },
): Promise<ExpectationRecord> {
  const expires = of.now.getTime() + EXPECTATION_HOURS * HOUR_MS;
  const { together, ...bill } = target;
  const expectation: Omit<NewExpectation, 'reference'> = {
    ...bill,
    id: uuidv7(),
    account_key: accountKey,
    user_id: of.userId,
    base,
    unique_add: add,
    expires_at: new Date(expires),
    cools_until: new Date(expires + COOLING_DAYS * DAY_MS),
  };
  for (;;) {
    const row = await insertExpectation(trx, { ...expectation, reference: newReference() });
    if (row && together) await insertFeeLines(trx, row.id, together.fees);
    if (row) return row;
  }
}

/** The expectation of this amount: the open one, or a new one in its place. */
async function renew(
  trx: Knex.Transaction,
  wanted: Wanted,
  live: FoundExpectation | undefined,
  of: { readonly userId: string; readonly now: Date; readonly keep: boolean },
): Promise<{ readonly expectation: ExpectationRecord; readonly isNew: boolean; readonly former?: string }> {
  const current = live && live.expires_at > of.now ? live : undefined;
  if (current && (isStill(current, wanted) || (of.keep && mayKeep(current, wanted)))) {
    return { expectation: current, isNew: false };
  }
  if (live && !current) await coolExpectation(trx, live);
  const add = await addFor(trx, wanted);
  // None was free, and none is now.
  if (current && isStill(current, { ...wanted, max: add })) return { expectation: current, isNew: false };
  if (current) await cancelExpectation(trx, current);
  const expectation = await open(trx, wanted, add, of);
  return { expectation, isNew: true, ...(current && { former: current.id }) };
}

type Body = z.output<(typeof call)['body']>;

/** The bills of a request as they are now, and the levels that they are of. */
async function askedOf(trx: Knex.Transaction, userId: string, body: Body, now: Date) {
  if (body.kind === 'registration_fees') {
    const { levels, fees } = await findFees(trx, userId, body.ids, now);
    return { levels, fees, base: () => fees.reduce((sum, { amount }) => sum + amount, 0) };
  }
  const bill = await findBill(trx, userId, body, now);
  return { levels: [bill.jenjang], fees: null, base: () => amountToAsk(bill, body.amount) };
}

/** The one account that these levels pay to; 409 where there is none, 422 where there are several. */
function accountOf(settings: Context['school']['settings'], levels: readonly Jenjang[], kind: Body['kind']) {
  const purpose = kind === 'invoice' ? 'invoice' : 'registration_fee';
  const [account, ...others] = levels.map((level) => accountFor(settings, level, purpose));
  if (!account || others.includes(undefined)) {
    throw conflict('no_account', 'Sekolah belum punya rekening untuk pembayaran ini.');
  }
  if (others.some((other) => other?.key !== account.key)) {
    throw refusedField('different_accounts', 'ids', 'Biaya yang dipilih dibayar ke rekening yang berbeda.');
  }
  return account;
}

/**
 * The exact amount that a family is asked to transfer for its registration fee, several of them or an invoice, and how long
 * it is kept. The same amount again is the live one. Another amount for the same bill, or for other fees together, takes the
 * former back, which stays kept for its time; with `keep` the former stays.
 */
export async function expectPayment(
  context: Context,
  caller: Caller,
  body: Body,
): Promise<{ readonly answer: z.input<typeof paymentExpectationSchema>; readonly isNew: boolean }> {
  const settings = context.school.settings;
  const now = context.now();
  return context.database.transaction(async (trx) => {
    const first = await askedOf(trx, caller.id, body, now);
    const account = accountOf(settings, first.levels, body.kind);
    await lockAmounts(trx, account.key);
    const targetOf = (fees: FeeLine[] | null): Target => ({
      kind: body.kind,
      registration_id: body.kind === 'registration_fee' ? body.id : null,
      invoice_id: body.kind === 'invoice' ? body.id : null,
      together: fees && { userId: caller.id, accountKey: account.key, fees },
    });
    const live = await lockOpen(trx, targetOf(first.fees));
    // Read under the locks: the bank's money uses the expectation before it pays the bill.
    const { fees, base } = await askedOf(trx, caller.id, body, now);
    const max = settings.unique_code.on ? settings.unique_code.max : 0;
    const wanted = { target: targetOf(fees), accountKey: account.key, base: base(), max };
    const { expectation, isNew, former } = await renew(trx, wanted, live, {
      userId: caller.id,
      now,
      keep: body.kind !== 'registration_fees' && body.keep === true,
    });
    if (isNew) {
      await audit(trx, {
        action: 'payment_expectation.opened',
        actor: await actorOf(trx, caller),
        subject: expectation.id,
        details: {
          kind: body.kind,
          target: body.kind === 'registration_fees' ? body.ids : body.id,
          ...(former && { former }),
        },
        origin: caller.origin,
      });
    }
    return { answer: toExpectation(expectation, account), isNew };
  });
}
