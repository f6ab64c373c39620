import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSING_MACHINE, YEAR_MACHINE } from '../src/academic-years.ts';
import { ANNOUNCEMENT_MACHINE } from '../src/announcements.ts';
import { DRAWER_MACHINE } from '../src/drawers.ts';
import { LINE_MACHINE } from '../src/bank-lines.ts';
import { MATCH_MACHINE, UNAPPLIED_MACHINE } from '../src/bank-matches.ts';
import { DOCUMENT_MACHINE } from '../src/child-documents.ts';
import { CORRECTION_REQUEST_MACHINE } from '../src/corrections.ts';
import { CONFIRMATION_MACHINE } from '../src/enrollment-confirmations.ts';
import { ERASURE_MACHINE } from '../src/erasure-requests.ts';
import { INVOICE_PAYMENT_MACHINE } from '../src/invoice-payments.ts';
import { MESSAGE_MACHINE } from '../src/messages.ts';
import { MONEY_REQUEST_MACHINE } from '../src/money-requests.ts';
import { SHEET_MACHINE } from '../src/observation-scores.ts';
import { RUBRIC_MACHINE } from '../src/rubrics.ts';
import { BOOKING_MACHINE } from '../src/observation-bookings.ts';
import { OFFER_MACHINE } from '../src/offers.ts';
import { NUMBER_REQUEST_MACHINE } from '../src/number-requests.ts';
import { PAY_REQUEST_MACHINE } from '../src/pay-requests.ts';
import { EXPECTATION_MACHINE } from '../src/payment-expectations.ts';
import { PROOF_ALERT_MACHINE } from '../src/proof-alerts.ts';
import { PAYMENT_MACHINE } from '../src/registration-payments.ts';
import { REFUND_MACHINE } from '../src/refunds.ts';
import { RESULT_CORRECTION_MACHINE } from '../src/result-corrections.ts';
import { STAGE_MACHINE } from '../src/registration-stages.ts';
import { WITHDRAWAL_MACHINE } from '../src/withdrawals.ts';
import { assertEdge, edgeFor, type Machine, next } from '../src/transitions.ts';

/** A family leaves by itself, or by the staff that it asked. */
const LEAVES = ['withdrawn: leave parent', 'withdrawn: leave staff'];

/**
 * Every machine, a row a status: `to: action by (when)`. `none` is a record that does not exist yet. Written by hand, so
 * that a change of an edge is a change here too.
 */
