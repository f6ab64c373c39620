import type { Operation } from './document.ts';
import { settled, validInputs } from './inputs.ts';
import type { Caller } from './people.ts';
import { shown } from './portal.ts';
import { allowedCallers, type World } from './world.ts';

const TRIES = 40;

/** What a POST makes is there at its GET; what a DELETE takes away is gone for every call about it. */
export async function checkLives(world: World, operation: Operation, seed: number): Promise<number> {
  if (operation.method === 'POST') return afterCreate(world, operation, seed);
  if (operation.method === 'DELETE') return afterDelete(world, operation, seed);
  return 0;
}

function under({ portal }: World, path: string): Operation[] {
  return portal.operations.filter((one) => one.path.startsWith(`${path}/{`) && one.params.length === 1);
}

/** Makes an object by generated input, until one is taken. */
async function make(world: World, creation: Operation, caller: Caller, seed: number) {
  const { inputs } = validInputs(world.portal, creation, TRIES, seed + 1);
  for (const [turn, input] of inputs.entries()) {
    const call = await settled(world, creation, caller, input, turn * 2);
    const answer = await world.portal.call(creation.id, caller, call);
    const { id } = (answer.json ?? {}) as { id?: string };
    if (answer.status === 201 && id) return { id, body: answer.body.toString() };
  }
  return null;
}

async function afterCreate(world: World, creation: Operation, seed: number): Promise<number> {
  const reading = under(world, creation.path).find(
    ({ method, path }) => method === 'GET' && /^\/\{\w+\}$/u.test(path.slice(creation.path.length)),
  );
  const [caller] = allowedCallers(world, creation);
  if (!reading || !caller) return 0;
  const made = await make(world, creation, caller, seed);
  if (!made) return 0;
  const name = reading.params[0]?.name ?? '';
  const answer = await world.portal.call(reading.id, caller, { params: { [name]: made.id } });
  if (answer.status !== 200 || answer.body.toString() !== made.body) {
    world.portal.report('available after create', `${reading.id} → ${answer.status}`, {
      operation: creation.id,
      caller: caller === 'anon' ? 'anon' : caller.role,
      input: made.body.slice(0, 300),
      answer: shown(answer),
    });
  }
  return 1;
}

async function afterDelete(world: World, removal: Operation, seed: number): Promise<number> {
  const { portal } = world;
  const parent = removal.path.replace(/\/\{\w+\}$/u, '');
  const creation = portal.operations.find(({ method, path }) => method === 'POST' && path === parent);
  const [caller] = allowedCallers(world, removal);
  if (!creation || !caller) return 0;
  const made = await make(world, creation, caller, seed);
  if (!made) return 0;
  const name = removal.params[0]?.name ?? '';
  const gone = await portal.call(removal.id, caller, { params: { [name]: made.id } });
  if (gone.status !== removal.success) return 0;
  const after = under(world, parent).filter((one) => one.path.startsWith(removal.path));
  for (const one of after) {
    const [input] = validInputs(portal, one, 1, seed).inputs;
    const params = { [one.params[0]?.name ?? '']: made.id };
    const answer = await portal.call(one.id, caller, {
      params,
      ...(input?.body !== undefined && { body: input.body }),
    });
    if (answer.status === 404) continue;
    portal.report('use after free', `${one.id} of what ${removal.id} took away → ${answer.status}`, {
      operation: removal.id,
      caller: caller === 'anon' ? 'anon' : caller.role,
      input: made.id,
      answer: shown(answer),
    });
  }
  return after.length + 1;
}
