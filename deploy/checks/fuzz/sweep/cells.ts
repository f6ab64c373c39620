import type { Operation } from '../document.ts';
import { seedOf, validInputs } from '../inputs.ts';
import { type Caller, roleOf } from '../people.ts';
import { type Call, shown } from '../portal.ts';
import { type Column, COLUMNS, enters } from '../table.ts';
import { cellOf, kindOfField, kindOfParameter, personOf, type World } from '../world.ts';
import type { Examiner } from './examiner.ts';

const NOBODY = '018f6a1e-0000-7000-8000-000000000000';
const KINDS = new Set([
  'child',
  'registration',
  'announcement',
  'user',
  'confirmation',
  'scheme',
  'invoice',
  'payment',
  'notification',
  'file',
]);

const check = 'authorization' as const;

interface Ways {
  readonly own: Call;
  readonly malformed: Call;
  /** One id of nobody's at a time. */
  readonly random: { readonly what: string; readonly call: Call }[];
  /** One id of the other family at a time, own beside it. */
  readonly foreign: { readonly what: string; readonly call: Call }[];
}

/** A call about own objects, and the same with one id at a time that is somebody else's, nobody's or none at all. */
export function waysOf(world: World, operation: Operation, seed: number): Ways {
  const { portal, own, other, pools } = world;
  const [input] = validInputs(portal, operation, 1, seedOf(seed, operation.id)).inputs;
  const idOf = (kind: string) => own.ids[kind] ?? pools.get(kind)?.[0];
  const params: Record<string, string> = { ...input?.params };
  const ids: { place: 'params' | 'body'; name: string; kind: string }[] = [];
  for (const { name } of operation.params) {
    const kind = kindOfParameter(operation.path, name);
    params[name] = idOf(kind) ?? params[name] ?? NOBODY;
    if (KINDS.has(kind)) ids.push({ place: 'params', name, kind });
  }
  const filled = operation.body ? { ...(input?.body as Record<string, unknown>) } : undefined;
  // A class that the level has: a rule between two fields.
  if (filled?.jenjang && 'child_id' in filled) filled.kelas = world.classes[String(filled.jenjang)] ?? null;
  // The payer's account belongs to a proof: another one.
  if (filled && 'payment_status' in filled && operation.body?.properties?.bank_name) {
    Object.assign(filled, { payment_status: 'paid', payment_evidence_url: `/api/files/${own.ids.file}` });
    Object.assign(filled, {
      bank_name: 'BSI',
      bank_account_number: '7009322722',
      bank_account_owner: 'Ayah',
    });
  }
  for (const name of Object.keys(filled ?? {})) {
    const kind = kindOfField(name);
    if (!filled || !kind || !KINDS.has(kind)) continue;
    filled[name] = idOf(kind) ?? filled[name];
    ids.push({ place: 'body', name, kind });
  }
  const base: Call = { params, ...(filled && { body: filled }) };
  const put = (place: 'params' | 'body', name: string, value: string): Call =>
    place === 'params'
      ? { ...base, params: { ...params, [name]: value } }
      : { ...base, body: { ...filled, [name]: value } };
  const evidence = filled && 'payment_evidence_url' in filled;
  const first = operation.params[0]?.name;
  return {
    own: base,
    malformed: {
      ...(first ? put('params', first, 'bukan-id') : { ...base, query: 'isian=1' }),
      ...(filled && { body: [] }),
    },
    random: ids.map(({ place, name }) => ({ what: `${name} of nobody`, call: put(place, name, NOBODY) })),
    foreign: [
      ...ids
        .filter(({ kind }) => other.ids[kind])
        .map(({ place, name, kind }) => ({
          what: `${name} of another family`,
          call: put(place, name, other.ids[kind] ?? ''),
        })),
      ...(evidence
        ? [
            {
              what: 'proof of another family',
              call: put('body', 'payment_evidence_url', `/api/files/${other.ids.file}`),
            },
          ]
        : []),
    ],
  };
}

/** Every cell of the table that refuses: by role, by owner, by form; nothing may be written. */
export async function sweepCells(world: World, examiner: Examiner, seed: number): Promise<void> {
  await examiner.begin();
  for (const operation of world.portal.operations) {
    const ways = waysOf(world, operation, seed);
    for (const column of COLUMNS) {
      const caller: Caller = column === 'anon' ? 'anon' : personOf(world, column);
      const sign = cellOf(operation.id, column);
      if (sign === '.' || sign === '401')
        await byRole(examiner, operation, caller, ways, sign === '.' ? 403 : 401);
      else if (enters(sign) && sign !== 'P' && sign !== '200')
        await byObject(examiner, operation, caller, ways, sign);
    }
  }
  await examiner.end('the table');
}

