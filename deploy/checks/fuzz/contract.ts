import fc from 'fast-check';
import type { Operation } from './document.ts';
import { type Input, seedOf, settled, validInputs } from './inputs.ts';
import { inBatches } from './numbers.ts';
import type { Caller } from './people.ts';
import { type Call, type Portal, shown } from './portal.ts';
import { checkDoors } from './doors.ts';
import { checkLives } from './lives.ts';
import {
  allowedCallers,
  cellOf,
  keep,
  kindOfCreation,
  newChild,
  newRegistration,
  newUser,
  type World,
} from './world.ts';
import { wrongBodies, wrongParameter, wrongQueries } from './wrong.ts';

const AT_ONCE = 6;

export interface Row {
  readonly operation: string;
  readonly call: string;
  readonly positive: number;
  /** How many of them were answered with the success that is described. */
  readonly succeeded: number;
  readonly negative: number;
  /** Other checks: methods, headers, sessions, lives. */
  readonly others: number;
  /** Of the inputs made from the description, how many the contract takes: the rest breaks rules between fields. */
  readonly fit: number;
  readonly statuses: Readonly<Record<number, number>>;
}

/** `short`: only the two phases, without what holds once a call. */
interface Amount {
  readonly cases: number;
  readonly seed: number;
  readonly short?: boolean;
}

/** Both phases of one operation, `cases` each, and what holds once a call. */
export async function fuzzOperation(
  world: World,
  operation: Operation,
  { cases, seed, short = false }: Amount,
): Promise<Row> {
  const { portal } = world;
  const own = seedOf(seed, operation.id);
  portal.statuses.delete(operation.id);
  const callers = allowedCallers(world, operation);
  const { inputs, tried, kept } = validInputs(portal, operation, cases, own);
  const negative = await refuse(world, operation, callers, { cases, seed: own, bases: inputs });
  const succeeded = await accept(world, operation, callers, inputs);
  const others = short
    ? 0
    : (await checkDoors(world, operation, callers)) + (await checkLives(world, operation, own));
  return {
    operation: operation.id,
    call: `${operation.method} ${operation.path}`,
    positive: inputs.length,
    succeeded,
    negative,
    others,
    fit: tried === 0 ? 1 : kept / tried,
    statuses: portal.statuses.get(operation.id) ?? {},
  };
}

const REFUSED_ALWAYS = new Set([400, 401, 405, 408, 413, 415, 431]);

/** Valid input is taken: whatever is answered then is about the object or a rule, never about the form. */
async function accept(
  world: World,
  operation: Operation,
  callers: readonly Caller[],
  inputs: readonly Input[],
): Promise<number> {
  let succeeded = 0;
  await inBatches(inputs, AT_ONCE, async (input, turn) => {
    const caller = await callerFor(world, operation, callers, turn);
    const call = await ownWay(
      world,
      operation,
      caller,
      await settled(world, operation, caller, input, turn),
      turn,
    );
    const answer = await world.portal.call(operation.id, caller, call);
    const { status } = answer;
    if (status === operation.success) succeeded += 1;
    const kind = kindOfCreation(operation);
    const made = answer.json as { id?: unknown } | undefined;
    if (status === 201 && kind && typeof made?.id === 'string' && caller !== 'anon') {
      if (caller.role !== 'wali_murid' || caller.id === world.own.parent.id) keep(world, kind, made.id);
    }
    const mayNot = status === 403 && !dagger(operation, caller, answer.json);
    const formal = REFUSED_ALWAYS.has(status) && !(status === 401 && operation.open);
    if (formal || mayNot) {
      world.portal.report('positive accepted', String(status), {
        operation: operation.id,
        caller: caller === 'anon' ? 'anon' : caller.role,
        input: JSON.stringify(call).slice(0, 600),
        answer: shown(answer),
      });
    }
  });
  return succeeded;
}

/** Refusals of a role that the table lets in: its footnotes, each with a code of its own. */
function dagger(operation: Operation, caller: Caller, json: unknown): boolean {
  if (caller === 'anon') return false;
  const { code } = (json ?? {}) as { code?: string };
  return (
    cellOf(operation.id, caller.role).includes('†') ||
    code === 'author_cannot_review' ||
    operation.id === 'C22'
  );
}

/** Calls that end the caller's session, or slow the account down, are made by somebody who is there for that. */
async function callerFor(
  world: World,
  { id }: Operation,
  callers: readonly Caller[],
  turn: number,
): Promise<Caller> {
  if (id === 'A04' || id === 'A05') return world.portal.people.family();
  const caller = callers[turn % callers.length];
  if (caller === undefined) throw new Error(`Nobody may call ${id}`);
  return caller;
}

