import { randomUUID } from 'node:crypto';
import { namesOf, type Operation } from './operations.ts';
import type { Caller } from './portal.ts';
import { hint, settled } from './settle.ts';
import { validInputs } from './valid.ts';
import { allowedCallers, mayCall, type World } from './world.ts';

const TRIES = 40;

/** What a POST makes is at its GET; what a DELETE removes is 404 for every call about it. */
export async function checkLives(world: World, operation: Operation, seed: number): Promise<number> {
  if (operation.method === 'POST') return afterCreate(world, operation, seed);
  if (operation.method === 'DELETE') return afterDelete(world, operation, seed);
  return 0;
}

const onlyName = ({ params }: Operation) => namesOf(params)[0] ?? '';

/** The operations about one object of a collection. */
const about = ({ portal }: World, collection: string) =>
  portal.operations.filter(
    ({ path, params }) => path.startsWith(`${collection}/{`) && namesOf(params).length === 1,
  );

/** Creates an object from generated input, until one is accepted. */
async function create({ portal, ...world }: World, creation: Operation, caller: Caller, seed: number) {
  for (const [turn, input] of validInputs(creation, TRIES, seed + 1).entries()) {
    const call = await settled({ portal, ...world }, creation, caller, input, turn * 2);
    const answer = await portal.call(creation.id, caller, call);
    const { id } = (answer.json ?? {}) as { id?: string };
    if (answer.status === 201 && id) return { id, body: answer.body.toString() };
  }
  return null;
}

async function afterCreate(world: World, creation: Operation, seed: number): Promise<number> {
  const reading = about(world, creation.path).find(
    ({ method, path }) => method === 'GET' && /^\/\{\w+\}$/u.test(path.slice(creation.path.length)),
  );
  const [caller] = allowedCallers(world, creation);
  const made = reading && caller ? await create(world, creation, caller, seed) : null;
  if (!reading || !caller || !made) return 0;
  const answer = await world.portal.call(reading.id, caller, { params: { [onlyName(reading)]: made.id } });
  if (answer.status !== 200 || answer.body.toString() !== made.body) {
    const fault = { check: 'available after create', what: `${reading.id} → ${answer.status}` } as const;
    world.portal.report(fault, { id: creation.id, caller, input: made.body, answer });
  }
  return 1;
}

async function afterDelete(world: World, removal: Operation, seed: number): Promise<number> {
  const { portal } = world;
  const collection = removal.path.replace(/\/\{\w+\}$/u, '');
  const creation = portal.operations.find(({ method, path }) => method === 'POST' && path === collection);
  const [caller] = allowedCallers(world, removal);
  const made = creation && caller ? await create(world, creation, caller, seed) : null;
  if (!caller || !made) return 0;
  const gone = await portal.call(removal.id, caller, { params: { [onlyName(removal)]: made.id } });
  if (!removal.successes.has(gone.status)) return 0;
  const after = about(world, collection).filter(
    (one) => one.path.startsWith(removal.path) && mayCall(one, caller),
  );
  for (const one of after) {
    const [input] = validInputs(one, 1, seed);
    const fields = input?.body as Record<string, unknown> | undefined;
    const body = fields && { body: { ...fields, ...hint(world, one, fields, 1) } };
    const keyed = one.contract.idempotent === 'required' && { headers: { 'idempotency-key': randomUUID() } };
    const params = { [onlyName(one)]: made.id };
    const answer = await portal.call(one.id, caller, { params, ...keyed, ...body });
    if (answer.status === 404) continue;
    const fault = {
      check: 'use after free',
      what: `${one.id} after ${removal.id} → ${answer.status}`,
    } as const;
    portal.report(fault, { id: removal.id, caller, input: made.id, answer });
  }
  return after.length + 1;
}