async function byRole(
  examiner: Examiner,
  { id }: Operation,
  caller: Caller,
  ways: Ways,
  status: number,
): Promise<void> {
  const role = roleOf(caller);
  // Decided before any object or form is looked at.
  await examiner.refused(id, caller, ways.own, { check, what: `${role}, own`, statuses: [status] });
  await examiner.refused(id, caller, ways.malformed, {
    check,
    what: `${role}, malformed`,
    statuses: [status],
  });
  const [random] = ways.random;
  if (random)
    await examiner.refused(id, caller, random.call, { check, what: `${role}, nobody's`, statuses: [status] });
}

async function byObject(
  examiner: Examiner,
  operation: Operation,
  caller: Caller,
  ways: Ways,
  sign: string,
): Promise<void> {
  const { id } = operation;
  const role = roleOf(caller);
  await examiner.refused(id, caller, ways.malformed, { check, what: `${role}, malformed`, statuses: [400] });
  const inPath = (what: string) => operation.params.some(({ name }) => what.startsWith(`${name} of`));
  // A rule about the figures, or an object of the right family in another state, may come first where ids lie in the body.
  const refusals = (what: string) =>
    inPath(what) ? [404, ...(sign === 'A†' ? [403] : [])] : [404, 409, 422];
  for (const { what, call } of ways.random) {
    await examiner.refused(id, caller, call, { check, what: `${role}, ${what}`, statuses: refusals(what) });
  }
  if (sign !== 'O') return;
  for (const { what, call } of ways.foreign) {
    const answer = await examiner.refused(id, caller, call, {
      check,
      what: `${role}, ${what}`,
      statuses: refusals(what),
    });
    const random = ways.random.find((one) => one.what.split(' ')[0] === what.split(' ')[0]);
    if (!answer || !random || !inPath(what)) continue;
    const nobody = await examiner.refused(id, caller, random.call, {
      check,
      what: `${role}, ${random.what}`,
      statuses: [404],
    });
    if (!nobody) continue;
    const told = (text: Buffer) => text.toString().replace(/"requestId":"[^"]+"/u, '');
    // Otherwise the difference would tell that the id exists.
    if (told(answer.body) === told(nobody.body)) continue;
    examiner.report(
      { check, what: `${what} is answered otherwise than nobody's` },
      id,
      caller,
      call,
      shown(answer),
    );
  }
}

/** Every cell that lets in: a GET of own objects is answered, and holds nothing of another family. */
export async function sweepReads(
  world: World,
  examiner: Examiner,
  seed: number,
  sample = 1,
): Promise<number> {
  const { portal, other } = world;
  let count = 0;
  let cells = 0;
  for (const operation of portal.operations.filter(({ method }) => method === 'GET')) {
    const { own } = waysOf(world, operation, seed);
    for (const column of COLUMNS) {
      const sign = cellOf(operation.id, column);
      if (!enters(sign) || column === 'anon') continue;
      cells += 1;
      if (cells % sample !== 0) continue;
      const caller = personOf(world, column);
      const answer = await portal.call(operation.id, caller, own);
      count += 1;
      if (answer.status !== 200 && !hidden(world, operation, column, answer.status)) {
        examiner.report(
          { check, what: `${column} may, but → ${answer.status}` },
          operation.id,
          caller,
          own,
          shown(answer),
        );
      }
      if (column !== 'wali_murid') continue;
      const text = answer.body.toString();
      // A result belongs to one announcement, which several families share.
      const seen = Object.entries(other.ids).filter(
        ([kind, id]) => kind !== 'announcement' && text.includes(id),
      );
      for (const [kind] of seen) {
        examiner.report(
          { check, what: `shows another family's ${kind}` },
          operation.id,
          caller,
          own,
          shown(answer),
        );
      }
    }
  }
  return count;
}

/** `A*`: a purpose that the role may not see; and what nobody has made there is not there. */
function hidden(world: World, { id, path, params }: Operation, column: Column, status: number): boolean {
  if (status !== 404) return false;
  const { own, pools } = world;
  const unknown = params.some(({ name }) => {
    const kind = kindOfParameter(path, name);
    return own.ids[kind] === undefined && !pools.has(kind);
  });
  return cellOf(id, column) === 'A*' || unknown;
}
