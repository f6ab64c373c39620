import { randomUUID } from 'node:crypto';
import { BANK } from '../kit/families.ts';
import { namesOf, type Operation } from './operations.ts';
import type { Call } from './portal.ts';
import { seedOf, validInputs } from './valid.ts';
import { allowedRoles, cellOf, classOf, kindOfField, kindOfParameter, type World } from './world.ts';

const UNKNOWN_ID = '018f6a1e-0000-7000-8000-000000000000';
// biome-ignore format: one line a sort
const KINDS = new Set([
  'child', 'registration', 'announcement', 'user', 'confirmation', 'scheme', 'invoice', 'payment',
  'notification', 'file',
]);
const check = 'authorization' as const;

/**
 * No read of a family shows anything of another one, and every call of a family that names an id of another one is refused.
 * Returns the number of calls.
 */
export async function sweepForeign(world: World, seed: number): Promise<number> {
  const { portal, other } = world;
  let count = 0;
  for (const operation of portal.operations) {
    const { id, method } = operation;
    const { own, foreign } = waysOf(world, operation, seed);
    const caller = world.own.parent;
    if (method === 'GET' && allowedRoles(operation).includes('wali_murid')) {
      count += 1;
      const answer = await portal.call(id, caller, own);
      const text = answer.body.toString();
      // Families share an announcement.
      for (const [kind, theirs] of Object.entries(other.ids))
        if (kind !== 'announcement' && text.includes(theirs)) {
          const fault = { check, what: `shows the ${kind} of another family` };
          portal.report(fault, { id, caller, input: own, answer });
        }
    }
    if (cellOf(id, 'wali_murid') !== 'O') continue;
    for (const { name, inPath, call } of foreign) {
      count += 1;
      const answer = await portal.call(id, caller, call);
      // For an id in the body a rule, or the state of another object of the family, may come first.
      if ((inPath ? [404] : [404, 409, 422]).includes(answer.status)) continue;
      const what = `${name} of another family → ${answer.status}`;
      portal.report({ check, what }, { id, caller, input: call, answer });
    }
  }
  return count;
}

/** A call that names one id of another family, own ones beside it. */
interface Foreign {
  readonly name: string;
  readonly inPath: boolean;
  readonly call: Call;
}

/** A call about own objects, and the same with one id at a time of the other family. */
function waysOf(world: World, operation: Operation, seed: number): { own: Call; foreign: Foreign[] } {
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
  const required = (operation.query.required ?? []).map((name) => [name, input?.query[name] ?? '']);
  const query = new URLSearchParams(required).toString();
  const base: Call = { params, ...(query && { query }), ...(body && { body }) };
  // A key each: with the same one another input is another refusal.
  const keyed = () =>
    operation.contract.idempotent === 'required' && { headers: { 'idempotency-key': randomUUID() } };
  const put = (inPath: boolean, name: string, value: string): Foreign => ({
    name,
    inPath,
    call: inPath
      ? { ...base, ...keyed(), params: { ...params, [name]: value } }
      : { ...base, ...keyed(), body: { ...body, [name]: value } },
  });
  return {
    own: { ...base, ...keyed() },
    foreign: [
      ...ids.flatMap(({ inPath, name, kind }) =>
        other.ids[kind] ? [put(inPath, name, other.ids[kind])] : [],
      ),
      ...(isProof && other.ids.file
        ? [put(false, 'payment_evidence_url', `/api/files/${other.ids.file}`)]
        : []),
    ],
  };
}
