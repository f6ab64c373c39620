import type { z } from 'zod';
import type * as audit from './audit.ts';
import type * as children from './children.ts';
import type * as dashboard from './dashboard.ts';
import type * as erasure from './erasure-requests.ts';
import type * as files from './files.ts';
import type * as parents from './parents.ts';
import type * as regions from './regions.ts';
import type * as payments from './registration-payments.ts';
import type * as stages from './registration-stages.ts';
import type * as registrations from './registrations.ts';
import type * as school from './school.ts';
import type * as versions from './school-versions.ts';
import type * as staff from './staff-registrations.ts';
import type * as parts from './data-export.ts';

/** Shapes of the admission calls without their schemas, for programs that must not carry zod. */
export type Parent = z.output<typeof parents.parentSchema>;
export type ParentChange = z.input<(typeof parents.updateParent)['body']>;
export type Region = z.output<typeof regions.regionSchema>;
export type ChildRow = z.output<typeof children.childRowSchema>;
export type Child = z.output<typeof children.childSchema>;
export type ChildCreation = z.input<(typeof children.createChild)['body']>;
export type ChildChange = z.input<(typeof children.updateChild)['body']>;
export type RegistrationRow = z.output<typeof registrations.registrationRowSchema>;
export type Registration = z.output<typeof registrations.registrationSchema>;
export type RegistrationCreation = z.input<(typeof registrations.createRegistration)['body']>;
export type RegistrationChange = z.input<(typeof registrations.updateRegistration)['body']>;
export type StageEntry = z.output<typeof stages.stageEntrySchema>;
export type UploadedFile = z.output<(typeof files.uploadPaymentEvidence)['response'][201]>;
export type SchoolConfig = z.output<typeof school.schoolConfigSchema>;
export type SchoolSetup = z.output<(typeof versions.getSchool)['response'][200]>;
export type SchoolDraft = z.output<typeof versions.draftSchema>;
export type SchoolVersionRow = z.output<typeof versions.versionRowSchema>;
export type Dashboard = z.output<(typeof dashboard.getDashboard)['response'][200]>;
export type AdmissionArea = z.output<typeof dashboard.admissionAreaSchema>;
export type StaffRegistrationRow = z.output<typeof staff.staffRegistrationRowSchema>;
export type StaffRegistration = z.output<typeof staff.staffRegistrationSchema>;
export type StaffSummary = z.output<(typeof staff.summarizeStaffRegistrations)['response'][200]>;
export type StageChange = z.input<(typeof stages.changeStage)['body']>;
export type ProofOnBehalf = z.input<(typeof payments.proveOnBehalf)['body']>;
export type AuditEntry = z.output<typeof audit.auditEntrySchema>;
export type ErasureRequest = z.output<typeof erasure.erasureRequestSchema>;
export type StaffErasureRequest = z.output<typeof erasure.staffErasureRequestSchema>;

/** The parts of an export without their schemas. */
export type AdmissionExport = z.output<(typeof parts.admissionExport)['response'][200]>;
export type BillingExport = z.output<(typeof parts.billingExport)['response'][200]>;
export type NotificationExport = z.output<(typeof parts.notificationExport)['response'][200]>;
