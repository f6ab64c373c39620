import {
  correctRegistration,
  type Corrections,
  listCorrections,
  listOwnCorrections,
  type OwnCorrections,
} from '@gerbang/contracts/corrections';
import { uuidv7 } from 'uuidv7';
import type { Caller, Door } from './door.ts';

export const REASON = 'Nama di akta berbeda';

/** What a member of the staff may correct of a registration, and what was. */
export async function readable(door: Door, staff: Caller, id: string): Promise<Corrections> {
  const answer = await door.call(listCorrections, staff, { params: { id } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** A correction of a record as it is now, with a new key each time. */
export async function correct(
  door: Door,
  staff: Caller,
  id: string,
  body: Record<string, unknown>,
  key: string = uuidv7(),
) {
  const version = body.version ?? (await readable(door, await door.caller('it'), id)).version;
  return door.call(correctRegistration, staff, {
    params: { id },
    body: { target: 'child', reason: REASON, basis: 'family', ...body, version },
    headers: { 'idempotency-key': key },
  });
}

/** What the family reads of it. */
export async function own(door: Door, family: Caller, id: string): Promise<OwnCorrections> {
  const answer = await door.call(listOwnCorrections, family, { params: { id } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}
