import { publishRegistrations } from '@gerbang/admission-service/registration-record/publish';
import { makeChild, makeRegistration, setState, upload } from '@gerbang/admission-service/test/families';
import { inStatus, staffOf } from '@gerbang/announcement-service/test/builders';
import { tellDues } from '@gerbang/billing-service/family-dues/tell-dues';
import { finance, schemeForm } from '@gerbang/billing-service/test/enrollments';
import { paymentForm } from '@gerbang/billing-service/test/payment-calls';
import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { deleteChild, updateChild } from '@gerbang/contracts/children';
import { admissionDashboard, familyDashboard } from '@gerbang/contracts/dashboard';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { fileIdOf } from '@gerbang/contracts/files';
import { payInvoice, verifyInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { updateParent } from '@gerbang/contracts/parents';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { deleteRegistration } from '@gerbang/contracts/registrations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Random } from '@gerbang/service-kit/testing/random';
import type { DashboardPortal } from './dashboard-portal.ts';

type Caller = Awaited<ReturnType<DashboardPortal['admission']['caller']>>;

const DAY_MS = 86_400_000;
/** Days to come, on which a child can be observed. */
const days = () => [1, 2].map((ahead) => jakartaDay(new Date(Date.now() + ahead * DAY_MS)));
const NOTES = ['Bawa akta kelahiran', null] as const;
const NAMES = ['Aisyah', 'Fatih', 'Zahra', 'Yusuf', 'Maryam', 'Umar'] as const;

/** A family with its browser, and what it and the staff do at random. */
export async function openFamily(portal: DashboardPortal, random: Random) {
  const { door, files, admission, announcement, billing } = portal;
  const caller: Caller = await admission.caller();
  const { id, name, role } = caller;
  const account = { id, name, role, phone: null, active: true, version: 1 };
  for (const { db } of [announcement, billing]) await db('accounts').insert(account);
  const sid = await door.login({ userId: id });
  const cookies = new Map<string, { readonly value: string; readonly until: number }>();
  const staff = await staffOf(announcement);
  const money = await finance(billing);
  const teacher = await admission.caller('staff_pendidikan');

  /** A call by the family's browser, cookies included. */
  const browse = async (call: Endpoint, body?: object, through = random.pick(portal.gateways)) => {
    const held = [...cookies].filter(([, { until }]) => portal.time() < until);
    const options = {
      sid: [sid, ...held.map(([name, { value }]) => `${name}=${value}`)].join('; '),
      ...(body && { payload: body }),
    };
    const answer = await door.call(call.method, call.path, options, through);
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (header.split(';', 1)[0] ?? '').split('=');
      const life = Number(/max-age=(\d+)/iu.exec(header)?.[1] ?? 0) * 1000;
      cookies.set(name, { value, until: portal.time() + life });
    }
    return answer;
  };
  const own = (table: string) =>
    admission
      .db(table)
      .whereIn('parent_id', admission.db('parents').where({ user_id: caller.id }).select('id'))
      .whereNull('deleted_at');
  // What is picked by chance depends on the seed alone, and not on where the database keeps a row.
  const children = () => own('children').orderBy('id').select('*');
  const registrations = async (where: Record<string, unknown> = {}) =>
    admission
      .db('registrations')
      .whereIn(
        'child_id',
        (await children()).map(({ id }) => id),
      )
      .whereNull('deleted_at')
      .where(where)
      .orderBy('id')
      .select('*');
  const copies = (where: Record<string, unknown>) =>
    billing
      .db('registrations')
      .where({ user_id: caller.id, ...where })
      .orderBy('id');
  const inBilling = (table: string) =>
    billing.db(table).whereIn('registration_id', copies({}).select('id')).orderBy('id');
  /** One of the rows, or undefined. */
  const some = async <Row>(rows: PromiseLike<readonly Row[]>) => {
    const list = await rows;
    return list.length > 0 ? random.pick(list) : undefined;
  };

  const beforeObservation = async () =>
    (await registrations()).filter(
      ({ current_stage }) => current_stage === 'registered' || current_stage === 'obs_scheduled',
    );
  const paid = async (id: string, more: { readonly current_stage?: 'waiting_announcement' } = {}) => {
    const proof = { attached_at: new Date(), attached_to: 'registration_payment', record_id: id };
    const payment_evidence_file_id = fileIdOf(await upload(admission, caller, proof));
    await setState(admission, id, { payment_status: 'verified', payment_evidence_file_id, ...more });
  };

  /** `true` = the family has written to billing. */
  const moves = {
    addChild: async () => void (await makeChild(admission, caller, { full_name: random.pick(NAMES) })),
    rename: async () => {
      const child = await some(children());
      const body = { full_name: random.pick(NAMES), nick_name: random.pick(NAMES) };
      if (child) await admission.call(updateChild, caller, { params: { id: child.id }, body });
    },
    removeChild: async () => {
      const child = await some(children());
      if (child && random.next() < 0.2)
        await admission.call(deleteChild, caller, { params: { id: child.id } });
    },
    register: async () => {
      const taken = new Set((await registrations()).map(({ child_id }) => child_id));
      const child = (await children()).find(({ id }) => !taken.has(id));
      if (child) await makeRegistration(admission, caller, {}, child);
    },
    withdraw: async () => {
      const one = await some(registrations({ payment_status: 'pending' }));
      if (one && random.next() < 0.2)
        await admission.call(deleteRegistration, caller, { params: { id: one.id } });
    },
    profile: async () =>
      void (await admission.call(updateParent, caller, {
        body: { father_name: random.pick(NAMES), contact_phone: '081234567890' },
      })),
    schedule: async () => {
      const one = await some(beforeObservation());
      if (!one) return;
      await paid(one.id);
      const body = { current_stage: 'obs_scheduled', content: random.pick(days()), note: random.pick(NOTES) };
      await admission.call(changeStage, teacher, { params: { id: one.id }, body });
    },
    observe: async () => {
      const one = await some(beforeObservation());
      if (!one) return;
      await paid(one.id, { current_stage: 'waiting_announcement' });
      await admission.database.transaction((trx) => publishRegistrations(admission.context, trx, [one.id]));
    },
    announce: async () => {
      const students = await announcement
        .db('registrations as r')
        .where({ user_id: caller.id, current_stage: 'waiting_announcement' })
        .whereNotExists(
          announcement
            .db('announcement_results as e')
            .whereRaw('e.registration_id = r.id and e.live')
            .select('id'),
        )
        .orderBy('r.id');
      if (students.length === 0) return;
      const results = students.map(({ id, child_id }) => ({
        registration_id: id,
        child_id,
        result: random.next() < 0.8 ? 'passed' : 'failed',
        checked: true,
        individual_note: random.pick([null, 'Semoga berhasil']),
      }));
      await inStatus(announcement, staff, 'published', [], { results });
    },
    confirm: async () => {
      const copy = await some(copies({ current_stage: 'passed', deleted: false }));
      if (!copy) return false;
      const { id: registration_id, child_id } = copy;
      const body = { registration_id, child_id, payment_preference: 'full' };
      return (await browse(createConfirmation, body)).statusCode < 300;
    },
    decide: async () => {
      const one = await some(inBilling('enrollment_confirmations').where({ status: 'submitted' }));
      const decision = random.pick([
        { status: 'processed' },
        { status: 'processed' },
        { status: 'declined', reason: 'Belum lengkap' },
      ]);
      if (one) await billing.call(decideConfirmation, money, { params: { id: one.id }, body: decision });
    },
    bill: async () => {
      const one = await some(
        inBilling('enrollment_confirmations').where({ status: 'processed', payment_status: 'pending' }),
      );
      if (!one) return;
      const of = { ...one, registration: { jenjang: 'SD' } };
      const change = random.pick([{}, { payment_scheme: 'installment' }]);
      await billing.call(createScheme, money, { body: schemeForm(of, change) });
    },
    pay: async () => {
      const invoice = await some(inBilling('enrollment_invoices'));
      if (!invoice) return false;
      const form = paymentForm(files, caller, invoice, { amount_paid: random.pick([1_000_000, 5_000_000]) });
      return (await browse(payInvoice, form)).statusCode < 300;
    },
    check: async () => {
      const ids = inBilling('enrollment_invoices').select('id');
      const payment = await some(
        billing
          .db('enrollment_invoice_payments')
          .whereIn('enrollment_invoice_id', ids)
          .where({ verification_status: 'pending' })
          .orderBy('id'),
      );
      const body = random.pick([{ action: 'verify' }, { action: 'reject', rejection_reason: 'Buram' }]);
      if (payment) {
        await billing.call(verifyInvoicePayment, money, { params: { paymentId: payment.id }, body });
      }
    },
    tell: async () => void (await tellDues(billing.context)),
  };

  const area = async (app: typeof admission | typeof announcement | typeof billing, call: Endpoint) =>
    (await app.app.inject({ url: call.path, headers: app.headers(caller) })).body;
  return {
    caller,
    sid,
    moves,
    browse,
    /** Each area as its owner composes it now. */
    fresh: async () => ({
      admission: await area(admission, admissionDashboard),
      announcement: await area(announcement, announcementDashboard),
      billing: await area(billing, billingDashboard),
    }),
    /** The areas that the row lacks. */
    lacking: async () =>
      (await admission.app.inject({ url: familyDashboard.path, headers: admission.headers(caller) })).headers[
        'x-gerbang-missing-areas'
      ],
  };
}