/** Calls about a registration that has just been made. */
const FRESH = new Set(['C10', 'C11', 'C13', 'C18']);

async function ownWay(
  world: World,
  { id }: Operation,
  caller: Caller,
  call: Call,
  turn: number,
): Promise<Call> {
  if (id === 'A05' && caller !== 'anon') {
    const body = call.body as { newPassword: string };
    return { ...call, body: { ...body, currentPassword: caller.password } };
  }
  if (id === 'A12' || id === 'A11' || id === 'X05') {
    return { ...call, params: { id: (await newUser(world)).id } };
  }
  // What the others are about must not be taken away, and only what is fresh can be changed.
  if (id === 'C06') return { ...call, params: { id: await newChild(world) } };
  if (FRESH.has(id) && turn % 3 === 0) return { ...call, params: { id: await newRegistration(world) } };
  return call;
}

interface Wrongly {
  readonly what: string;
  readonly call: Call;
}

async function refuse(
  world: World,
  operation: Operation,
  callers: readonly Caller[],
  { cases, seed, bases }: { cases: number; seed: number; bases: readonly Input[] },
): Promise<number> {
  const wrongs = wrongCalls(operation, bases, cases, seed);
  await inBatches(wrongs, AT_ONCE, async ({ what, call }, turn) => {
    const caller = callers[turn % callers.length] ?? 'anon';
    const answer = await world.portal.call(operation.id, caller, call);
    if (answer.status === 400) return;
    world.portal.report('negative refused', `${what} → ${answer.status}`, {
      operation: operation.id,
      caller: caller === 'anon' ? 'anon' : caller.role,
      input: JSON.stringify(call).slice(0, 600),
      answer: shown(answer),
    });
  });
  return wrongs.length;
}

/** Calls with one thing wrong: the address, the query or the body; so many of them, in an order that the seed decides. */
function wrongCalls(operation: Operation, bases: readonly Input[], cases: number, seed: number): Wrongly[] {
  const base = (at: number): Input =>
    bases[at % Math.max(1, bases.length)] ?? { params: {}, query: {}, body: undefined };
  const rest = ({ params, body }: Input): Call => ({ params, ...(body !== undefined && { body }) });
  const kinds: ((at: number) => Wrongly[])[] = [
    (at) =>
      wrongQueries(operation.query).map(({ what, text }) => ({
        what,
        call: { ...rest(base(at)), query: text },
      })),
  ];
  for (const parameter of operation.params) {
    kinds.push((at) =>
      fc.sample(wrongParameter(parameter), { seed: seed + at, numRuns: 24 }).map((text) => ({
        what: `${parameter.name} in the path`,
        call: { ...rest(base(at)), params: { ...base(at).params, [parameter.name]: text } },
      })),
    );
  }
  const { body } = operation;
  if (body) {
    const from = (at: number) =>
      wrongBodies(body, base(at).body).map(({ what, text }) => ({
        what,
        call: { params: base(at).params, raw: text },
      }));
    // Bodies are where most can be wrong.
    kinds.push(from, from);
  } else if (operation.method !== 'GET') {
    kinds.push((at) =>
      ['{"isian":1}', '[1]', '{"id":"x"}', '{'].map((raw) => ({
        what: 'an unwanted body',
        call: { ...rest(base(at)), raw },
      })),
    );
  }
  const wrongs: Wrongly[] = [];
  for (let at = 0; wrongs.length < cases; at += 1) {
    for (const kind of kinds) {
      const all = kind(at);
      const order = fc.sample(fc.shuffledSubarray(all), { seed: seed + at, numRuns: 1 })[0] ?? [];
      // Some of each; the next round has another base.
      wrongs.push(...[...order, ...all].slice(0, Math.max(2, Math.ceil(cases / (kinds.length * 4)))));
    }
  }
  return wrongs.slice(0, cases);
}

/** Every operation of the description, one after the other. */
export async function fuzzContract(
  world: World,
  options: Amount & { only?: readonly string[]; say?: (line: string) => void },
): Promise<Row[]> {
  const portal: Portal = world.portal;
  const chosen = portal.operations.filter(({ id }) => !options.only || options.only.includes(id));
  const rows: Row[] = [];
  for (const operation of chosen) {
    const row = await fuzzOperation(world, operation, options);
    rows.push(row);
    options.say?.(`  ${row.operation} ${row.call}: ${row.positive} + ${row.negative} + ${row.others}`);
  }
  return rows;
}
