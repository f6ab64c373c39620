import { ROLES, type Role } from '@gerbang/domain/roles';
import type { Stack } from '@gerbang/local/stack';
import { addChild, BANK, registerChild } from '../kit/families.ts';
import { type Account, logIn, newPerson } from '../kit/people.ts';
import type { HttpResponse } from '../kit/client.ts';
import { changed, type Fingerprint, type Fingerprints, openFingerprints } from './fingerprint.ts';
import { namesOf, type Operation } from './operations.ts';
import { type Call, type Caller, roleOf, shown } from './portal.ts';
import { seedOf, validInputs } from './valid.ts';
import {
  cellOf,
  classOf,
  enters,
  kindOfField,
  kindOfParameter,
  newUser,
  personOf,
  wholeFamily,
  type World,
} from './world.ts';

const UNKNOWN_ID = '018f6a1e-0000-7000-8000-000000000000';
// biome-ignore format: one line a sort
const KINDS = new Set([
  'child', 'registration', 'announcement', 'user', 'confirmation', 'scheme', 'invoice', 'payment',
  'notification', 'file',
]);
const COLUMNS: readonly (Role | 'anon')[] = ['anon', ...ROLES];
const check = 'authorization' as const;

export interface Swept {
  readonly part: string;
  readonly calls: number;
}

export interface SweepOptions {
  readonly seed: number;
  /** Compares the databases after every refusal, not only at the end. */
  readonly each: boolean;
  /** Makes only every so-manyth call, and leaves out the whole family that makes every write twice. */
  readonly sample?: number;
  readonly say?: (line: string) => void;
}

/** Sweeps the authorization table through the gateway: every cell that refuses and every read that is allowed. */
export async function sweep(world: World, stack: Stack, options: SweepOptions): Promise<Swept[]> {
  const fingerprints = await openFingerprints(stack);
  const parts: Record<string, () => Promise<number>> = {
    'refusals of the table': () => sweepRefusals(world, fingerprints, options),
    'reads that are allowed': () => sweepReads(world, options),
    'the next request': () => sweepSessions(world),
    ...((options.sample ?? 1) === 1 && { 'twice at once': () => sweepTwice(world) }),
  };
  const done: Swept[] = [];
  try {
    for (const [part, run] of Object.entries(parts)) {
      done.push({ part, calls: await run() });
      options.say?.(`  ${part}: ${done.at(-1)?.calls}`);
    }
  } finally {
    await fingerprints.close();
  }
  return done;
}

interface Ways {
  readonly own: Call;
  readonly malformed: Call;
  /** One id at a time that does not exist. */
  readonly unknown: readonly Way[];
  /** One id at a time of the other family, own ones beside it. */
  readonly foreign: readonly Way[];
}

interface Way {
  /** The name of the id. */
  readonly name: string;
  readonly inPath: boolean;
  readonly call: Call;
}

