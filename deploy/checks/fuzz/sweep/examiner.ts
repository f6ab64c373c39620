import type { Check } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Caller, roleOf } from '../people.ts';
import { type Call, shown } from '../portal.ts';
import type { World } from '../world.ts';
import { changed, type Fingerprints } from './fingerprint.ts';

export interface Refusal {
  readonly check: Check;
  readonly what: string;
  readonly statuses: readonly number[];
}

export type Examiner = ReturnType<typeof createExaminer>;

/**
 * Makes calls that must be refused, and looks whether anything was written: after each of them, or (`each` false) after
 * all of a group. `sample`: only every so-manyth call is made.
 */
export function createExaminer(
  world: World,
  fingerprints: Fingerprints,
  { each, sample = 1 }: { each: boolean; sample?: number },
) {
  const { portal } = world;
  let known: Map<string, string> | undefined;
  let refusals = 0;
  let asked = 0;

  function report(
    { check, what }: Pick<Refusal, 'check' | 'what'>,
    id: string,
    caller: Caller,
    call: Call,
    answer: string,
  ) {
    const input = JSON.stringify(call).slice(0, 500);
    portal.report(check, what, { operation: id, caller: roleOf(caller), input, answer });
  }
  async function look(id: string, caller: Caller, call: Call, why: string): Promise<void> {
    const now = await fingerprints.take();
    const tables = changed(known ?? now, now);
    known = now;
    if (tables.length > 0)
      report({ check: 'unchanged', what: `${why} changed ${tables.join(', ')}` }, id, caller, call, '');
  }
  return {
    refusals: () => refusals,
    report,
    /** What is there now counts as unchanged. */
    async begin(): Promise<void> {
      await fingerprints.calm();
      known = await fingerprints.take();
    },
    async refused(id: string, caller: Caller, call: Call, wanted: Refusal): Promise<Answer | undefined> {
      asked += 1;
      if (asked % sample !== 0) return undefined;
      refusals += 1;
      const answer = await portal.call(id, caller, call);
      if (!wanted.statuses.includes(answer.status)) {
        const what = `${wanted.what} → ${answer.status} instead of ${wanted.statuses.join(' or ')}`;
        report({ check: wanted.check, what }, id, caller, call, shown(answer));
        // What it wrote is told once, by the status.
        if (answer.status < 300) known = await fingerprints.take();
      }
      if (each) await look(id, caller, call, wanted.what);
      return answer;
    },
    /** The end of a group whose calls were not looked at one by one. */
    async end(group: string): Promise<void> {
      if (!each) await look(group, 'anon', {}, group);
    },
  };
}
