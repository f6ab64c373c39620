import { type Role, ROLES } from '@gerbang/domain/roles';
import type { Operation } from './document.ts';
import type { Caller, Person } from './people.ts';
import type { Portal } from './portal.ts';
import { type Family, register, type School, type Staff, runStory } from './story.ts';
import { authorizationTable, enters } from './table.ts';

/** Everybody and everything that the calls are made with. */
export interface World {
  readonly portal: Portal;
  readonly staff: Staff;
  /** The family that calls. */
  readonly own: Family;
  /** Another family, whose objects the first must not see. */
  readonly other: Family;
  /** Ids by kind: of the family that calls, and what was made meanwhile. */
  readonly pools: Map<string, string[]>;
  /** An open academic year, and a class of each level. */
  readonly year: string;
  readonly classes: Readonly<Record<string, string | null>>;
}

/** Two families that have walked the whole way, and everything they left behind. */
export async function makeWorld(portal: Portal): Promise<World> {
  const staff = await portal.people.staff();
  const own = await runStory(portal, staff, portal.must);
  return worldOf(portal, staff, own, await runStory(portal, staff, portal.must, 'SMP'));
}

/** The demo's family and one that has just registered: less to try, but there at once. */
export async function makeSmallWorld(portal: Portal): Promise<World> {
  const staff = await portal.people.staff();
  const parent = await portal.people.demo('wali_murid');
  const registrations = await portal.must<
    { id: string; child_id: string; payment_evidence_url: string | null }[]
  >('C07', parent);
  const invoices = await portal.must<{ id: string; enrollment_payment_scheme_id: string }[]>('E12', parent);
  const confirmations = await portal.must<{ id: string; scheme_id: string | null }[]>('E01', parent);
  const billed = confirmations.find(({ scheme_id }) => scheme_id !== null);
  const proven = registrations.find(({ payment_evidence_url }) => payment_evidence_url !== null);
  const ids: Record<string, string | undefined> = {
    child: proven?.child_id,
    registration: proven?.id,
    file: proven?.payment_evidence_url?.slice('/api/files/'.length),
    confirmation: billed?.id,
    scheme: billed?.scheme_id ?? undefined,
    invoice: invoices.find((one) => one.enrollment_payment_scheme_id === billed?.scheme_id)?.id,
  };
  const missing = Object.keys(ids).filter((kind) => ids[kind] === undefined);
  if (missing.length > 0) throw new Error(`The demo has no ${missing.join(', ')}`);
  const own = { parent, ids: ids as Record<string, string> };
  return worldOf(portal, staff, own, await register(portal, portal.must));
}

async function worldOf(portal: Portal, staff: Staff, own: Family, other: Family): Promise<World> {
  const pools = new Map(Object.entries(own.ids).map(([kind, id]) => [kind, [id]]));
  const school = await portal.must<School>('G02', own.parent);
  const world: World = {
    portal,
    staff,
    own,
    other,
    pools,
    year: school.academic_years[0] ?? '',
    classes: Object.fromEntries(school.levels.map(({ jenjang, classes }) => [jenjang, classes[0] ?? null])),
  };
  for (let made = 0; made < 3; made += 1) keep(world, 'user', (await newUser(world)).id);
  const messages = await portal.must<{ id: string }[]>('W01', staff.admin);
  for (const { id } of messages.slice(0, 5)) keep(world, 'notification', id);
  const provinces = await portal.must<{ code: string }[]>('B04', staff.cs);
  for (const { code } of provinces.slice(0, 5)) keep(world, 'province', code);
  return world;
}

/** A staff account that nothing else depends on. */
export async function newUser({ portal, staff }: Pick<World, 'portal' | 'staff'>, role: Role = 'staff_tu') {
  const password = `sandi-${crypto.randomUUID()}`;
  const email = `staf-${crypto.randomUUID()}@contoh.id`;
  const { id } = await portal.must<{ id: string }>('A10', staff.admin, {
    body: { email, name: 'Staf Fuzz', role, password },
  });
  return { id, email, password };
}

/** A child of the family that calls, with nothing hanging on it. */
export async function newChild({ portal, own }: World): Promise<string> {
  const body = { full_name: 'Anak Baru', birth_city: 'Bogor', birth_date: '2019-05-14' };
  return (await portal.must<{ id: string }>('C02', own.parent, { body })).id;
}

/** A registration of the family that calls, at its beginning. */
export async function newRegistration(world: World): Promise<string> {
  const { portal, own, year, classes } = world;
  const body = { child_id: await newChild(world), jenjang: 'SD', kelas: classes.SD, academic_year: year };
  return (await portal.must<{ id: string }>('C08', own.parent, { body })).id;
}

/** Notes an id of a kind, so that later calls can be about it. */
export function keep(world: Pick<World, 'pools'>, kind: string, id: string): void {
  const pool = world.pools.get(kind) ?? [];
  world.pools.set(kind, pool);
  pool.push(id);
}

const SINGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  registrations: 'registration',
  announcements: 'announcement',
  users: 'user',
  'enrollment-confirmations': 'confirmation',
  'enrollment-payment-schemes': 'scheme',
  'enrollment-invoices': 'invoice',
  'enrollment-invoice-payments': 'payment',
  notifications: 'notification',
};

/** Which kind of object a parameter of a path names. */
export function kindOfParameter(path: string, name: string): string {
  if (name !== 'id') return name.replace(/(?:Id|Code)$/u, '');
  const before = path.slice(0, path.indexOf('{id}')).split('/').filter(Boolean).at(-1) ?? '';
  return SINGULAR[before] ?? before;
}

/** Which kind a field of a body names: `enrollment_invoice_id` → invoice; undefined where it names none. */
export function kindOfField(name: string): string | undefined {
  return /^(?:enrollment_)?(?<kind>\w+)_id$/u.exec(name)?.groups?.kind;
}

/** Which kind a call makes, by the last word of its path. */
export function kindOfCreation({ path }: Operation): string | undefined {
  return SINGULAR[path.split('/').at(-1) ?? ''];
}

const rows = new Map(authorizationTable().map((row) => [row.id, row]));

/** What the authorization table says of this call and role; refused where it has no row. */
export const cellOf = (id: string, role: Role | 'anon'): string => rows.get(id)?.cells[role] ?? '.';

/** Somebody of every role that the table lets in. */
export function allowedCallers(world: World, { id }: Operation): Caller[] {
  if (cellOf(id, 'anon') === 'P') return ['anon'];
  return ROLES.filter((role) => enters(cellOf(id, role))).map((role) => personOf(world, role));
}

export const personOf = ({ staff, own }: World, role: Role): Person =>
  role === 'wali_murid' ? own.parent : staff[role];