/** A call about own objects, and the same with one id at a time that is unknown, foreign or malformed. */
function waysOf(world: World, operation: Operation, seed: number): Ways {
  const { own, other, pools } = world;
  const [input] = validInputs(operation, 1, seedOf(seed, operation.id));
  const idOf = (kind: string) => own.ids[kind] ?? pools.get(kind)?.[0];
  const params: Record<string, string> = { ...input?.params };
  const ids: { inPath: boolean; name: string; kind: string }[] = [];
  for (const name of namesOf(operation.params)) {
    const kind = kindOfParameter(operation.path, name);
    params[name] = idOf(kind) ?? params[name] ?? UNKNOWN_ID;
    if (KINDS.has(kind)) ids.push({ inPath: true, name, kind });
  }
  const body = operation.body ? { ...(input?.body as Record<string, unknown>) } : undefined;
  if (body?.jenjang && 'child_id' in body) body.kelas = classOf(world, body.jenjang);
  // The name of a file needs the file.
  if (body) delete body.payment_evidence_filename;
  if (body && 'payment_status' in body && operation.body?.properties?.bank_name)
    Object.assign(body, BANK, { payment_status: 'paid', payment_evidence_url: `/api/files/${own.ids.file}` });
  const isProof = body !== undefined && 'payment_evidence_url' in body;
  for (const name of Object.keys(body ?? {})) {
    const kind = kindOfField(name);
    if (!body || !kind || !KINDS.has(kind)) continue;
    body[name] = idOf(kind) ?? body[name];
    ids.push({ inPath: false, name, kind });
  }
  const base: Call = { params, ...(body && { body }) };
  const put = (inPath: boolean, name: string, value: string): Way => ({
    name,
    inPath,
    call: inPath
      ? { ...base, params: { ...params, [name]: value } }
      : { ...base, body: { ...body, [name]: value } },
  });
  const [first] = namesOf(operation.params);
  const proof = `/api/files/${other.ids.file}`;
  return {
    own: base,
    malformed: {
      ...(first ? put(true, first, 'bukan-id').call : { ...base, query: 'isian=1' }),
      ...(body && { body: [] }),
    },
    unknown: ids.map(({ inPath, name }) => put(inPath, name, UNKNOWN_ID)),
    foreign: [
      ...ids.flatMap(({ inPath, name, kind }) =>
        other.ids[kind] ? [put(inPath, name, other.ids[kind])] : [],
      ),
      ...(isProof ? [put(false, 'payment_evidence_url', proof)] : []),
    ],
  };
}

/** Makes calls that must be refused and compares the databases before and after. */
class Refusals {
  readonly #world: World;
  readonly #fingerprints: Fingerprints;
  readonly #options: SweepOptions;
  #known: Fingerprint | undefined;
  #asked = 0;
  count = 0;

  constructor(world: World, fingerprints: Fingerprints, options: SweepOptions) {
    this.#world = world;
    this.#fingerprints = fingerprints;
    this.#options = options;
  }

  async begin(): Promise<void> {
    this.#known = await this.#fingerprints.settled();
  }