const TABLE: readonly { machine: Machine; rows: Record<string, readonly string[]> }[] = [
  {
    machine: MESSAGE_MACHINE,
    rows: {
      none: ['pending: request service', 'failed: request service (unusable)'],
      pending: [
        'retry: postpone worker',
        'pending: switch worker',
        'failed: give_up worker',
        'failed: expire worker',
        'sent: accept provider',
        'failed: report_failure provider (final)',
        'delivered: report_delivery provider',
      ],
      retry: [
        'retry: postpone worker',
        'pending: switch worker',
        'failed: give_up worker',
        'failed: expire worker',
        'sent: accept provider',
        'failed: report_failure provider (final)',
        'delivered: report_delivery provider',
      ],
      sent: [
        'failed: report_failure provider',
        'delivered: report_delivery provider',
        'pending: switch worker',
      ],
      delivered: ['delivered: report_delivery provider'],
      failed: ['delivered: report_delivery provider', 'pending: resend staff', 'pending: switch worker'],
    },
  },
  {
    machine: YEAR_MACHINE,
    rows: {
      none: ['planned: plan staff', 'open: open setup'],
      planned: ['open: open setup', 'closed: close staff'],
      open: ['planned: take back setup', 'closed: close staff'],
      closed: ['open: reopen staff', 'archived: archive staff'],
      archived: [],
    },
  },
  {
    machine: CLOSING_MACHINE,
    rows: {
      none: ['asked: ask staff'],
      asked: ['running: agree staff', 'dropped: replace staff'],
      running: ['stopped: stop staff', 'done: finish system'],
      stopped: ['running: continue staff', 'dropped: reopen staff'],
      done: [],
      dropped: [],
    },
  },
  {
    machine: PROOF_ALERT_MACHINE,
    rows: {
      none: ['open: raise portal'],
      open: [
        'dismissed: dismiss finance',
        'confirmed: confirm finance',
        'paid_by_bank: leave to the bank finance',
      ],
      dismissed: [],
      confirmed: ['dismissed: dismiss finance', 'paid_by_bank: leave to the bank finance'],
      paid_by_bank: ['dismissed: dismiss finance'],
    },
  },
  {
    machine: STAGE_MACHINE,
    rows: {
      none: ['registered: register parent'],
      registered: [
        ...LEAVES,
        'registered: change staff',
        'obs_scheduled: change staff (fee_verified)',
        'obs_scheduled: choose family (fee_verified)',
        'waiting_announcement: continue continuation (fee_verified)',
      ],
      obs_scheduled: [
        ...LEAVES,
        'registered: change staff',
        'obs_scheduled: change staff (fee_verified)',
        'obs_attended: change staff (fee_verified)',
        'obs_not_attended: change staff (fee_verified)',
        'obs_scheduled: choose family (fee_verified)',
        'registered: choose family (fee_verified)',
      ],
      obs_attended: [
        ...LEAVES,
        'obs_attended: change staff (fee_verified)',
        'waiting_announcement: change staff (fee_verified)',
        'obs_not_attended: correct presence (fee_verified)',
      ],
      obs_not_attended: [
        ...LEAVES,
        'obs_not_attended: change staff (fee_verified)',
        'obs_scheduled: change staff (fee_verified)',
        'obs_scheduled: choose family (fee_verified)',
        'obs_attended: correct presence (fee_verified)',
      ],
      waiting_announcement: [
        ...LEAVES,
        'waiting_announcement: change staff (fee_verified)',
        'passed: publish publication (fee_verified)',
        'waitlisted: publish publication (fee_verified)',
        'failed: publish publication (fee_verified)',
      ],
      obs_done: [...LEAVES],
      waitlisted: [
        ...LEAVES,
        'passed: promote seats (fee_verified)',
        'released: withdraw seats',
        'failed: close_list seats',
        'failed: correct correction (fee_verified)',
      ],
      passed: [
        ...LEAVES,
        'released: release seats',
        'failed: correct correction (fee_verified)',
        'waitlisted: correct correction (fee_verified)',
      ],
      released: [...LEAVES],
      withdrawn: [],
      failed: ['passed: correct correction (fee_verified)', 'waitlisted: correct correction (fee_verified)'],
      reenroll_required: [...LEAVES],
    },
  },
  {
    machine: PAYMENT_MACHINE,
    rows: {
      none: ['pending: register parent'],
      pending: [
        'paid: prove parent',
        'paid: prove on_behalf',
        'verified: settle bank',
        'verified: take cash',
        'verified: mark import',
        'verified: waive waived',
      ],
      paid: [
        'paid: prove parent',
        'pending: withdraw parent',
        'paid: prove on_behalf',
        'verified: verify verification',
        'rejected: reject verification',
        'verified: settle bank',
        'verified: take cash',
        'verified: mark import',
      ],
      verified: [
        'verified: verify verification',
        'rejected: reject verification',
        'paid: revert verification',
      ],
      rejected: [
        'paid: prove parent',
        'pending: withdraw parent',
        'paid: prove on_behalf',
        'verified: verify verification',
        'rejected: reject verification',
        'paid: revert verification',
        'verified: settle bank',
        'verified: take cash',
        'verified: mark import',
      ],
    },
  },
  {
    machine: CONFIRMATION_MACHINE,
    rows: {
      none: ['submitted: submit parent'],
      pending: ['processed: process staff', 'declined: decline staff'],
      submitted: ['processed: process staff', 'declined: decline staff'],
      processed: ['completed: complete system', 'submitted: void staff', 'declined: leave withdrawal'],
      completed: ['processed: uncover system', 'declined: leave withdrawal'],
      declined: ['submitted: submit parent', 'submitted: reopen staff'],
    },
  },
  {
    machine: INVOICE_PAYMENT_MACHINE,
    rows: {
      none: ['pending: send parent', 'pending: send staff', 'verified: send staff'],
      pending: ['pending: edit staff', 'verified: verify staff', 'rejected: reject staff'],
      verified: ['reversed: reverse staff'],
      reversed: [],
      rejected: [],
    },
  },
  {
    machine: ANNOUNCEMENT_MACHINE,
    rows: {
      none: [],
      draft: ['draft: edit announcements.write', 'pending_review: submit announcements.submit'],
      pending_review: [
        'approved: approve announcements.review (not_author)',
        'rejected: reject announcements.review (not_author)',
      ],
      approved: ['published: publish announcements.publish'],
      rejected: ['draft: revise announcements.write'],
      published: [],
    },
  },
  {
    machine: ERASURE_MACHINE,
    rows: {
      none: ['received: request parent'],
      received: ['approved: approve staff', 'refused: refuse staff'],
      approved: ['done: complete system'],
      refused: [],
      done: [],
    },
  },
  {
    machine: DOCUMENT_MACHINE,
    rows: {
      none: ['missing: ask system'],
      missing: [
        'uploaded: send family',
        'uploaded: send staff',
        'waived: waive reviewer',
        'seen: see reviewer',
      ],
      uploaded: [
        'uploaded: send family',
        'uploaded: send staff',
        'approved: approve reviewer',
        'returned: return reviewer',
        'seen: see reviewer',
      ],
      approved: [
        'uploaded: send family',
        'uploaded: send staff',
        'returned: return reviewer',
        'approved: recheck reviewer',
        'missing: expire system',
      ],
      returned: [
        'uploaded: send family',
        'uploaded: send staff',
        'waived: waive reviewer',
        'seen: see reviewer',
      ],
      waived: ['uploaded: send family', 'uploaded: send staff'],
      seen: ['uploaded: send family', 'uploaded: send staff'],
    },
  },
  {
    machine: LINE_MACHINE,
    rows: {
      none: ['new: import finance'],
      new: [
        'proposed: propose matcher',
        'settlement: settle matcher',
        'attention: question matcher',
        'booked: book finance',
        'ignored: ignore finance',
      ],
      proposed: ['new: withdraw matcher', 'booked: book finance', 'ignored: ignore finance'],
      attention: ['booked: book finance', 'ignored: ignore finance'],
      booked: ['new: release finance'],
      settlement: [],
      ignored: ['new: restore finance'],
    },
  },
  {
    machine: DRAWER_MACHINE,
    rows: {
      none: ['open: open holder'],
      open: ['closed: close holder'],
      closed: ['signed: sign second'],
      signed: [],
    },
  },
  {
    machine: MATCH_MACHINE,
    rows: {
      none: ['proposed: propose matcher', 'booked: book finance'],
      proposed: ['booked: book finance', 'rejected: reject finance'],
      booked: ['rejected: refuse admission', 'rejected: reverse finance'],
      rejected: [],
    },
  },
  {
    machine: UNAPPLIED_MACHINE,
    rows: {
      none: ['open: open finance'],
      open: ['assigned: assign finance', 'returned: return finance', 'released: release finance'],
      assigned: ['open: refuse admission', 'open: reverse finance', 'released: release finance'],
      returned: [],
      released: [],
    },
  },
  {
    machine: EXPECTATION_MACHINE,
    rows: {
      none: ['open: open parent'],
      open: ['used: use bank', 'cooling: expire time', 'cancelled: cancel parent'],
      cooling: ['used: use bank', 'expired: release time', 'expired: renew parent'],
      used: [],
      expired: [],
      cancelled: [],
    },
  },
  {
    machine: BOOKING_MACHINE,
    rows: {
      none: ['booked: booked family', 'booked: booked staff'],
      booked: [
        'moved: moved family',
        'moved: moved staff',
        'cancelled: cancelled family',
        'cancelled: cancelled staff',
        'attended: attended staff',
        'absent: absent staff',
      ],
      moved: [],
      cancelled: [],
      attended: ['absent: absent staff (same_day)'],
      absent: ['attended: attended staff (same_day)'],
    },
  },
  {
    machine: RUBRIC_MACHINE,
    rows: {
      none: ['draft: write staff'],
      draft: ['draft: write staff', 'active: activate staff'],
      active: ['retired: replace staff'],
      retired: [],
    },
  },
  {
    machine: SHEET_MACHINE,
    rows: {
      none: ['draft: save assessor', 'submitted: send assessor'],
      draft: ['draft: save assessor', 'submitted: send assessor'],
      submitted: ['draft: reopen head'],
    },
  },
  {
    machine: OFFER_MACHINE,
    rows: {
      none: ['open: result result', 'open: promotion promotion', 'open: staff staff'],
      open: [
        'accepted: confirmation confirmation',
        'releasing: deadline deadline',
        'releasing: family family',
        'releasing: staff staff',
      ],
      accepted: ['open: declined_papers declined_papers', 'releasing: staff staff'],
      releasing: ['released: billing_released billing_released', 'accepted: billing_kept billing_kept'],
      released: [],
    },
  },
  {
    machine: NUMBER_REQUEST_MACHINE,
    rows: {
      none: ['open: open staff'],
      open: ['approved: approve staff', 'refused: refuse staff'],
      approved: ['stopped: stop owner', 'moved: move system', 'failed: fail system'],
      moved: [],
      refused: [],
      stopped: [],
      failed: [],
    },
  },
  {
    machine: MONEY_REQUEST_MACHINE,
    rows: {
      none: ['waits: ask staff'],
      waits: ['approved: approve staff', 'withdrawn: withdraw staff'],
      approved: ['failed: fail system'],
      withdrawn: [],
      failed: [],
    },
  },
  {
    machine: PAY_REQUEST_MACHINE,
    rows: {
      none: ['creating: begin family'],
      creating: ['open: open provider', 'failed: fail system'],
      open: [
        'paid: pay provider',
        'review: doubt provider',
        'expired: expire system',
        'cancelled: cancel family',
        'cancelled: cancel staff',
        'cancelled: cancel system',
      ],
      paid: [],
      expired: ['review: doubt provider'],
      cancelled: ['review: doubt provider'],
      failed: ['review: doubt provider'],
      review: ['paid: assign finance', 'cancelled: return finance'],
    },
  },
  {
    machine: REFUND_MACHINE,
    rows: {
      none: ['draft: begin staff', 'draft: begin system'],
      draft: [
        'draft: edit staff',
        'requested: request staff',
        'cancelled: cancel staff',
        'draft: account family',
        'draft: object family',
      ],
      requested: [
        'requested: edit staff',
        'requested: account family',
        'requested: object family',
        'approved: approve second',
        'declined: decline staff',
        'cancelled: cancel staff',
      ],
      approved: [
        'cancelled: cancel second',
        'paid: pay staff',
        'moved: move staff',
        'requested: account family',
        'approved: object family',
      ],
      paid: [],
      moved: [],
      declined: [],
      cancelled: [],
    },
  },
  {
    machine: CORRECTION_REQUEST_MACHINE,
    rows: {
      none: ['open: request parent'],
      open: ['done: answer staff', 'refused: answer staff'],
      done: [],
      refused: [],
    },
  },
  {
    machine: WITHDRAWAL_MACHINE,
    rows: {
      none: ['done: leave parent', 'done: leave staff', 'requested: ask parent', 'requested: ask staff'],
      requested: ['cancelled: cancel parent', 'done: decide school', 'refused: decide school'],
      done: [],
      refused: [],
      cancelled: [],
    },
  },
  {
    machine: RESULT_CORRECTION_MACHINE,
    rows: {
      none: ['waits: ask result_corrections.ask'],
      waits: [
        'published: approve announcements.publish (second_person)',
        'withdrawn: withdraw result_corrections.ask',
        'published: complete system',
      ],
      published: [],
      withdrawn: ['published: complete system'],
    },
  },
];
/** The message of what a step throws; empty where it passes. */
function refusal(step: () => unknown): string {
  try {
    step();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
const fromOf = (row: string) => (row === 'none' ? null : row);
const distinct = (values: readonly string[]) => [...new Set(values)];
const sorted = (values: readonly string[]) => values.toSorted((a, b) => a.localeCompare(b));

test('when a file of the domain declares a machine, then it stands in the table', () => {
  const folder = join(import.meta.dirname, '../src');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const declared = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^export const (\w+_MACHINE)\b/gmu)].map(String),
  );
  expect(declared).toHaveLength(TABLE.length);
});

