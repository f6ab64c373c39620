import { ROLES, type Role } from '@gerbang/domain/roles';
import type { HttpResponse } from '../kit/client.ts';
import { changed, type Fingerprint, type Fingerprints } from './fingerprint.ts';
import type { Operation } from './operations.ts';
import { type Call, type Caller, roleOf } from './portal.ts';
import { type Way, type Ways, waysOf } from './ways.ts';
import { cellOf, enters, personOf, type World } from './world.ts';

const COLUMNS: readonly (Role | 'anon')[] = ['anon', ...ROLES];
const check = 'authorization' as const;

export interface RefusalOptions {
  readonly seed: number;
  /** Compares the databases after every refusal, not only at the end. */
  readonly each: boolean;
  /** Makes only every so-manyth call. */
  readonly sample?: number;
}

/** Makes calls that must be refused and compares the databases before and after. */
class Refusals {
  readonly #world: World;
  readonly #fingerprints: Fingerprints;
  readonly #options: RefusalOptions;
  #known: Fingerprint | undefined;
  #asked = 0;
  count = 0;

  constructor(world: World, fingerprints: Fingerprints, options: RefusalOptions) {
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
export async function sweepRefusals(
  world: World,
  fingerprints: Fingerprints,
  options: RefusalOptions,
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

/** Counts of messages by an announcement: the service that has the messages knows no announcements, and counts none. */
const COUNTED = new Set(['N12']);

async function refusedByObject(
  world: World,
  refusals: Refusals,
  { id, contract }: Operation,
  caller: Caller,
  ways: Ways,
  sign: string,
): Promise<void> {
  // A parameter that is a key, not an id, may be well formed and unknown.
  const isKey = Boolean(contract.params?.safeParse(ways.malformed.params).success && !contract.body);
  await refusals.expect(id, caller, ways.malformed, {
    what: 'malformed',
    statuses: isKey ? [400, 404] : [400],
  });
  if (COUNTED.has(id)) return;
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
