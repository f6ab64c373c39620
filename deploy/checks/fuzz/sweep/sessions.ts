import type { Person } from '../people.ts';
import { shown } from '../portal.ts';
import { newUser, type World } from '../world.ts';

/** Somebody of the staff who has an own password already. */
async function employee(world: World): Promise<Person> {
  const { people } = world.portal;
  const { email, password } = await newUser(world, 'cs');
  const first = await people.logIn(email, password);
  const own = `sandi-${crypto.randomUUID()}`;
  await world.portal.must('A05', first, { body: { currentPassword: password, newPassword: own } });
  return people.logIn(email, own);
}

/** What ends a session bites at the very next request: demotion, deletion, logout, revoking, another password. */
export async function sweepSessions(world: World): Promise<number> {
  const { portal, staff } = world;
  const { admin } = staff;
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'a demotion': ({ id }) => portal.must('A11', admin, { params: { id }, body: { role: 'staff_tu' } }),
    'a new password': ({ id }) =>
      portal.must('A11', admin, { params: { id }, body: { password: 'sementara-1' } }),
    'a deletion': ({ id }) => portal.must('A12', admin, { params: { id } }),
    revoking: ({ id }) => portal.must('X05', admin, { params: { id } }),
    'a logout': (person) => portal.must('A04', person),
    'a change of password elsewhere': async ({ email, password }) => {
      const elsewhere = await portal.people.logIn(email, password);
      const body = { currentPassword: password, newPassword: `sandi-${crypto.randomUUID()}` };
      await portal.must('A05', elsewhere, { body });
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const person = await employee(world);
    await portal.must('C15', person, { query: 'limit=1' });
    await end(person);
    for (const id of ['C15', 'A01', 'N01']) {
      const answer = await portal.call(id, person, id === 'C15' ? { query: 'limit=1' } : {});
      if (answer.status === 401) continue;
      portal.report('next request', `after ${what} → ${answer.status}`, {
        operation: id,
        caller: 'cs',
        input: what,
        answer: shown(answer),
      });
    }
  }
  return Object.keys(ends).length * 3;
}
