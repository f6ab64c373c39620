import type { Database } from '@gerbang/service-kit/data/database';
import { inJakarta } from '@gerbang/domain/jakarta-time';
import { z } from 'zod';
import { claimNotice, releaseNotice } from './operator-notices.repository.ts';

const LIMIT_MS = 10_000;
/** Looks in a row, a minute apart: what comes back by itself within a minute is no news. */
const LOOKS = 2;

/** A plain letter to the person who runs the portal. */
export interface OperatorLetter {
  readonly subject: string;
  readonly text: string;
}

const health = z.object({ silent: z.array(z.string().max(40)).max(20).default([]) });

/** The parts that do not answer as the gateway says, or the gateway itself. */
async function silentParts(gatewayUrl: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`${gatewayUrl}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
    return health.parse(await response.json()).silent;
  } catch {
    // Whatever it is, families do not reach the portal either.
    return ['gateway'];
  }
}

function letterOf(part: string, publicOrigin: string, at: Date): OperatorLetter {
  return {
    subject: `Gerbang: bagian ${part} tidak menjawab`,
    text: `Bagian "${part}" dari portal ${publicOrigin} tidak menjawab (pukul ${inJakarta(at).slice(11, 16)} WIB, ${inJakarta(at).slice(0, 10)}).

Biasanya bagian itu dimulai lagi dengan sendirinya dalam satu menit. Yang sudah disimpan tidak hilang.
Kalau surat ini datang lagi, lihat keadaannya dengan "docker compose ps" dan "docker compose logs --tail 50 ${part}",
lalu mulai lagi dengan "docker compose restart ${part}". Langkah lengkap: deploy/runbook/program-down.md.

Surat ini dikirim paling banyak satu kali dalam satu jam untuk bagian yang sama.
`,
  };
}

/**
 * Looks whether all parts of the portal answer and tells the operator by letter of one that did not twice in a row: once an
 * hour for each, whatever number of workers look. A letter that could not be sent is tried at the next look.
 */
export function watchPortal(options: {
  readonly database: Database;
  readonly gatewayUrl: string;
  readonly publicOrigin: string;
  readonly tell: (letter: OperatorLetter) => Promise<void>;
  readonly now?: () => Date;
}): () => Promise<void> {
  const { database, gatewayUrl, publicOrigin, tell, now = () => new Date() } = options;
  let misses: ReadonlyMap<string, number> = new Map();
  return async () => {
    const silent = await silentParts(gatewayUrl);
    misses = new Map(silent.map((part) => [part, (misses.get(part) ?? 0) + 1]));
    for (const part of silent) {
      if ((misses.get(part) ?? 0) < LOOKS) continue;
      const at = now();
      if (!(await claimNotice(database.knex, part, at))) continue;
      // No transaction is open meanwhile: a mail server may take longer than one may.
      await tell(letterOf(part, publicOrigin, at)).catch(async (error: unknown) => {
        await releaseNotice(database.knex, part, at);
        throw error;
      });
    }
  };
}
