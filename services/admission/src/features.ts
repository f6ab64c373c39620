import { refuseWithoutDocuments } from './child-documents/document-rules.ts';
import type { Context } from './context.ts';
import { followFees } from './continuations/follow-fees.ts';
import { fillDashboards } from './dashboard/compose-dashboards.ts';
import { endBookings } from './observation-slots/bookings.repository.ts';
import { followStages } from './observation-slots/follow-stages.ts';
import { refuseHeldProof, showHeldProof } from './proof-alerts/held-proofs.ts';
import { endProofs } from './proof-alerts/publish-proofs.ts';
import type { Feature } from './registration-record/moves.ts';
import { followEnrollment } from './seats/offers/confirm-offer.ts';
import { endSeats } from './seats/offers/end-seats.ts';
import { refuseHeldSeat } from './seats/offers/held-seat.ts';
import { showPriorities } from './seats/waitlist/waitlist.view.ts';
import { admitToWave } from './seats/waves/admit-to-wave.ts';

/**
 * The features that attach themselves to registrations and their moves, in the order in which they run. Seats come before
 * documents and proofs, because locks go from the registration to its offer and then to its files; the dashboard comes
 * last, because it stores what all others have written.
 */
export const FEATURES: readonly Feature<Context>[] = [
  { name: 'waves', enter: admitToWave },
  {
    name: 'seats',
    beforeMove: refuseHeldSeat,
    afterMove: followEnrollment,
    staffDetails: showPriorities,
    beforeEnd: endSeats,
  },
  { name: 'documents', beforeMove: refuseWithoutDocuments },
  { name: 'proof-alerts', beforeMove: refuseHeldProof, staffDetails: showHeldProof, endFiles: endProofs },
  {
    name: 'slots',
    afterMove: followStages,
    endRegistrations: (_context, trx, ids) => endBookings(trx, ids),
  },
  { name: 'continuations', afterMove: followFees },
  { name: 'dashboard', afterMove: fillDashboards },
];
