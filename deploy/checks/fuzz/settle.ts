import { randomUUID } from 'node:crypto';
import { login } from '@gerbang/contracts/accounts';
import { createChild, replaceChild, updateChild } from '@gerbang/contracts/children';
import { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import { forgotPasswordByEmail } from '@gerbang/contracts/emails';
import { setNotificationSettings } from '@gerbang/contracts/notifications';
import { addInvoicePayment, editInvoicePayment, payInvoice } from '@gerbang/contracts/invoice-payments';
import { updateParent } from '@gerbang/contracts/parents';
import { payRegistration, payRegistrations } from '@gerbang/contracts/registration-payments';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { createRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { createSeatPool, updateSeatPool } from '@gerbang/contracts/seat-pools';
import { createWave } from '@gerbang/contracts/waves';
import { jakartaDate, newPicture } from '../kit/families.ts';
import type { Operation } from './operations.ts';
import type { Call, Caller } from './portal.ts';
import type { Input } from './valid.ts';
import { cellOf, classOf, kindOfField, kindOfParameter, uploaded, type World } from './world.ts';

const REGION = ['kelurahan', 'kecamatan', 'kab_kota', 'provinsi'];
const NO_FILE = '/api/files/018f6a1e-0000-7000-8000-000000000000';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Later than every wave that the portal is set up with, and near enough for a deadline. */
const WAVES_FROM = Date.now() + 500 * DAY_MS;

const seatsOf = (turn: number) => ({ seats: 10 + turn, offer_limit: 11 + turn });

/** A class of a level that the families of the run do not register for: its seats decide about none of them. */
function limitedClass({ school }: World, turn: number) {
  const classes = school.levels
    .filter(({ jenjang }) => jenjang !== 'SD')
    .flatMap(({ jenjang, classes: all }) =>
      (all.length > 0 ? all : [null]).map((kelas) => ({ jenjang, kelas })),
    );
  return { academic_year: school.academic_years[0], ...classes[turn % classes.length] };
}

/** Puts ids of existing objects, most of them of the family that calls, into a generated input. */
export async function settled(
  world: World,
  operation: Operation,
  caller: Caller,
  input: Input,
  turn: number,
): Promise<Call> {
  const params = Object.fromEntries(
    Object.entries(input.params).map(([name, value]) => [
      name,
      known(world, kindOfParameter(operation.path, name), turn) ?? value,
    ]),
  );
  // Only the server makes cursors.
  const { cursor: _generated, ...chosen } = input.query;
  const query = new URLSearchParams(chosen).toString();
  const keyed = operation.contract.idempotent === 'required' && {
    headers: { 'idempotency-key': randomUUID() },
  };
  if (input.body === undefined) return { params, ...keyed, ...(query && { query }) };
  const body: Record<string, unknown> = { ...(input.body as object) };
  for (const name of Object.keys(body)) {
    const kind = kindOfField(name);
    const id = kind && known(world, kind, turn);
    if (id) body[name] = id;
    const upload = name.startsWith('file_') ? uploadStageAttachment.id : uploadPaymentEvidence.id;
    if (!name.endsWith('_url') || turn % 2 === 1 || caller === 'anon') continue;
    if (cellOf(upload, caller.role) === 'A') body[name] = await uploaded(world.portal, caller, upload);
  }
  return {
    params,
    ...keyed,
    ...(query && { query }),
    body: { ...body, ...hint(world, operation, body, turn) },
  };
}

/** An object of the kind; every fifth time none. */
function known({ pools }: World, kind: string, turn: number): string | undefined {
  const pool = pools.get(kind);
  if (!pool || turn % 5 === 4) return undefined;
  // The newest takes turns with all others.
  return turn % 2 === 0 ? pool.at(-1) : pool[Math.floor(turn / 2) % pool.length];
}

/** Fields that make a call succeed now and then, where chance would not find them. */
export function hint(
  world: World,
  { id }: Operation,
  body: Record<string, unknown>,
  turn: number,
): Record<string, unknown> {
  const isEven = turn % 2 === 0;
  switch (id) {
    case login.id: {
      const { email, password } = world.other.parent;
      return isEven ? { identifier: email, password } : {};
    }
    case forgotPasswordByEmail.id:
      return isEven ? { email: world.other.parent.email } : {};
    case setNotificationSettings.id:
      // Not every account may choose letters.
      return isEven ? { kinds: [{ kind: 'fee_verified', channel: 'whatsapp' }] } : {};
    case updateParent.id:
    case createChild.id:
    case updateChild.id:
    case replaceChild.id:
      // The names of a region belong together.
      return isEven
        ? Object.fromEntries(REGION.filter((name) => name in body).map((name) => [name, null]))
        : {};
    case createRegistration.id:
    case updateRegistration.id:
      return {
        ...(isEven && 'academic_year' in body && { academic_year: world.school.academic_years[0] }),
        ...(('jenjang' in body || 'kelas' in body) && { kelas: classOf(world, body.jenjang ?? 'SD') }),
      };
    case payRegistration.id:
    case payRegistrations.id:
      return {
        bank_name: 'BSI',
        bank_account_number: '7009322722',
        bank_account_owner: 'Ayah',
        ...(body.payment_status === 'paid' && { payment_evidence_url: body.payment_evidence_url ?? NO_FILE }),
      };
    case uploadPaymentEvidence.id:
    case uploadStageAttachment.id:
      return { ...(isEven && { fileData: newPicture().toString('base64') }), contentType: 'image/png' };
    case createSeatPool.id:
      return { ...seatsOf(turn), ...limitedClass(world, turn) };
    case updateSeatPool.id:
      return isEven ? { ...seatsOf(turn), version: 1 } : seatsOf(turn);
    case createWave.id: {
      const at = (hours: number) => new Date(WAVES_FROM + (turn * 4 + hours) * HOUR_MS).toISOString();
      // The families of the run register for another level.
      return {
        academic_year: world.school.academic_years[0],
        jenjang: 'KB',
        opens_at: at(0),
        closes_at: at(3),
      };
    }
    case changeStage.id:
      // A slot comes with no file.
      return body.current_stage === 'obs_scheduled'
        ? { content: jakartaDate(), ...(isEven && { slot_id: undefined }) }
        : {};
    case payInvoice.id:
    case addInvoicePayment.id:
      return isEven ? { amount_paid: turn + 1, payment_date: jakartaDate() } : {};
    case editInvoicePayment.id:
      // The name of a file needs the file.
      return {
        ...(isEven && { amount_paid: turn + 1 }),
        ...('payment_evidence_filename' in body && {
          payment_evidence_url: body.payment_evidence_url ?? NO_FILE,
        }),
      };
    default:
      return {};
  }
}
