import type { z } from 'zod';
import type * as reports from './reports.ts';
import type * as work from './work-report.ts';

/** Shapes of the reports without their schemas, for programs that must not carry zod. */
export type AdmissionReport = z.output<(typeof reports.getAdmissionReport)['response'][200]>;
export type CashReport = z.output<(typeof reports.getCashReport)['response'][200]>;
export type ArrearsReport = z.output<(typeof reports.getArrearsReport)['response'][200]>;
export type WorkReport = z.output<(typeof work.getWorkReport)['response'][200]>;
export type WorkPart = z.output<(typeof work.admissionWork)['response'][200]>;
export type MessagesReport = z.output<(typeof reports.getMessagesReport)['response'][200]>;
