import { exportedReminder } from './checklists/document-messages.repository.ts';
import { refuseWithoutDocuments } from './child-documents/document-rules.ts';
import { exportedDocuments } from './child-documents/export-documents.ts';
import type { Context } from './context.ts';
import { followFees } from './continuations/follow-fees.ts';
import { exportedCorrections } from './corrections/corrections.view.ts';
import { exportedAnswers } from './dapodik/dapodik.repository.ts';
import { fillDashboards } from './dashboard/compose-dashboards.ts';
import { exportedErasures } from './erasure-requests/erasure-requests.view.ts';
import { exportedNotes } from './families/read-family.ts';
import { exportedAssessments } from './observation-scores/scores.repository.ts';
import { endBookings } from './observation-slots/bookings.repository.ts';
import { followStages } from './observation-slots/follow-stages.ts';
import { exportedBookings } from './observation-slots/own-bookings.view.ts';
import { refuseHeldProof, showHeldProof } from './proof-alerts/held-proofs.ts';
import { endProofs } from './proof-alerts/publish-proofs.ts';
import type { Feature } from './registration-record/moves.ts';
import { exportedStages } from './registration-stages/registration-stages.view.ts';
import { followEnrollment } from './seats/offers/confirm-offer.ts';
import { endSeats } from './seats/offers/end-seats.ts';
import { exportedSeat } from './seats/offers/export-seat.ts';
import { refuseHeldSeat } from './seats/offers/held-seat.ts';
import { showPriorities } from './seats/waitlist/waitlist.view.ts';
import { admitToWave } from './seats/waves/admit-to-wave.ts';
import { exportedWave } from './seats/waves/waves.view.ts';
import { exportedWithdrawals } from './withdrawals/read-withdrawal.ts';

/**
 * The features that attach themselves to registrations, their moves, and the end and the export of a family's data, in the
 * order in which they run. Seats come before documents and proofs, because locks go from the registration to its offer and
 * then to its files; the dashboard comes last, because it stores what all others have written.
 */
export const FEATURES: readonly Feature<Context>[] = [
  { name: 'waves', enter: admitToWave, exportRegistration: exportedWave },
  {
    name: 'seats',
    beforeMove: refuseHeldSeat,
    afterMove: followEnrollment,
    staffDetails: showPriorities,
    beforeEnd: endSeats,
    exportRegistration: exportedSeat,
  },
  { name: 'documents', beforeMove: refuseWithoutDocuments, exportFamily: exportedDocuments },
  { name: 'checklists', exportRegistration: exportedReminder },
  { name: 'proof-alerts', beforeMove: refuseHeldProof, staffDetails: showHeldProof, endFiles: endProofs },
  { name: 'stages', exportRegistration: exportedStages },
  {
    name: 'slots',
    afterMove: followStages,
    endRegistrations: (_context, trx, ids) => endBookings(trx, ids),
    exportRegistration: exportedBookings,
  },
  { name: 'scores', exportRegistration: exportedAssessments },
  { name: 'corrections', exportRegistration: exportedCorrections },
  { name: 'withdrawals', exportRegistration: exportedWithdrawals },
  { name: 'families', exportFamily: exportedNotes },
  { name: 'dapodik', exportFamily: exportedAnswers },
  { name: 'erasure-requests', exportFamily: exportedErasures },
  { name: 'continuations', afterMove: followFees },
  { name: 'dashboard', afterMove: fillDashboards },
];
