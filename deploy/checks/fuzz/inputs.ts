import { jakartaDay } from '@gerbang/domain/jakarta-time';
import fc from 'fast-check';
import { valid, validParameters } from './arbitrary.ts';
import type { Operation } from './document.ts';
import type { Caller } from './people.ts';
import type { Call, Portal } from './portal.ts';
import { PNG, uploaded } from './story.ts';
import { cellOf, kindOfField, kindOfParameter, type World } from './world.ts';

export interface Input {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

/** A number that stays the same for the same text: every operation has a seed of its own. */
export function seedOf(seed: number, text: string): number {
  let sum = seed | 0;
  for (const char of text) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

const ROUNDS = 12;
const REGION = ['kelurahan', 'kecamatan', 'kab_kota', 'provinsi'];
const NO_FILE = '/api/files/018f6a1e-0000-7000-8000-000000000000';

/**
 * Inputs that the description allows. What a JSON schema cannot say (one field demanding another) the contract itself
 * decides: `tried` tells how many were needed.
 */
export function validInputs(portal: Portal, operation: Operation, count: number, seed: number) {
  const arbitrary = fc.record({
    params: validParameters(operation.params),
    query: validParameters(operation.query),
    body: operation.body ? valid(operation.body) : fc.constant(undefined),
  }) as fc.Arbitrary<Input>;
  const inputs: Input[] = [];
  let tried = 0;
  for (let round = 0; inputs.length < count && round < ROUNDS; round += 1) {
    for (const input of fc.sample(arbitrary, { seed: seed + round, numRuns: count })) {
      tried += 1;
      if (inputs.length < count && agreed(portal, operation, input)) inputs.push(input);
    }
  }
  return { inputs, tried, kept: inputs.length };
}

function agreed(portal: Portal, operation: Operation, { query, body }: Input): boolean {
  const contract = portal.contract(operation.id);
  const bodyFits = contract?.body?.safeParse(body).success ?? true;
  return bodyFits && (contract?.query?.safeParse(query).success ?? true);
}

/** The same input about objects that are there: most ids become those of the family that calls. */
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
  // A cursor is the server's: one of its own is asked for, none is made up.
  const { cursor: _made, ...chosen } = input.query;
  const query = new URLSearchParams(chosen).toString();
  if (input.body === undefined) return { params, ...(query && { query }) };
  const body = await filled(world, operation, caller, input.body as Record<string, unknown>, turn);
  return { params, ...(query && { query }), body };
}

/** Every fifth time nothing that is there. */
function known({ pools }: World, kind: string, turn: number): string | undefined {
  const pool = pools.get(kind);
  if (!pool || turn % 5 === 4) return undefined;
  // The newest take turns with all the others.
  return turn % 2 === 0 ? pool.at(-1) : pool[turn % pool.length];
}

async function filled(
  world: World,
  operation: Operation,
  caller: Caller,
  body: Record<string, unknown>,
  turn: number,
): Promise<unknown> {
  const copy: Record<string, unknown> = { ...body };
  for (const name of Object.keys(copy)) {
    const kind = kindOfField(name);
    const id = kind && known(world, kind, turn);
    if (id) copy[name] = id;
    if (name.endsWith('_url') && turn % 2 === 0 && caller !== 'anon') {
      const attachment = name.startsWith('file_');
      const may = (id: string) => cellOf(id, caller.role) === 'A';
      if (may(attachment ? 'C20' : 'C14')) {
        copy[name] = await uploaded(world.portal, caller, attachment ? 'C20' : 'C14');
      }
    }
  }
  return { ...copy, ...(await hint(world, operation, copy, turn)) };
}

/** What makes a call succeed now and then, where chance would not find it. */
async function hint(
  world: World,
  { id }: Operation,
  body: Record<string, unknown>,
  turn: number,
): Promise<Record<string, unknown>> {
  const often = turn % 2 === 0;
  switch (id) {
    case 'A02': {
      const { email, password } = world.other.parent;
      return often ? { identifier: email, password } : {};
    }
    case 'B03':
    case 'C02':
    case 'C04':
    case 'C05':
      // Region names belong together: a rule between fields.
      return often
        ? Object.fromEntries(REGION.filter((name) => name in body).map((name) => [name, null]))
        : {};
    case 'C08':
    case 'C10':
      return {
        ...(often && 'academic_year' in body && { academic_year: world.year }),
        ...('jenjang' in body && { kelas: world.classes[String(body.jenjang)] ?? null }),
      };
    case 'C13':
      // A proof needs the payer's account: a rule between fields.
      return {
        bank_name: 'BSI',
        bank_account_number: '7009322722',
        bank_account_owner: 'Ayah',
        ...(body.payment_status === 'paid' && { payment_evidence_url: body.payment_evidence_url ?? NO_FILE }),
      };
    case 'C14':
    case 'C20':
      return { ...(often && { fileData: PNG }), contentType: 'image/png' };
    case 'C17':
      return body.current_stage === 'obs_scheduled' ? { content: jakartaDay(new Date()) } : {};
    case 'E09':
    case 'E10':
      return often ? { amount_paid: turn + 1, payment_date: '2026-01-02' } : {};
    case 'E11':
      // A name belongs to a file.
      return {
        ...(often && { amount_paid: turn + 1 }),
        ...('payment_evidence_filename' in body && {
          payment_evidence_url: body.payment_evidence_url ?? NO_FILE,
        }),
      };
    default:
      return {};
  }
}
