import { callAs, type Client, sendKeyed } from '../../kit/client.ts';
import { type Registered, schoolOf } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';

/**
 * A slot of the observation that begins in half an hour, made by staff, with these children and assessors in it. It is not
 * published: families are told of something else while a slot has room.
 */
export async function slotNow(
  client: Client,
  session: { readonly cookie: string },
  children: readonly Registered[],
  assessors: readonly string[] = [],
): Promise<{ readonly id: string }> {
  const call = callAs(client, session.cookie);
  const starts = Date.now() + 1_800_000;
  const { academic_years } = await schoolOf(call);
  const slot = {
    academic_year: academic_years[0],
    jenjang: 'SD',
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + 3_600_000).toISOString(),
    place: `Ruang ${uniqueWord()}`,
    capacity: Math.max(1, children.length),
    published: false,
    assessors,
  };
  const body = { slots: [slot], override: true, reason: 'Observasi malam' };
  const [made] = await sendKeyed<[{ readonly id: string }]>(client, session, '/api/admin/slots', body);
  for (const { id } of children) {
    await call('PUT', `/api/admin/registrations/${id}/slot`, { slot_id: made.id });
  }
  return made;
}
