import type { Call } from '../portal.ts';
import { allowedCallers, type World } from '../world.ts';
import { waysOf } from './cells.ts';
import type { Examiner } from './examiner.ts';

/** Writes from other people's pages: refused whoever is logged in, and nothing is written (reliability G11, A23). */
export async function sweepOrigins(world: World, examiner: Examiner, seed: number): Promise<void> {
  await examiner.begin();
  const { url } = world.portal;
  const { port } = new URL(url);
  const headers: Record<string, string>[] = [
    { origin: 'https://jahat.example' },
    { origin: 'null' },
    { origin: `http://localhost.jahat.example:${port}` },
    { origin: 'http://localhost:1' },
    { origin: `https://localhost:${port}` },
    { origin: url, 'sec-fetch-site': 'cross-site' },
    { origin: url, 'sec-fetch-site': 'same-site' },
    { origin: 'https://jahat.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://jahat.example', referer: url },
  ];
  for (const operation of world.portal.operations.filter(({ method }) => method !== 'GET')) {
    const { own } = waysOf(world, operation, seed);
    const [caller = 'anon'] = allowedCallers(world, operation);
    for (const one of headers) {
      const call: Call = { ...own, headers: one };
      await examiner.refused(operation.id, caller, call, {
        check: 'foreign origin',
        what: JSON.stringify(one),
        statuses: [403],
      });
    }
  }
  await examiner.end('foreign origins');
}
