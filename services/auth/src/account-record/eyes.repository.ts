import { EYES_HOURS, type EyesRefusal } from '@gerbang/domain/four-eyes';
import type { Db } from '@gerbang/service-kit/data/database';

const HANDS = (row: string) => `${row}.made_by || ${row}.role_by || ${row}.number_by || ${row}.password_by`;
const AGE = `now() - interval '${EYES_HOURS} hours'`;

/**
 * Why an account may not be the second person to what the first people did; null = it may. An account is refused that is
 * new, that one of the first people made or changed, or that made or changed one of theirs in the last day: one person
 * could hold both. An account that is closed or unknown counts as new; first accounts count after their closing too.
 */
export async function refusalOfEyes(
  db: Db,
  second: string,
  firsts: readonly string[],
): Promise<EyesRefusal | null> {
  const { rows } = await db.raw(
    `select own.hands_at > ${AGE} as young,
       (${HANDS('own')}) && :firsts::uuid[] or exists (
         select from users first where first.id = any(:firsts::uuid[]) and first.hands_at > ${AGE}
           and :second::uuid = any(${HANDS('first')})) as tied
     from users own where own.id = :second and own.deleted_at is null`,
    { second, firsts: [...firsts] },
  );
  const [found] = rows as { young: boolean; tied: boolean }[];
  if (found?.tied) return 'eyes_tied';
  return found === undefined || found.young ? 'eyes_young' : null;
}
