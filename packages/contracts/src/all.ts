import { yearCalls } from './academic-years.ts';
import { continuationCalls } from './continuations.ts';
import { dapodikCalls } from './dapodik.ts';
import * as accounts from './accounts.ts';
import { announcementDeliveryCalls } from './announcement-delivery.ts';
import { announcementCalls } from './announcements.ts';
import { auditCalls, auditFileCalls } from './audit.ts';
import { bankDayCalls } from './bank-days.ts';
import { bankMatchCalls } from './bank-matches.ts';
import { bankCalls } from './bank-statements.ts';
import * as children from './children.ts';
import * as dashboard from './dashboard.ts';
import { getDataExport } from './data-export.ts';
import { documentReviewCalls } from './document-reviews.ts';
import { checklistCalls } from './checklists.ts';
import { documentCalls } from './child-documents.ts';
import type { Endpoint } from './endpoint.ts';
import { changeDueDate } from './due-dates.ts';
import { emailCalls } from './emails.ts';
import * as enrollment from './enrollment-confirmations.ts';
import { erasureCalls } from './erasure-requests.ts';
import * as factors from './factors.ts';
import { findAnything } from './finder.ts';
import { familyCalls } from './families.ts';
import * as files from './files.ts';
import * as invoicePayments from './invoice-payments.ts';
import * as invoices from './invoices.ts';
import { listViewCalls } from './list-views.ts';
import { messageBoardCalls } from './messages.ts';
import { missedMessageCalls } from './missed-messages.ts';
import { correctionCalls } from './corrections.ts';
import { withdrawalCalls } from './withdrawals.ts';
import { counterCalls } from './counter.ts';
import { importCalls } from './imports.ts';
import { correctionRequestCalls } from './correction-requests.ts';
import { createStatementProfile } from './statement-profiles.ts';
import { streamNotifications } from './notification-stream.ts';
import { inboxCalls } from './notifications.ts';
import { moneyRequestCalls } from './money-requests.ts';
import { ownRefundCalls } from './own-refunds.ts';
import { refundCalls } from './refunds.ts';
import { rubricCalls } from './rubrics.ts';
import { calendarLinkCalls } from './calendar-links.ts';
import { checkInCalls } from './check-ins.ts';
import { scoreCalls } from './observation-scores.ts';
import { slotCalls } from './observation-slots.ts';
import { slotChoiceCalls } from './slot-choices.ts';
import { offerCalls } from './offers.ts';
import { numberRequestCalls } from './number-requests.ts';
import { readLoginHealth, readMessageHealth } from './operations.ts';
import { paperCalls } from './papers.ts';
import * as parents from './parents.ts';
import * as resets from './password-resets.ts';
import { changePassword } from './passwords.ts';
import { expectPayment } from './payment-expectations.ts';
import * as schemes from './payment-schemes.ts';
import * as phones from './phones.ts';
import { proofAlertCalls } from './proof-alerts.ts';
import { checkFeeProof, checkInvoiceProof } from './proof-checks.ts';
import { reversalCalls } from './payment-reversals.ts';
import { previewRefundRule } from './refund-rule.ts';
import * as regions from './regions.ts';
import * as payments from './registration-payments.ts';
import * as stages from './registration-stages.ts';
import * as registrations from './registrations.ts';
import * as reports from './reports.ts';
import { resultCorrectionCalls } from './result-corrections.ts';
import * as workReport from './work-report.ts';
import { reviseScheme, voidScheme } from './scheme-changes.ts';
import * as school from './school.ts';
import { schoolPortCalls, schoolVersionCalls } from './school-versions.ts';
import { dayOffCalls } from './school-days.ts';
import { getPublicSchool, readSchoolLogo } from './school-public.ts';
import { seatPoolCalls } from './seat-pools.ts';
import * as sessions from './sessions.ts';
import * as staff from './staff-registrations.ts';
import { payRequestCalls } from './pay-requests.ts';
import { paySettlementCalls } from './pay-settlements.ts';
import { unappliedCalls } from './unapplied-receipts.ts';
import { waitlistCalls } from './waitlists.ts';
import * as users from './users.ts';
import { waveCalls } from './waves.ts';
import { drawerCalls } from './drawers.ts';

