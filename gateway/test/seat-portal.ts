import { expireOffers, promoteWaiting } from '@gerbang/admission-service/seats/offers/offer-jobs';
import { type Applicant, keyed, openSeats } from '@gerbang/admission-service/test/seats-world';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { confirmationForm, schemeForm } from '@gerbang/billing-service/test/enrollments';
import { setSchool } from '@gerbang/billing-service/test/payment-expectations';
import { waveSchema } from '@gerbang/contracts/event-queues';
import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { addInvoicePayment } from '@gerbang/contracts/invoice-payments';
import { extendOffer, releaseOffer } from '@gerbang/contracts/offers';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import { confirmPriority, declineSeat, leaveWaitlist } from '@gerbang/contracts/waitlists';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { patient } from '@gerbang/service-kit/testing/patience';
import { watchAnswers, watchSeats } from './seat-watch.ts';
import { connect } from './two-services.ts';

/** A morning after the deadline of offers that were made on the Monday with which a world begins. */
export const AFTER_DEADLINE = new Date('2027-02-09T01:30:00Z');

/**
 * Admission and billing with what they say to each other about seats and confirmations. Every commit is watched, that of seats
 * unless a test gives some above the limit.
 */
export async function openSeatPortal({ overLimit = false } = {}) {
  const [seats, billing] = [await openSeats(), patient(await openBilling())];
  const admission = seats.door;
  await setSchool(billing, { cash_proof: 'optional' });
  if (!overLimit) await watchSeats(admission.db);
  await watchAnswers(billing.db);
  const connected = connect({ admission, billing }, [
    'registration.changed',
    'confirmation.changed',
    'offer.releasing',
    'offer.released',
    'offer.kept',
  ]);
  const finance = await billing.caller('finance', 'Fina Keuangan');
  const today = new Date().toISOString().slice(0, 10);

  const held = (one: Applicant) =>
    admission.db('offers').where({ registration_id: one.id }).orderBy('id', 'desc').first();
  const confirmation = (one: Applicant) =>
    billing.db('enrollment_confirmations').where({ registration_id: one.id }).first();
  const answered = async (
    answer: Promise<{ readonly statusCode: number; readonly body: string }>,
  ): Promise<number> => {
    const { statusCode, body } = await answer;
    if (statusCode < 500) return statusCode;
    // Why stands in the log of the service that answered.
    const causes = [admission, billing].map(({ logged }) => logged().slice(-2000));
    throw new Error([body, ...causes].join('\n'));
  };

  return {
    seats,
    admission,
    billing,
    ...connected,
    held,
    confirmation,
    /** What billing has answered about the seat of a registration. */
    answer: (one: Applicant) => billing.db('seat_answers').where({ registration_id: one.id }).first(),
    copy: (one: Applicant) => billing.db('registrations').where({ id: one.id }).first(),
    /** The messages of a kind that admission has requested, by the keys that make two of them one. */
    async messages(kind: string): Promise<{ readonly accountId: string; readonly dedupeKey: string }[]> {
      const rows = await admission.db('outbox_events').where({ type: 'message.requested' });
      const payloads = rows.flatMap(({ id, topic, sealed }) => {
        const opened = admission.context.sealer.open(sealed, eventAad('message.requested', id));
        return topic.endsWith('/wave') ? waveSchema.parse(opened).map((one) => one.payload) : [opened];
      }) as { kind: string; accountId: string; dedupeKey: string }[];
      const ofKind = payloads.filter((payload) => payload.kind === kind);
      return [...new Map(ofKind.map((payload) => [payload.dedupeKey, payload])).values()];
    },
    /** What people and jobs do; each returns the status of its call, which is no fault of the portal. */
    acts: {
      confirm: (one: Applicant) =>
        answered(billing.call(createConfirmation, one.family, { body: confirmationForm(one) })),
      async decide(one: Applicant, status: 'processed' | 'declined') {
        const row = await confirmation(one);
        if (!row) return 404;
        const body = { status, ...(status === 'declined' && { reason: 'Data belum benar' }) };
        return answered(billing.call(decideConfirmation, finance, { params: { id: row.id }, body }));
      },
      /** Verified at once: cash at the counter, a part or all. */
      async pay(one: Applicant, part: number) {
        const row = await confirmation(one);
        if (row?.status !== 'processed') return 409;
        const of = { ...row, registration: { jenjang: 'SD' } };
        await answered(billing.call(createScheme, finance, { body: schemeForm(of) }));
        const invoice = await billing
          .db('enrollment_invoices')
          .where({ enrollment_confirmation_id: row.id })
          .first();
        if (!invoice) return 409;
        const body = {
          enrollment_invoice_id: invoice.id,
          amount_paid: Math.floor(invoice.total_amount / part),
          payment_date: today,
          payment_method: 'cash',
          admin_notes: 'Diterima di loket dari wali murid',
        };
        return answered(billing.call(addInvoicePayment, finance, { body }));
      },
      decline: (one: Applicant) =>
        answered(
          admission.call(declineSeat, one.family, { params: { id: one.id }, body: {}, headers: keyed() }),
        ),
      async release(one: Applicant) {
        const offer = await held(one);
        if (!offer) return 404;
        const body = { reason: 'Pindah sekolah', version: offer.version };
        return answered(
          admission.call(releaseOffer, seats.manager, { params: { id: offer.id }, body, headers: keyed() }),
        );
      },
      async extend(one: Applicant) {
        const offer = await held(one);
        if (!offer) return 404;
        const body = { answer_until: '2027-02-15', reason: 'Orang tua dinas', version: offer.version };
        return answered(admission.call(extendOffer, seats.desk, { params: { id: offer.id }, body }));
      },
      leave: (one: Applicant) =>
        answered(admission.call(leaveWaitlist, one.family, { params: { id: one.id } })),
      prioritise: (one: Applicant, confirmed: boolean) =>
        answered(
          admission.call(confirmPriority, seats.manager, {
            params: { id: one.id },
            body: { kind: 'sibling', confirmed },
          }),
        ),
      offer: (poolId: string, count: number) => answered(seats.offer(poolId, { count })),
      /** To this family, whatever the order. */
      async except(poolId: string, one: Applicant) {
        const entry = await admission
          .db('waitlist_entries')
          .where({ registration_id: one.id, status: 'waiting' })
          .first('id');
        if (!entry) return 404;
        return answered(seats.offer(poolId, { entry_id: entry.id, reason: 'Rapat yayasan' }));
      },
      async limit(poolId: string, offer_limit: number) {
        const pool = await seats.figures(poolId);
        return answered(seats.change(pool, { seats: Math.min(pool.seats, offer_limit), offer_limit }));
      },
      expire: () => expireOffers(admission.context),
      promote: () => promoteWaiting(admission.context),
      number: () => seats.number(),
    },
    async close(): Promise<void> {
      await Promise.all([seats.close(), billing.close()]);
    },
  };
}

export type SeatPortal = Awaited<ReturnType<typeof openSeatPortal>>;
