import type { FoundFamily } from '@gerbang/contracts/counter';
import { maskedName, maskedPhone } from '@gerbang/domain/masked-phone';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { tooMany } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { type CounterFamily, countTry, searchFamilies } from './counter.repository.ts';

/** A family in the list: masked, unless the caller has it open. */
function toFound({ id, name, phone, children }: CounterFamily, opened: boolean): FoundFamily {
  if (opened) return { user_id: id, name, phone, children: [...children], opened };
  return {
    user_id: id,
    name: name && maskedName(name),
    phone: phone && maskedPhone(phone),
    children: children.map(maskedName),
    opened,
  };
}

/**
 * The families that are what was typed, masked. 429 after the searches of an hour; each leaves a row in the trail, without
 * the words that were looked for.
 */
export async function findFamilies(
  context: Context,
  caller: Caller,
  typed: string,
  open: string | null,
): Promise<FoundFamily[]> {
  const { database, columns } = context;
  const wait = await countTry(database.knex, caller.id, 'search');
  if (wait > 0) throw tooMany(wait, 'Terlalu banyak pencarian dalam satu jam. Silakan coba lagi nanti.');
  const found = await searchFamilies(database.knex, columns, typed);
  await audit(database.knex, {
    action: 'families.searched',
    actor: await actorOf(database.knex, caller),
    subject: caller.id,
    details: { found: found.length },
    origin: caller.origin,
  });
  return found.map((one) => toFound(one, one.id === open));
}