/** Every call of the product; a call that is not here does not exist. */
export const endpoints: readonly Endpoint[] = [
  accounts.getUser,
  accounts.login,
  accounts.register,
  accounts.logout,
  changePassword,
  resets.forgotPassword,
  resets.verifyResetToken,
  resets.resetPassword,
  ...emailCalls,
  users.listUsers,
  users.exportUsers,
  users.createUser,
  users.updateUser,
  users.deleteUser,
  users.revokeSessions,
  phones.sendPhoneCode,
  phones.verifyPhone,
  phones.changePhone,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  factors.passkeyOptions,
  factors.addPasskey,
  factors.beginTotp,
  factors.confirmTotp,
  factors.listFactors,
  factors.removeFactor,
  factors.renewRecoveryCodes,
  factors.loginFactor,
  factors.proveFresh,
  factors.clearFactors,
  ...numberRequestCalls,
  ...listViewCalls,
  parents.getParent,
  parents.getCurrentParent,
  parents.updateParent,
  parents.sendContactCode,
  parents.verifyContactCode,
  getDataExport,
  ...erasureCalls,
  regions.listProvinces,
  regions.listRegencies,
  regions.listDistricts,
  regions.listVillages,
  children.listChildren,
  children.createChild,
  children.getChild,
  children.updateChild,
  children.replaceChild,
  children.deleteChild,
  registrations.listRegistrations,
  registrations.createRegistration,
  registrations.getRegistration,
  registrations.updateRegistration,
  registrations.deleteRegistration,
  registrations.openResult,
  stages.listStageHistory,
  stages.observationCalendar,
  payments.payRegistration,
  payments.payRegistrations,
  payments.getLastPayer,
  staff.listStaffRegistrations,
  staff.summarizeStaffRegistrations,
  staff.exportStaffRegistrations,
  staff.getStaffRegistration,
  stages.listStaffStageHistory,
  stages.changeStage,
  payments.proveOnBehalf,
  payments.verifyPayment,
  payments.takeFeeInCash,
  payments.reverseFee,
  payments.decideFeeDifference,
  checkFeeProof,
  ...correctionCalls,
  ...correctionRequestCalls,
  ...slotCalls,
  ...slotChoiceCalls,
  ...rubricCalls,
  ...checkInCalls,
  ...scoreCalls,
  ...calendarLinkCalls,
  ...withdrawalCalls,
  ...announcementCalls,
  ...resultCorrectionCalls,
  enrollment.listConfirmations,
  enrollment.getConfirmationOfRegistration,
  enrollment.estimateEnrollmentFees,
  enrollment.createConfirmation,
  enrollment.listStaffConfirmations,
  enrollment.exportConfirmations,
  enrollment.decideConfirmation,
  enrollment.reopenConfirmation,
  enrollment.summarizeConfirmations,
  schemes.createScheme,
  schemes.getSchemeOfConfirmation,
  schemes.listInvoicesOfScheme,
  voidScheme,
  reviseScheme,
  invoices.listOwnInvoices,
  invoices.listStaffInvoices,
  invoices.summarizeInvoices,
  invoices.exportInvoices,
  invoices.getAgeing,
  invoices.getInvoicePdf,
  invoices.getInvoicesPdf,
  changeDueDate,
  invoicePayments.listInvoicePayments,
  invoicePayments.getPaymentDefaults,
  invoicePayments.payInvoice,
  expectPayment,
  invoicePayments.addInvoicePayment,
  invoicePayments.editInvoicePayment,
  invoicePayments.verifyInvoicePayment,
  ...reversalCalls,
  ...moneyRequestCalls,
  checkInvoiceProof,
  invoicePayments.getReceipt,
  ...familyCalls,
  findAnything,
  ...counterCalls,
  ...importCalls,
  ...auditCalls,
  ...auditFileCalls,
  ...messageBoardCalls,
  ...missedMessageCalls,
  ...announcementDeliveryCalls,
  ...inboxCalls,
  streamNotifications,
  files.uploadPaymentEvidence,
  files.uploadStageAttachment,
  files.uploadSchoolLogo,
  files.readFile,
  school.getConfig,
  ...schoolVersionCalls,
  previewRefundRule,
  ...schoolPortCalls,
  ...dayOffCalls,
  ...waveCalls,
  ...yearCalls,
  ...dapodikCalls,
  ...continuationCalls,
  getPublicSchool,
  readSchoolLogo,
  dashboard.getDashboard,
  reports.getAdmissionReport,
  reports.getCashReport,
  reports.getArrearsReport,
  workReport.getWorkReport,
  reports.getMessagesReport,
  reports.exportReport,
  readMessageHealth,
  readLoginHealth,
  ...bankCalls,
  ...paperCalls,
  ...bankDayCalls,
  ...bankMatchCalls,
  ...unappliedCalls,
  ...payRequestCalls,
  ...paySettlementCalls,
  ...refundCalls,
  ...ownRefundCalls,
  createStatementProfile,
  ...proofAlertCalls,
  ...checklistCalls,
  ...documentCalls,
  ...documentReviewCalls,
  ...seatPoolCalls,
  ...offerCalls,
  ...waitlistCalls,
  ...drawerCalls,
];
