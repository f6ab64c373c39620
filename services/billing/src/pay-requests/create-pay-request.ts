import { createPayRequest as call, type PayRequest } from '@gerbang/contracts/pay-requests';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { PAY_MINUTES, PAY_REQUESTS_PER_HOUR, QRIS_MAX } from '@gerbang/domain/pay-requests';
import { payChannels } from '@gerbang/service-kit/snap/pay-config';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { answeredBefore, onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, refusedField, tooMany } from '@gerbang/service-kit/http/problems';
import { HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { lockOwedFee } from '../bank-matches/fee-settlements.repository.ts';
import type { Context } from '../context.ts';
import type { PayCreated, PaymentGateway } from '../gateway/port.ts';
import { amountToAsk, type Bill, findBill } from '../payment-expectations/payable-target.ts';
import { cancelRequest } from './cancel-pay-request.ts';
import { hearOfRegistration } from './hear-of-registration.ts';
import { lookAtRequest } from './look-at-request.ts';
import { moveRequest } from './move-request.ts';
import {
  countBefore,
  findLive,
  findRequest,
  insertRequest,
  lockPayer,
  lockRequest,
  type PayRow,
  type PayTarget,
  updateRequest,
} from './pay-requests.repository.ts';
import { lockTarget } from './pay-targets.repository.ts';
import { gatewayDown, noRequest, toPayRequest } from './pay-requests.view.ts';

type Body = z.output<(typeof call)['body']>;

/** What is wanted, with its amount as the bill has it now. */
interface Wanted {
  readonly target: PayTarget;
  readonly channel: Body['channel'];
  readonly bankCode: string | null;
  readonly amount: number;
}

function refuseChannel({ config }: Context, { channel, bank_code }: Body): string | null {
  if (!payChannels(config).includes(channel)) {
    throw refusedField('channel_off', 'channel', 'Cara bayar ini sedang tidak tersedia.');
  }
  if (channel === 'qris') return null;
  const bank =
    bank_code === undefined
      ? config.PAY_BANKS?.[0]
      : config.PAY_BANKS?.find(({ code }) => code === bank_code);
  if (!bank) throw refusedField('channel_off', 'bank_code', 'Bank ini sedang tidak tersedia.');
  return bank.code;
}

/** The rupiah to ask for: 409 where a proof waits or nothing is owed, 422 for what bill or channel does not take. */
function amountOf(bill: Bill, { channel, amount }: Body): number {
  if (bill.waiting) throw conflict('proof_waiting', 'Bukti Anda sedang diperiksa.');
  const asked = amountToAsk(bill, amount);
  if (channel === 'qris' && asked > QRIS_MAX) {
    const remedy = bill.inParts ? 'Pilih Virtual Account atau bayar sebagian.' : 'Pilih Virtual Account.';
    throw refusedField('qris_limit', 'amount', `QRIS paling banyak Rp10.000.000 per pembayaran. ${remedy}`);
  }
  return asked;
}

const isSame = (live: PayRow, { channel, bankCode, amount }: Wanted, now: Date): boolean =>
  live.channel === channel && live.bank_code === bankCode && live.amount === amount && live.expires_at > now;

const madeBy = ({ id: userId }: Caller, { target }: Pick<Wanted, 'target'>, now: Date) => ({
  userId,
  since: new Date(now.getTime() - HOUR_MS),
  target,
});

/** 429 for a family that has made too many; the live one of before stays. */
function refuseMany({ made }: { readonly made: number }): void {
  if (made >= PAY_REQUESTS_PER_HOUR) throw tooMany(HOUR_MS / 1000 / PAY_REQUESTS_PER_HOUR);
}

/** The longest that a provider is waited for when a request is made. */
const MAKING_MS = 15_000;
const MOMENT_BUSY = 'Permintaan lain untuk tagihan ini sedang diproses. Coba lagi.';

/** Makes way for a new request: one of another choice is cancelled, one that is being made is looked at. */
async function clearLive(
  context: Context,
  gateway: PaymentGateway,
  caller: Caller,
  live: PayRow,
  wanted: Wanted,
): Promise<PayRow | undefined> {
  const now = context.now();
  if (live.status === 'creating') {
    // Its own call still waits for the provider, which may not know it yet.
    const isBeingMade = live.last_error === null && live.created_at.getTime() + MAKING_MS > now.getTime();
    if (isBeingMade) throw conflict('in_flight', MOMENT_BUSY);
    await lookAtRequest(context, gateway, live);
  }
  const present = await findLive(context.database.knex, wanted.target);
  if (!present) return undefined;
  if (present.status === 'creating') throw gatewayDown(present.channel);
  if (isSame(present, wanted, now)) return present;
  refuseMany(await countBefore(context.database.knex, madeBy(caller, wanted, now)));
  const left = await cancelRequest(context, gateway, present, { by: 'family', caller });
  if (left.status === 'paid') throw conflict('nothing_owed', 'Pembayaran Anda baru saja diterima.');
  return undefined;
}

/** The end of a new request: its channel's time, but never beyond the seat's or the invoice's. */
function endOf({ channel }: Wanted, ends: readonly (Date | null)[], now: Date): Date {
  const usual = now.getTime() + PAY_MINUTES[channel] * MINUTE_MS;
  const coming = ends.flatMap((end) => (end !== null && end > now ? [end.getTime()] : []));
  return new Date(Math.min(usual, ...coming));
}

type Made = Extract<PayCreated, { state: 'made' }>;

/** A request that was just written, before the provider knows of it, with the number of its bill. */
interface Begun {
  readonly request: PayRow;
  readonly number: string;
}

async function insert(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  body: Body,
  { target, channel, bankCode }: Omit<Wanted, 'amount'>,
): Promise<Begun> {
  const now = context.now();
  await lockPayer(trx, caller.id);
  const ends = await lockTarget(trx, target);
  const bill = await findBill(trx, caller.id, body, now);
  const amount = amountOf(bill, body);
  const before = await countBefore(trx, madeBy(caller, { target }, now));
  refuseMany(before);
  if (before.live) throw conflict('in_flight', MOMENT_BUSY);
  // Money that is on its way to admission pays a fee, too.
  const isOwed =
    target.registration_id === null || (await lockOwedFee(trx, target.registration_id)) === amount;
  if (!isOwed) throw conflict('nothing_owed', 'Tidak ada yang harus dibayar saat ini.');
  const id = uuidv7();
  const row = {
    ...target,
    id,
    user_id: caller.id,
    channel,
    bank_code: bankCode,
    amount,
    status: 'creating',
    expires_at: endOf({ target, channel, bankCode, amount }, ends, now),
    created_at: now,
  } as const;
  const request = await insertRequest(trx, jakartaDay(now).slice(2).replaceAll('-', ''), row, {
    action: 'pay_request.begun',
    actor: await actorOf(trx, caller),
    subject: id,
    details: { kind: body.kind, target: body.id, channel, amount },
    origin: caller.origin,
  });
  return { request, number: bill.number };
}

/** What payers read: the school's short name and the number, or the number alone where both are too long. */
function nameOf({ school }: Context, number: string): string {
  const whole = `${school.settings.short_name} ${number}`;
  return (whole.length <= 20 ? whole : number).slice(0, 20);
}

/**
 * Has the provider make a request, once, and returns it as it is then; a create that failed is decided by a look, one that was
 * not answered by a later one.
 */
async function make(
  context: Context,
  gateway: PaymentGateway,
  { request, number }: Begun,
): Promise<PayRow | undefined> {
  const order = { ...request, name: nameOf(context, number), expiresAt: request.expires_at };
  const made = await gateway.create(order);
  const open = async (db: Db, present: PayRow, locked: boolean, { expiresAt: own, ...of }: Made) => {
    const columns = {
      va_number: of.vaNumber,
      qr_content: of.qrContent,
      provider_id: of.providerId,
      expires_at: own !== null && own < present.expires_at ? own : present.expires_at,
    };
    return moveRequest(db, present, { action: 'open', by: 'provider' }, { actor: null, columns, locked });
  };
  // As long as this call alone knows the request, one statement does.
  const opened = made.state === 'made' && (await open(context.database.knex, request, false, made));
  if (opened) return opened;
  const present = await context.database.transaction(async (trx) => {
    const locked = await lockRequest(trx, request.id);
    if (locked?.status !== 'creating') return locked;
    if (made.state === 'made') return open(trx, locked, true, made);
    const columns = { last_error: made.reason };
    return made.state === 'refused'
      ? moveRequest(trx, locked, { action: 'fail', by: 'system' }, { actor: null, columns })
      : updateRequest(trx, locked, columns);
  });
  if (made.state !== 'unknown' || !present) return present;
  await lookAtRequest(context, gateway, present);
  return fresh(context, request.id);
}

async function fresh({ database }: Context, id: string): Promise<PayRow> {
  const row = await findRequest(database.knex, id, null);
  if (!row) throw noRequest();
  return row;
}

/**
 * A family's way to pay a fee or an invoice through the provider: the live one of the same choice, or a new one in its place.
 * The provider is called outside every transaction, and a create is never sent twice.
 */
export async function createPayRequest(
  context: Context,
  gateway: PaymentGateway,
  caller: Caller,
  body: Body,
): Promise<{ readonly answer: PayRequest; readonly isNew: boolean }> {
  requireKey(caller);
  const db = context.database.knex;
  const bankCode = refuseChannel(context, body);
  const target = {
    kind: body.kind,
    registration_id: body.kind === 'registration_fee' ? body.id : null,
    invoice_id: body.kind === 'invoice' ? body.id : null,
  } as const;
  if (body.kind === 'registration_fee') {
    await hearOfRegistration(context, body.id, caller.origin.requestId);
  }
  const wanted = { target, channel: body.channel, bankCode };
  const billed = async () => {
    const bill = await findBill(db, caller.id, body, context.now());
    return { ...wanted, amount: amountOf(bill, body) };
  };
  const once = { route: call.id, body };
  const before = await answeredBefore(context, caller, once);
  const live = await findLive(db, target);
  // A call that comes again takes nothing away that the family chose after it.
  const isIts = live && (before === null || before.answer === live.id);
  const left = isIts && (await clearLive(context, gateway, caller, live, await billed()));
  if (left) return { answer: toPayRequest(context, left), isNew: false };
  const own: { begun?: Begun } = {};
  const id = await onceBy(context, caller, once, async (trx) => {
    own.begun = await insert(context, trx, caller, body, wanted);
    return own.begun.request.id;
  });
  const { begun } = own;
  const made = begun ? await make(context, gateway, begun) : await fresh(context, id);
  if (made?.status !== 'open') {
    // The same call again, of a request that is paid or over.
    if (!begun) await billed();
    throw gatewayDown(body.channel);
  }
  return { answer: toPayRequest(context, made), isNew: true };
}
