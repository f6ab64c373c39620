import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { Problem } from '@gerbang/service-kit/http/problems';
import { overbookedPools } from './seat-pools.repository.ts';

/**
 * 409 `seats_exceeded` {kelas, passed, free} where an announcement accepts more children than a class has places, by the
 * copy here; admission, which holds the places, has the last word. A class without a limit refuses nothing.
 */
export async function refuseOverbooking(
  db: Db,
  { id, jenjang }: { readonly id: string; readonly jenjang: Jenjang },
): Promise<void> {
  const over = await overbookedPools(db, id);
  const [first] = over;
  if (!first) return;
  const said = over.map(
    ({ kelas, free, passed }) =>
      `Sisa kursi ${kelas === null ? jenjang : `${jenjang} ${kelas}`}: ${Math.max(free, 0)} · dipilih diterima: ${passed}`,
  );
  const { kelas, passed, free } = first;
  throw new Problem(409, 'seats_exceeded', `${said.join('. ')}. Ubah sebagian hasilnya menjadi Cadangan.`, {
    details: { kelas, passed, free },
    issues: said.map((message) => ({ path: 'results', message })),
  });
}