describe.each(TABLE.map(({ machine, rows }) => [machine.name, machine, rows] as const))(
  'the machine of %s',
  (_name, machine, rows) => {
    test('when its statuses are listed, then each has a row', () => {
      expect(sorted(Object.keys(rows))).toEqual(sorted(['none', ...machine.statuses]));
    });

    test.each(Object.entries(rows))(
      'when every step from %s is tried, then exactly %j lead on',
      (row, edges) => {
        const from = fromOf(row);
        const refused: string[] = [];
        const found = machine.statuses.flatMap((to) =>
          distinct(machine.edges.map((edge) => edge.by)).flatMap((by) =>
            distinct(machine.edges.map((edge) => edge.action)).flatMap((action) => {
              const edge = edgeFor(machine, from, { to, by, action });
              if (!edge) {
                refused.push(refusal(() => assertEdge(machine, from, { to, by, action })));
                return [];
              }
              expect(assertEdge(machine, from, { to, by, action })).toBe(edge);
              expect(next(machine, from, { by, action })).toContain(to);
              // A condition that does not hold closes the edge.
              const open = edge.when === undefined;
              expect(edgeFor(machine, from, { to, by, action, holds: [] }) !== undefined).toBe(open);
              expect(edgeFor(machine, from, { to, by, action, holds: edge.when ? [edge.when] : [] })).toBe(
                edge,
              );
              return [`${to}: ${action} ${by}${edge.when ? ` (${edge.when})` : ''}`];
            }),
          ),
        );
        expect(sorted(found)).toEqual(sorted(edges));
        expect(refused.filter((message) => !message.includes(machine.name))).toEqual([]);
        expect(machine.edges.filter((edge) => edge.from === from)).toHaveLength(edges.length);
      },
    );
  },
);
