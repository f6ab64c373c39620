import { z } from 'zod';
import {
  accountChangedSchema,
  counterChildEnteredSchema,
  familyMessageRequestedSchema,
  loginPhoneReleasedSchema,
} from './account-events.ts';
import { acceptanceEndedSchema, confirmationChangedSchema, duesChangedSchema } from './enrollment-events.ts';
import { messageRequestedSchema } from './message-kinds.ts';
import {
  dataErasedSchema,
  erasureReportedSchema,
  feeBookedSchema,
  feeReversalApprovedSchema,
  feeReversalAskedSchema,
  feeReturnedSchema,
  feeReversalRefusedSchema,
  feeSettledSchema,
  feesSettledSchema,
  feeSettlementRefusedSchema,
  proofAlertedSchema,
  registrationChangedSchema,
  withdrawalRefundableSchema,
} from './registration-events.ts';
import {
  resultCorrectedSchema,
  resultCorrectionWithdrawnSchema,
  resultPublishedSchema,
  resultSkippedSchema,
  resultsPublishedSchema,
  resultsToldSchema,
} from './result-events.ts';
import { observationSummarisedSchema } from './observation-summaries.ts';
import { schoolSchema } from './school.ts';
import {
  offerKeptSchema,
  offerReleasedSchema,
  offerReleasingSchema,
  seatsChangedSchema,
} from './seat-events.ts';

/** The school's settings as they count now; a higher version wins. */
export const schoolChangedSchema = z.object({ version: z.int(), settings: schoolSchema });

/** Every event by its type, with the shape of its payload. */
export const eventSchemas = {
  'message.requested': messageRequestedSchema,
  'sessions.revoked': z.object({ userId: z.uuid(), epoch: z.int() }),
  'account.changed': accountChangedSchema,
  'family.message.requested': familyMessageRequestedSchema,
  'login.phone.released': loginPhoneReleasedSchema,
  'counter.child.entered': counterChildEnteredSchema,
  'registration.changed': registrationChangedSchema,
  'results.published': resultsPublishedSchema,
  'result.published': resultPublishedSchema,
  'results.told': resultsToldSchema,
  'result.skipped': resultSkippedSchema,
  'result.corrected': resultCorrectedSchema,
  'result.correction.withdrawn': resultCorrectionWithdrawnSchema,
  'acceptance.ended': acceptanceEndedSchema,
  'confirmation.changed': confirmationChangedSchema,
  'dues.changed': duesChangedSchema,
  'data.erased': dataErasedSchema,
  'erasure.reported': erasureReportedSchema,
  'school.changed': schoolChangedSchema,
  'fee.booked': feeBookedSchema,
  'fee.settled': feeSettledSchema,
  'fees.settled': feesSettledSchema,
  'fee.settlement.refused': feeSettlementRefusedSchema,
  'fee.reversal.asked': feeReversalAskedSchema,
  'fee.reversal.approved': feeReversalApprovedSchema,
  'fee.reversal.refused': feeReversalRefusedSchema,
  'fee.returned': feeReturnedSchema,
  'proof.alerted': proofAlertedSchema,
  'withdrawal.refundable': withdrawalRefundableSchema,
  'seats.changed': seatsChangedSchema,
  'offer.releasing': offerReleasingSchema,
  'offer.released': offerReleasedSchema,
  'offer.kept': offerKeptSchema,
  'observation.summarised': observationSummarisedSchema,
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;
