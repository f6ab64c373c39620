import { logout } from '@gerbang/contracts/accounts';
import { deleteChild } from '@gerbang/contracts/children';
import { changeEmail, verifyEmail } from '@gerbang/contracts/emails';
import { changePassword } from '@gerbang/contracts/passwords';
import { changePhone } from '@gerbang/contracts/phones';
import { payRegistration, proveOnBehalf } from '@gerbang/contracts/registration-payments';
import { exportReport, REPORT_CALLS } from '@gerbang/contracts/reports';
import { deleteRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { endOtherSessions } from '@gerbang/contracts/sessions';
import { deleteUser, revokeSessions, updateUser } from '@gerbang/contracts/users';
import { letterLink } from '../kit/inbox.ts';
import { signUp } from '../kit/people.ts';
import { checkLives } from './lives.ts';
import { namesOf, type Operation } from './operations.ts';
import type { Call, Caller } from './portal.ts';
import { settled } from './settle.ts';
import { type Input, seedOf, validInputs } from './valid.ts';
import {
  allowedCallers,
  forget,
  isRefusedForRole,
  keep,
  kindOfCreation,
  newChild,
  newRegistration,
  newUser,
  type World,
} from './world.ts';

const PARALLEL = 6;
const UNKNOWN_ID = '018f6a1e-0000-7000-8000-000000000000';
/** Texts that reach the database through a search, a filter or an id. */
const SQL = ["' OR 1=1--", '%', '_', '\\', '$1', "'; drop table users;--", "\\'; select pg_sleep(5)--", '🙂'];

export interface Row {
  readonly operation: string;
  readonly call: string;
  readonly positive: number;
  /** How many of the positive calls had the success that is described. */
  readonly succeeded: number;
  /** Other calls: SQL, lives. */
  readonly others: number;
  readonly statuses: Readonly<Record<number, number>>;
}

interface Amount {
  readonly cases: number;
  readonly seed: number;
  /** Only the valid calls. */
  readonly short?: boolean;
}

/** Calls every operation with `cases` valid inputs, and with hostile texts. */
export async function fuzzContract(
  world: World,
  options: Amount & { only?: readonly string[]; say?: (line: string) => void },
): Promise<Row[]> {
  const { only, say } = options;
  const rows: Row[] = [];
  for (const operation of world.portal.operations.filter(({ id }) => only?.includes(id) ?? true)) {
    const row = await fuzzOperation(world, operation, options);
    rows.push(row);
    say?.(`  ${row.operation} ${row.call}: ${row.positive} + ${row.others}`);
  }
  return rows;
}

async function fuzzOperation(world: World, operation: Operation, amount: Amount): Promise<Row> {
  const { id, method, path } = operation;
  const seed = seedOf(amount.seed, id);
  world.portal.statuses.delete(id);
  const callers = allowedCallers(world, operation);
  const inputs = validInputs(operation, amount.cases, seed);
  const succeeded = await accept(world, operation, callers, inputs);
  const others = amount.short
    ? 0
    : (await sendSql(world, operation, callers)) + (await checkLives(world, operation, seed));
  const statuses = world.portal.statuses.get(id) ?? {};
  return {
    operation: id,
    call: `${method} ${path}`,
    positive: inputs.length,
    succeeded,
    others,
    statuses,
  };
}

/** Statuses that a valid input never has: it may break a rule, but not the form. */
const FORMAL = new Set([400, 401, 405, 408, 413, 415, 431]);

async function accept(
  world: World,
  operation: Operation,
  callers: readonly Caller[],
  inputs: readonly Input[],
): Promise<number> {
  const { portal } = world;
  const { id, successes, contract } = operation;
  const kind = kindOfCreation(operation);
  let succeeded = 0;
  await inBatches(inputs, async (input, turn) => {
    const caller = await callerFor(world, operation, callers, turn);
    const call = await adapted(world, id, caller, await settled(world, operation, caller, input, turn), turn);
    const answer = await portal.call(id, caller, call);
    const { status } = answer;
    if (successes.has(status)) succeeded += 1;
    if (successes.has(status) && operation.method === 'DELETE') forget(world, call.params?.id);
    const made = (answer.json ?? {}) as { id?: string };
    if (status === 201 && kind && made.id && caller !== 'anon') {
      if (caller.role !== 'wali_murid' || caller.id === world.own.parent.id) keep(world, kind, made.id);
    }
    // Without its file a call that takes nothing else is never accepted.
    const lacksFile = contract.uploads && !operation.body;
    const isForm = FORMAL.has(status) && !lacksFile && !(status === 401 && contract.access.kind === 'public');
    if (isForm || isRefusedForRole(id, caller, answer))
      portal.report(
        { check: 'positive accepted', what: String(status) },
        { id, caller, input: call, answer },
      );
  });
  return succeeded;
}

// biome-ignore format: one line a sort
const ENDS_OR_SLOWS = new Set<string>([
  logout.id, changePassword.id, changePhone.id, changeEmail.id, endOtherSessions.id,
]);

/** A new family makes the calls that end a session or slow an account down. */
async function callerFor(
  { portal }: World,
  { id }: Operation,
  callers: readonly Caller[],
  turn: number,
): Promise<Caller> {
  if (ENDS_OR_SLOWS.has(id)) return signUp(portal.client);
  const caller = callers[turn % callers.length];
  if (caller === undefined) throw new Error(`No role may call ${id}`);
  return caller;
}

/** Calls that often get a registration that has just been made: only then can they succeed. */
const FRESH = new Set<string>([
  updateRegistration.id,
  deleteRegistration.id,
  payRegistration.id,
  proveOnBehalf.id,
]);

const REPORTS = new Set<string>([exportReport, ...Object.values(REPORT_CALLS)].map(({ id }) => id));

/** The query without a lone day: how far it may be from today no contract can say. */
function withoutLoneDay(query: string | undefined): string {
  const fields = new URLSearchParams(query);
  if (!fields.has('from') || !fields.has('to')) for (const name of ['from', 'to']) fields.delete(name);
  return fields.toString();
}

/** Points a call at an object of its own, so that no call deletes what others need. */
async function adapted(world: World, id: string, caller: Caller, call: Call, turn: number): Promise<Call> {
  if (id === changePassword.id && caller !== 'anon')
    return { ...call, body: { ...(call.body as object), currentPassword: caller.password } };
  if ((id === changePhone.id || id === changeEmail.id) && caller !== 'anon')
    return { ...call, body: { ...(call.body as object), password: caller.password } };
  if (id === verifyEmail.id && turn % 5 === 0) return { ...call, body: { token: await newToken(world) } };
  if (id === deleteUser.id || id === updateUser.id || id === revokeSessions.id)
    return { ...call, params: { id: (await newUser(world)).id } };
  if (id === deleteChild.id) return { ...call, params: { id: await newChild(world) } };
  if (REPORTS.has(id)) return { ...call, query: withoutLoneDay(call.query) };
  if (FRESH.has(id) && turn % 3 === 0) return { ...call, params: { id: await newRegistration(world) } };
  return call;
}

/** The token in the letter to a new account. */
async function newToken({ portal: { client, simulatorUrl } }: World): Promise<string> {
  const { email } = await signUp(client);
  const link = await letterLink(simulatorUrl, email);
  return new URL(link).hash.slice(1);
}

/** Sends SQL in every parameter of a read: the checks of each response find a 5xx and any word of the database. */
async function sendSql(world: World, operation: Operation, callers: readonly Caller[]): Promise<number> {
  if (operation.method !== 'GET') return 0;
  const [caller = 'anon'] = callers;
  const params = Object.fromEntries(namesOf(operation.params).map((name) => [name, UNKNOWN_ID]));
  const calls: Call[] = SQL.flatMap((text) => [
    ...namesOf(operation.query).map((name) => ({ params, query: `${name}=${encodeURIComponent(text)}` })),
    ...namesOf(operation.params).map((name) => ({ params: { ...params, [name]: text } })),
  ]);
  await inBatches(calls, async (call) => {
    await world.portal.call(operation.id, caller, call);
  });
  return calls.length;
}

/** Works on all entries, some at a time. */
async function inBatches<T>(
  entries: readonly T[],
  work: (entry: T, turn: number) => Promise<void>,
): Promise<void> {
  const waiting = entries.entries();
  const lane = async () => {
    // All lanes share one iterator.
    for (const [turn, entry] of waiting) await work(entry, turn);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, entries.length) }, lane));
}
