import { randomUUID } from 'node:crypto';
import { BANK } from '../kit/families.ts';
import { namesOf, type Operation } from './operations.ts';
import type { Call } from './portal.ts';
import { seedOf, validInputs } from './valid.ts';
import { classOf, kindOfField, kindOfParameter, type World } from './world.ts';

const UNKNOWN_ID = '018f6a1e-0000-7000-8000-000000000000';
// biome-ignore format: one line a sort
const KINDS = new Set([
  'child', 'registration', 'announcement', 'user', 'confirmation', 'scheme', 'invoice', 'payment',
  'notification', 'file',
]);

export interface Ways {
  readonly own: Call;
  readonly malformed: Call;
  /** One id at a time that does not exist. */
  readonly unknown: readonly Way[];
  /** One id at a time of the other family, own ones beside it. */
  readonly foreign: readonly Way[];
}

export interface Way {
  /** The name of the id. */
  readonly name: string;
  readonly inPath: boolean;
  readonly call: Call;
}

/** A call about own objects, and the same with one id at a time that is unknown, foreign or malformed. */
export function waysOf(world: World, operation: Operation, seed: number): Ways {
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
  const asked = (operation.query.required ?? []).map((name) => [name, input?.query[name] ?? '']);
  const query = new URLSearchParams(asked).toString();
  const base: Call = { params, ...(query && { query }), ...(body && { body }) };
  // A key each: with the same one another input is another refusal.
  const keyed = () =>
    operation.contract.idempotent === 'required' && { headers: { 'idempotency-key': randomUUID() } };
  const put = (inPath: boolean, name: string, value: string): Way => ({
    name,
    inPath,
    call: inPath
      ? { ...base, ...keyed(), params: { ...params, [name]: value } }
      : { ...base, ...keyed(), body: { ...body, [name]: value } },
  });
  const [first] = namesOf(operation.params);
  const proof = `/api/files/${other.ids.file}`;
  return {
    own: { ...base, ...keyed() },
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
