import type { Operation, Schema } from '../document.ts';
import { seedOf, validInputs } from '../inputs.ts';
import { allowedCallers, kindOfParameter, type World } from '../world.ts';
import type { Examiner } from './examiner.ts';

/** Fields of the server's that a caller might try wherever there is a body. */
const ALWAYS = [
  'id',
  'user_id',
  'parent_id',
  'role',
  'created_by',
  'created_at',
  'updated_at',
  'deleted_at',
  'version',
  'verified_by',
  'verified_at',
  'verification_status',
  'registration_number',
  'invoice_number',
  'enrollment_status',
  'current_stage',
  'payment_status',
  'payment_amount',
  'payment_verified_at',
  'status',
  'submitted_at',
  'published_at',
  'reviewed_by',
  'password_hash',
  'must_change_password',
  'demo',
  'epoch',
  'total_amount',
  'amount_paid_total',
  'admin_notes',
  'auto_verify',
  'payment_method',
  'locked',
  '__proto__',
  'constructor',
  'prototype',
]; // prettier-ignore

function propertiesOf(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? schema?.items?.properties ?? {});
}

/** Each field that is not the caller's, one by one, in an otherwise right body: 400, and nothing is written. */
export async function sweepFields(world: World, examiner: Examiner, seed: number): Promise<void> {
  await examiner.begin();
  for (const operation of world.portal.operations) {
    if (operation.body) await oneBody(world, examiner, operation, seed);
  }
  await examiner.end('forbidden fields');
}

async function oneBody(world: World, examiner: Examiner, operation: Operation, seed: number): Promise<void> {
  const { portal, own } = world;
  const [input] = validInputs(portal, operation, 1, seedOf(seed, operation.id)).inputs;
  const writable = new Set(propertiesOf(operation.body));
  const answered = operation.responses.get(operation.success)?.['application/json']?.schema;
  const foreign = [...new Set([...ALWAYS, ...propertiesOf(answered)])].filter((name) => !writable.has(name));
  const params = Object.fromEntries(
    operation.params.map(({ name }) => [
      name,
      own.ids[kindOfParameter(operation.path, name)] ?? input?.params[name] ?? '',
    ]),
  );
  const [caller = 'anon'] = allowedCallers(world, operation);
  for (const name of foreign) {
    // As text: `__proto__` must be a field of what is sent.
    const text = JSON.stringify(input?.body);
    const raw = `{${JSON.stringify(name)}:"x"${text === '{}' ? '' : ','}${text.slice(1)}`;
    await examiner.refused(
      operation.id,
      caller,
      { params, raw },
      {
        check: 'forbidden field',
        what: name,
        statuses: [400],
      },
    ); // prettier-ignore
  }
}
