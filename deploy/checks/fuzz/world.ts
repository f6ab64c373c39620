import { correctRegistration } from '@gerbang/contracts/corrections';
import { listConfirmations } from '@gerbang/contracts/enrollment-confirmations';
import type { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { listOwnInvoices } from '@gerbang/contracts/invoices';
import { listMessages } from '@gerbang/contracts/messages';
import { listScores } from '@gerbang/contracts/observation-scores';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { activateDraft, discardDraft } from '@gerbang/contracts/school-versions';
import { exportStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { exportReport, REPORT_CALLS } from '@gerbang/contracts/reports';
import { listProvinces } from '@gerbang/contracts/regions';
import { createRegistration, listRegistrations } from '@gerbang/contracts/registrations';
import { authorizationTable } from '@gerbang/contracts/testing/authorization-table';
import { createUser } from '@gerbang/contracts/users';
import { type Role, ROLES } from '@gerbang/domain/roles';
import type { Call, HttpResponse } from '../kit/client.ts';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../kit/enrollments.ts';
import {
  addChild,
  announcePassed,
  observe,
  newPicture,
  PROFILE,
  registerChild,
  type Registered,
  registrationBody,
  type School,
  schoolOf,
  sendFeeProof,
} from '../kit/families.ts';
import { type Account, logInDemo, logInStaff, signUp } from '../kit/people.ts';
import type { Operation } from './operations.ts';
import type { Caller, Portal } from './portal.ts';

type Staff = Awaited<ReturnType<typeof logInStaff>>;

/** A family with the ids of what it and the school made together, by kind. */
export interface Family {
  readonly parent: Account;
  readonly ids: Record<string, string>;
}

/** Everybody and everything that the calls are made with. */
export interface World {
  readonly portal: Portal;
  readonly staff: Staff;
  /** The family that calls. */
  readonly own: Family;
  /** Another family, whose objects the first must not see. */
  readonly other: Family;
  /** Ids by kind: of the family that calls, and of objects made later. */
  readonly pools: Map<string, string[]>;
  readonly school: School;
}

/** Two families with everything from a child to a verified instalment. */
export async function makeWorld(portal: Portal): Promise<World> {
  const staff = await logInStaff(portal.client);
  const own = await wholeFamily(portal, staff);
  return worldOf(portal, staff, own, await wholeFamily(portal, staff));
}

/** The demo's family and one that has just registered: fewer objects, but without waiting. */
export async function makeSmallWorld(portal: Portal): Promise<World> {
  const staff = await logInStaff(portal.client);
  const parent = await logInDemo(portal.client, 'wali_murid');
  const registrations = await portal.must<
    { id: string; child_id: string; payment_evidence_url: string | null }[]
  >(listRegistrations.id, parent);
  const invoices = await portal.must<{ id: string; enrollment_payment_scheme_id: string }[]>(
    listOwnInvoices.id,
    parent,
  );
  const confirmations = await portal.must<{ id: string; scheme_id: string | null }[]>(
    listConfirmations.id,
    parent,
  );
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
  const other = await signUp(portal.client);
  const { id, childId } = await registeredChild(portal.callAs(other));
  const own = { parent, ids: ids as Record<string, string> };
  return worldOf(portal, staff, own, { parent: other, ids: { child: childId, registration: id } });
}

async function registeredChild(family: Call): Promise<Registered> {
  await family('PATCH', '/api/parent', PROFILE);
  return registerChild(family, 'Anak Fuzz');
}

/** Leads a family from its registration to its first verified instalment. */
async function wholeFamily(portal: Portal, staff: Staff): Promise<Family> {
  const { callAs } = portal;
  const parent = await signUp(portal.client);
  const [family, cs, finance] = [callAs(parent), callAs(staff.cs), callAs(staff.finance)];
  const registered = await registeredChild(family);
  const proof = await sendFeeProof(family, registered);
  await observe(registered, { finance, staff: cs });
  const manager = callAs(staff.manager_pendidikan);
  const announcement = await announcePassed(family, registered, { staff: cs, manager });
  const confirmation = await confirmEnrollment(family, registered);
  const scheme = await makeScheme(finance, registered, confirmation);
  const [first, second] = await ownInvoices(family);
  if (!first || !second) throw new Error('A scheme without invoices');
  const payment = await payInvoice(family, first.id, 1_000_000);
  await decideInvoicePayment(finance, first.id, { action: 'verify' });
  const ids = {
    child: registered.childId,
    registration: registered.id,
    file: proof.slice('/api/files/'.length),
    announcement,
    confirmation,
    scheme,
    invoice: first.id,
    open_invoice: second.id,
    payment,
  };
  return { parent, ids };
}

async function worldOf(portal: Portal, staff: Staff, own: Family, other: Family): Promise<World> {
  const pools = new Map(Object.entries(own.ids).map(([kind, id]) => [kind, [id]]));
  const school = await schoolOf(portal.callAs(own.parent));
  const world: World = { portal, staff, own, other, pools, school };
  for (let made = 0; made < 3; made += 1) keep(world, 'user', (await newUser(world)).id);
  const messages = await portal.must<{ id: string }[]>(listMessages.id, staff.admin);
  for (const { id } of messages.slice(0, 5)) keep(world, 'notification', id);
  const provinces = await portal.must<{ code: string }[]>(listProvinces.id, staff.cs);
  for (const { code } of provinces.slice(0, 5)) keep(world, 'province', code);
  return world;
}

/** The first class of a level. */
export const classOf = ({ school }: World, jenjang: unknown) =>
  school.levels.find((level) => level.jenjang === jenjang)?.classes[0] ?? null;

/** A staff account that nothing else depends on. */
export async function newUser({ portal, staff }: Pick<World, 'portal' | 'staff'>, role: Role = 'staff_tu') {
  const password = `sandi-${crypto.randomUUID()}`;
  const body = { email: `staf-${crypto.randomUUID()}@contoh.id`, name: 'Staf Fuzz', role, password };
  const { id } = await portal.must<{ id: string }>(createUser.id, staff.admin, { body });
  return { id, email: body.email, password };
}

/** A child of the family that calls, without a registration. */
export const newChild = ({ portal, own }: World) => addChild(portal.callAs(own.parent), 'Anak Baru');

/** A registration of the family that calls, without a proof of its fee. */
export async function newRegistration(world: World): Promise<string> {
  const body = registrationBody(world.school, await newChild(world));
  return (await world.portal.must<{ id: string }>(createRegistration.id, world.own.parent, { body })).id;
}

/** The link of a picture that this person has just uploaded, as a proof or an attachment. */
export async function uploaded(
  portal: Portal,
  caller: Caller,
  call: typeof uploadPaymentEvidence.id | typeof uploadStageAttachment.id,
): Promise<string> {
  const body = { fileData: newPicture().toString('base64'), fileName: 'bukti.png', contentType: 'image/png' };
  return (await portal.must<{ fileUrl: string }>(call, caller, { body })).fileUrl;
}

/** Notes an id of a kind for later calls. */
export function keep(world: Pick<World, 'pools'>, kind: string, id: string): void {
  const pool = world.pools.get(kind) ?? [];
  world.pools.set(kind, pool);
  pool.push(id);
}

/** Forgets an id that a call has deleted. */
export function forget({ pools }: World, id: string | undefined): void {
  for (const [kind, pool] of pools)
    pools.set(
      kind,
      pool.filter((one) => one !== id),
    );
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
  'seat-pools': 'seat_pool',
  offers: 'offer',
  waves: 'wave',
};

/** The kind of object that a parameter of a path names. */
export function kindOfParameter(path: string, name: string): string {
  if (name !== 'id') return name.replace(/(?:Id|Code)$/u, '');
  const before = path.slice(0, path.indexOf('{id}')).split('/').filter(Boolean).at(-1) ?? '';
  return SINGULAR[before] ?? before;
}

/** The kind that a field of a body names (`enrollment_invoice_id` → invoice); undefined for any other field. */
export function kindOfField(name: string): string | undefined {
  return /^(?:enrollment_)?(?<kind>\w+)_id$/u.exec(name)?.groups?.kind;
}

/** The kind that a call makes, by the last word of its path. */
export function kindOfCreation({ path }: Operation): string | undefined {
  return SINGULAR[path.split('/').at(-1) ?? ''];
}

const rows = new Map(authorizationTable().map((row) => [row.id, row]));

/** The cell of the authorization table of this call and role. */
export const cellOf = (id: string, role: Role | 'anon'): string => rows.get(id)?.cells[role] ?? '.';

// biome-ignore format: one line a sort
/** Calls that a role may make of some objects only: cash, an export of everything, changed prices, its own fields, a slot, sent sheets. */
const ROLE_OF_OBJECT = new Set<string>([
  addInvoicePayment.id, exportStaffRegistrations.id, activateDraft.id, discardDraft.id, correctRegistration.id,
  changeStage.id, listScores.id,
]);
/** Codes of a 403 that look at the caller alone; every other one is a rule about the object. */
const CALLER_CODES = new Set(['forbidden', 'foreign_origin', 'must_add_factor', 'must_change_password']);

/** Whether a caller that the table lets in is refused for its role, beyond the table's footnotes. */
export function isRefusedForRole(id: string, caller: Caller, { status, json }: HttpResponse): boolean {
  if (status !== 403) return false;
  if (caller === 'anon') return true;
  const { code = '' } = (json ?? {}) as { code?: string };
  return CALLER_CODES.has(code) && !cellOf(id, caller.role).includes('†') && !ROLE_OF_OBJECT.has(id);
}

/** Whether a cell lets the caller come as far as the object. */
const enters = (sign: string): boolean => sign !== '.' && sign !== '401' && sign !== '404';

/** The roles that the table lets in; an export has the roles of its report, so of those only who reads all. */
export function allowedRoles({ id }: Operation): Role[] {
  const calls = id === exportReport.id ? Object.values(REPORT_CALLS).map((call) => call.id) : [id];
  return ROLES.filter((role) => calls.every((call) => enters(cellOf(call, role))));
}

/** Whether the table lets this caller in. */
export const mayCall = ({ id }: Operation, caller: Caller): boolean =>
  enters(cellOf(id, caller === 'anon' ? caller : caller.role));

/** One caller of every role that the table lets in. */
export function allowedCallers(world: World, operation: Operation): Caller[] {
  if (cellOf(operation.id, 'anon') === 'P') return ['anon'];
  return allowedRoles(operation).map((role) => personOf(world, role));
}

export const personOf = ({ staff, own }: World, role: Role): Account =>
  role === 'wali_murid' ? own.parent : staff[role];