  /** Undefined where the sample leaves the call out. */
  async expect(
    id: string,
    caller: Caller,
    call: Call,
    { what, statuses }: { what: string; statuses: readonly number[] },
  ): Promise<HttpResponse | undefined> {
    const { each, sample = 1 } = this.#options;
    this.#asked += 1;
    if (this.#asked % sample !== 0) return undefined;
    this.count += 1;
    const { portal } = this.#world;
    const answer = await portal.call(id, caller, call);
    const name = `${roleOf(caller)}, ${what}`;
    if (!statuses.includes(answer.status)) {
      const fault = { check, what: `${name} → ${answer.status} instead of ${statuses.join(' or ')}` };
      portal.report(fault, { id, caller, input: call, answer });
      // The wrong status says already that something was written.
      if (answer.status < 300) this.#known = await this.#fingerprints.take();
    }
    if (each) await this.compare(id, caller, call, name);
    return answer;
  }

  async compare(id: string, caller: Caller, call: Call, why: string): Promise<void> {
    const now = await this.#fingerprints.take();
    const tables = changed(this.#known ?? now, now);
    this.#known = now;
    if (tables.length === 0) return;
    const fault = { check: 'unchanged', what: `${why} changed ${tables.join(', ')}` } as const;
    this.#world.portal.report(fault, { id, caller, input: call });
  }
}

/** Every cell that refuses: by role, by owner, by form. No refusal writes anything. */
async function sweepRefusals(
  world: World,
  fingerprints: Fingerprints,
  options: SweepOptions,
): Promise<number> {
  const refusals = new Refusals(world, fingerprints, options);
  await refusals.begin();
  for (const operation of world.portal.operations) {
    const ways = waysOf(world, operation, options.seed);
    for (const column of COLUMNS) {
      const caller = column === 'anon' ? 'anon' : personOf(world, column);
      const sign = cellOf(operation.id, column);
      if (sign === '.' || sign === '401') await refusedByRole(refusals, operation, caller, ways, sign);
      else if (enters(sign) && sign !== 'P' && sign !== '200')
        await refusedByObject(world, refusals, operation, caller, ways, sign);
    }
  }
  if (!options.each) await refusals.compare('the table', 'anon', {}, 'a refusal');
  return refusals.count;
}

/** The role decides before any object or form does. */
async function refusedByRole(
  refusals: Refusals,
  { id }: Operation,
  caller: Caller,
  { own, malformed, unknown: [unknown] }: Ways,
  sign: string,
): Promise<void> {
  const statuses = [sign === '.' ? 403 : 401];
  await refusals.expect(id, caller, own, { what: 'own', statuses });
  await refusals.expect(id, caller, malformed, { what: 'malformed', statuses });
  if (unknown) await refusals.expect(id, caller, unknown.call, { what: 'unknown', statuses });
}

async function refusedByObject(
  world: World,
  refusals: Refusals,
  { id }: Operation,
  caller: Caller,
  ways: Ways,
  sign: string,
): Promise<void> {
  await refusals.expect(id, caller, ways.malformed, { what: 'malformed', statuses: [400] });
  // For an id in the body a rule, or the state of another object of the family, may come first.
  const statusesOf = ({ inPath }: Way) => (inPath ? [404, ...(sign === 'A†' ? [403] : [])] : [404, 409, 422]);
  for (const way of ways.unknown) {
    const wanted = { what: `unknown ${way.name}`, statuses: statusesOf(way) };
    await refusals.expect(id, caller, way.call, wanted);
  }
  if (sign !== 'O') return;
  for (const way of ways.foreign) {
    const wanted = { what: `${way.name} of another family`, statuses: statusesOf(way) };
    const foreign = await refusals.expect(id, caller, way.call, wanted);
    const same = ways.unknown.find(({ name }) => name === way.name);
    if (!foreign || !same || !way.inPath) continue;
    const unknown = await world.portal.call(id, caller, same.call);
    const text = ({ body }: HttpResponse) => body.toString().replace(/"requestId":"[^"]+"/u, '');
    if (text(foreign) === text(unknown)) continue;
    // A difference would reveal that the id exists.
    const what = `${way.name} of another family and an unknown one have different responses`;
    world.portal.report({ check, what }, { id, caller, input: way.call, answer: foreign });
  }
}

/** Every read that the table allows: it returns the caller's own objects and nothing of another family. */
async function sweepReads(world: World, { seed, sample = 1 }: SweepOptions): Promise<number> {
  const { portal, other } = world;
  let [count, cells] = [0, 0];
  for (const operation of portal.operations.filter(({ method }) => method === 'GET')) {
    const { id } = operation;
    const { own } = waysOf(world, operation, seed);
    for (const role of ROLES.filter((one) => enters(cellOf(id, one)))) {
      cells += 1;
      if (cells % sample !== 0) continue;
      count += 1;
      const caller = personOf(world, role);
      const answer = await portal.call(id, caller, own);
      const about = { id, caller, input: own, answer };
      if (answer.status !== 200 && !(answer.status === 404 && mayBeHidden(world, operation, role)))
        portal.report({ check, what: `${role} may, but → ${answer.status}` }, about);
      if (role !== 'wali_murid') continue;
      const text = answer.body.toString();
      // Families share an announcement.
      for (const [kind, foreign] of Object.entries(other.ids))
        if (kind !== 'announcement' && text.includes(foreign))
          portal.report({ check, what: `shows the ${kind} of another family` }, about);
    }
  }
  return count;
}

/** `A*` allows only some purposes; and a kind of object may not exist in this world. */
function mayBeHidden({ own, pools }: World, { id, path, params }: Operation, role: Role): boolean {
  const kinds = namesOf(params).map((name) => kindOfParameter(path, name));
  return cellOf(id, role) === 'A*' || kinds.some((kind) => own.ids[kind] === undefined && !pools.has(kind));
}

/** A member of staff with a password of their own. */
async function employee(world: World): Promise<Account> {
  const { client } = world.portal;
  const { email, password } = await newUser(world, 'cs');
  const newPassword = `sandi-${crypto.randomUUID()}`;
  const body = { currentPassword: password, newPassword };
  await world.portal.must('A05', await logIn(client, email, password), { body });
  return logIn(client, email, newPassword);
}

/** What ends a session ends it for the next request. */
async function sweepSessions(world: World): Promise<number> {
  const { portal, staff } = world;
  const { admin } = staff;
  const change = (id: string, body: object) => portal.must('A11', admin, { params: { id }, body });
  const ends: Record<string, (person: Account) => Promise<unknown>> = {
    'a demotion': ({ id }) => change(id, { role: 'staff_tu' }),
    'a new password': ({ id }) => change(id, { password: 'sementara-1' }),
    'a deletion': ({ id }) => portal.must('A12', admin, { params: { id } }),
    'a revocation': ({ id }) => portal.must('X05', admin, { params: { id } }),
    'a logout': (person) => portal.must('A04', person),
    'a change of password in another session': async ({ email, password }) => {
      const elsewhere = await logIn(portal.client, email, password);
      const body = { currentPassword: password, newPassword: `sandi-${crypto.randomUUID()}` };
      await portal.must('A05', elsewhere, { body });
    },
  };
  const reads: [string, Call][] = [
    ['C15', { query: 'limit=1' }],
    ['A01', {}],
    ['N01', {}],
  ];
  for (const [what, end] of Object.entries(ends)) {
    const caller = await employee(world);
    await portal.must('C15', caller, { query: 'limit=1' });
    await end(caller);
    for (const [id, call] of reads) {
      const answer = await portal.call(id, caller, call);
      if (answer.status === 401) continue;
      const fault = { check: 'next request', what: `after ${what} → ${answer.status}` } as const;
      portal.report(fault, { id, caller, input: what, answer });
    }
  }
  return Object.keys(ends).length * reads.length;
}

/** Calls that must have an effect only once; all others may be repeated. */
// biome-ignore format: one line a sort
const ONCE = new Set([
  'A03', 'A12', 'C06', 'C08', 'C11', 'E03', 'E05', 'E06', 'E09', 'E15', 'N03', 'N05', 'N06', 'N07',
]);

/** Every write of a family's whole way made twice at once: one takes effect, the other is refused. */
async function sweepTwice(world: World): Promise<number> {
  const { portal, staff } = world;
  let count = 0;
  async function both(id: string, caller: Caller, call: Call): Promise<unknown> {
    if (portal.operation(id).method === 'GET') return portal.must(id, caller, call);
    const answers = await Promise.all([portal.call(id, caller, call), portal.call(id, caller, call)]);
    const good = answers.filter(({ status }) => status < 300);
    const isRefused = answers.every(({ status }) => status < 300 || status === 409 || status === 404);
    const [first] = good;
    if (!first) throw new Error(`${id} twice: ${answers.map(shown).join(' | ')}`);
    count += 1;
    if (!isRefused || (ONCE.has(id) && good.length !== 1)) {
      const fault = {
        check: 'twice at once',
        what: answers.map(({ status }) => status).join(' and '),
      } as const;
      portal.report(fault, { id, caller, input: call, answer: answers.map(shown).join(' | ') });
    }
    return first.json;
  }
  const callAs = (caller: Account) => portal.callAs(caller, both);
  const { parent, ids } = await wholeFamily(portal, staff, callAs);

  const registration = { params: { id: ids.registration ?? '' } };
  const stages = await portal.must<{ stage: string }[]>('C12', parent, registration);
  const invoice = { params: { invoiceId: ids.invoice ?? '' } };
  const payments = await portal.must<unknown[]>('E14', parent, invoice);
  const names = stages.map(({ stage }) => stage);
  if (new Set(names).size !== names.length || payments.length !== 1) {
    const fault = { check: 'twice at once', what: 'a stage or a payment exists twice' } as const;
    const answer = `${names.join(' ')}; ${payments.length} payments`;
    portal.report(fault, { id: 'C12', caller: parent, input: '', answer });
  }

  const call = portal.callAs(parent);
  await both('C11', parent, { params: { id: (await registerChild(call, 'Anak Ganda')).id } });
  await both('C06', parent, { params: { id: await addChild(call, 'Anak Ganda') } });
  await both('A12', staff.admin, { params: { id: (await newUser(world)).id } });
  const { name, phone, email, password } = newPerson('Wali Ganda');
  await both('A03', 'anon', { body: { name, phone, email, password } });
  return count;
}
