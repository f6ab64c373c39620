import type { z } from 'zod';
import type * as parts from './data-export.ts';

/** The parts of an export without their schemas. */
export type AdmissionExport = z.output<(typeof parts.admissionExport)['response'][200]>;
export type BillingExport = z.output<(typeof parts.billingExport)['response'][200]>;
export type NotificationExport = z.output<(typeof parts.notificationExport)['response'][200]>;
