import type { Stack } from '@gerbang/local/stack';
import { withClient } from './families.ts';

/** One thing that staff ask for: through the gateway, and of the bare service. */
export interface StaffCase {
  what: string;
  /** The paths of a load's requests, taken in turns. */
  gateway: string[];
  bare: string[];
  /** Whether the list must not grow with the school (P4), and what of the bare list is wanted (P3). */
  judged: boolean;
}

interface Somebody {
  id: string;
  full_name: string;
  phone: string;
}

const PEOPLE = 20;
const LIST = '/api/admin/registrations';

/** Registrations to look for, from all over the table. */
function somebody(stack: Stack): Promise<Somebody[]> {
  return withClient(stack.databaseUrls.admission, async (client) => {
    const { rows } = await client.query<Somebody>(
      `select r.id, c.full_name, p.contact_phone as phone
       from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
       where p.contact_phone is not null and array_length(string_to_array(c.full_name, ' '), 1) = 3
       order by md5(r.id::text) limit ${PEOPLE}`,
    );
    if (rows.length === 0) throw new Error('Nobody to look for');
    return rows;
  });
}

const gatewayPath = (query: Record<string, string>) =>
  `${LIST}?${new URLSearchParams({ limit: '50', ...query })}`;

const barePath = (ask: string, values: readonly string[] = []) =>
  `${LIST}?${new URLSearchParams([['ask', ask], ...values.map((value) => ['value', value])])}`;

/** A word as the service looks for it: the piece for the index, and the whole. */
const needle = (word: string, piece: string) => [`%${piece}%`, `%${word}%`];
const nameNeedle = (word: string) => needle(word.toLowerCase(), word.toLowerCase().slice(0, 4));

/** What is measured, with people that are there now. */
export async function staffCases(stack: Stack): Promise<StaffCase[]> {
  const people = await somebody(stack);
  const digits = (phone: string) => phone.replace(/^\+62/u, '');
  const [first] = people;
  const common = first?.full_name.split(' ')[0] ?? '';
  return [
    { what: 'list', gateway: [gatewayPath({})], bare: [barePath('list')], judged: true },
    {
      what: 'search for a level',
      gateway: [gatewayPath({ search: 'sd' })],
      bare: [barePath('level', ['SD'])],
      judged: true,
    },
    {
      what: 'filter by fee and level',
      gateway: [gatewayPath({ payment_status: 'paid', jenjang: 'SMP' })],
      bare: [barePath('filter', ['paid', 'SMP'])],
      judged: true,
    },
    {
      what: 'search for a full name',
      gateway: people.map(({ full_name: search }) => gatewayPath({ search })),
      bare: people.map(({ full_name }) => barePath('three', full_name.split(' ').flatMap(nameNeedle))),
      judged: true,
    },
    {
      what: 'search for a phone',
      gateway: people.map(({ phone }) => gatewayPath({ search: `0${digits(phone)}` })),
      bare: people.map(({ phone }) => barePath('one', needle(digits(phone), digits(phone).slice(-6)))),
      judged: true,
    },
    {
      // One in twenty is called so: the more there are, the more is to be counted.
      what: 'search for a common first name',
      gateway: [gatewayPath({ search: common })],
      bare: [barePath('one', nameNeedle(common))],
      judged: false,
    },
    {
      what: 'whole record',
      gateway: people.map(({ id }) => `${LIST}/${id}`),
      bare: people.map(({ id }) => `${LIST}/${id}`),
      judged: false,
    },
  ];
}
