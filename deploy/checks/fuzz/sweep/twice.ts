import { type Caller, roleOf } from '../people.ts';
import type { Call } from '../portal.ts';
import { shown } from '../portal.ts';
import { type Step, runStory } from '../story.ts';
import { newUser, type World } from '../world.ts';

/** Calls that may have an effect once only; the others may be repeated without one (Precisions, Repeating and racing). */
const ONCE = new Set([
  'A03',
  'A12',
  'C06',
  'C08',
  'C11',
  'E03',
  'E05',
  'E06',
  'E09',
  'E15',
  'N03',
  'N05',
  'N06',
  'N07',
]);

/** Every write of a family's whole way made twice at once: one takes effect, the other is told so. */
export async function sweepTwice(world: World): Promise<number> {
  const { portal, staff } = world;
  let count = 0;
  async function both(id: string, caller: Caller, call: Call) {
    const answers = await Promise.all([portal.call(id, caller, call), portal.call(id, caller, call)]);
    const good = answers.filter(({ status }) => status < 300);
    const rest = answers.filter(({ status }) => status >= 300);
    if (good.length > 0) count += 1;
    const told = rest.every(({ status }) => status === 409 || status === 404);
    if (good.length > 0 && (!told || (ONCE.has(id) && good.length !== 1))) {
      portal.report('twice at once', answers.map(({ status }) => status).join(' and '), {
        operation: id,
        caller: roleOf(caller),
        input: JSON.stringify(call).slice(0, 300),
        answer: answers.map(shown).join(' | '),
      });
    }
    const [first] = good;
    if (!first) throw new Error(`${id} twice: ${answers.map(shown).join(' | ')}`);
    return first;
  }
  const step: Step = async <T>(id: string, caller: Caller, call: Call = {}) =>
    (await both(id, caller, call)).json as T;
  const { parent, ids } = await runStory(portal, staff, step);

  // No stage, payment or ledger row stands there twice.
  const stages = await portal.must<{ stage: string }[]>('C12', parent, {
    params: { id: ids.registration ?? '' },
  });
  const payments = await portal.must<unknown[]>('E14', parent, { params: { invoiceId: ids.invoice ?? '' } });
  const names = stages.map(({ stage }) => stage);
  if (new Set(names).size !== names.length || payments.length !== 1) {
    const answer = `${names.join(' ')}; ${payments.length} payments`;
    portal.report('twice at once', 'something stands there twice', {
      operation: 'C12',
      caller: 'wali_murid',
      input: '',
      answer,
    });
  }

  const body = { full_name: 'Anak Ganda', birth_city: 'Bogor', birth_date: '2020-01-01' };
  const child = await portal.must<{ id: string }>('C02', parent, { body });
  await both('C06', parent, { params: { id: child.id } });
  await both('A12', staff.admin, { params: { id: (await newUser(world)).id } });
  const email = `ganda-${crypto.randomUUID()}@contoh.id`;
  const phone = `0813${String(Math.floor(10_000_000 + Math.random() * 89_999_999))}`;
  await both('A03', 'anon', { body: { name: 'Wali Ganda', phone, email, password: 'sandi-panjang-ganda' } });
  return count;
}
