import { rolesWith } from '@gerbang/domain/abilities';
import { PROOF_ALERT_KINDS, PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { countable, fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const NOTE = 'Catatan paling sedikit 5 karakter';

/** A proof of an alert with the payment that it was sent for. */
const alertedProofSchema = z.object({
  /** The fee of a registration, or a payment of an invoice; `record_id` is the registration's or invoice's. */
  kind: z.enum(['registration_payment', 'invoice_payment']),
  record_id: z.uuid(),
  /** Number of the registration or invoice. */
  number: text,
  child_name: text,
  /** Names of the parents, or of the account; null once the family's data are erased. */
  family: text,
  proof_url: z.string(),
  proof_filename: text,
  sent_at: moment,
});

const decisionOfAlert = {
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(PROOF_ALERT_KINDS),
  /** How much of the two pictures is alike, in thousandths. */
  score: z.int(),
  status: z.enum(PROOF_ALERT_STATUSES),
  same_family: z.boolean(),
  note: text,
  decided_by: personSchema.nullable(),
  decided_at: moment.nullable(),
};

/** Two proofs that are alike; `proof` came later than `other`. */
export const proofAlertSchema = z.object({
  ...decisionOfAlert,
  proof: alertedProofSchema,
  other: alertedProofSchema,
  created_at: moment,
});
export type ProofAlert = z.output<typeof proofAlertSchema>;

/** The proof that another one is like, seen from that other one. */
export const sameProofSchema = alertedProofSchema.extend({
  /** The proof that is looked at. */
  own: alertedProofSchema,
  alert: z.object({
    ...decisionOfAlert,
    /** Whether the proof that is looked at came later: a confirmed alert closes the later one. */
    later: z.boolean(),
  }),
});
export type SameProof = z.output<typeof sameProofSchema>;

const deciding = {
  service: 'admission',
  tags: ['bukti ganda'],
  access: { kind: 'roles', roles: rolesWith('proof_alerts.decide') },
} as const;

const listed = listQuery(['-created_at', 'created_at'] as const).extend({
  status: z.enum(PROOF_ALERT_STATUSES, CHOICE).optional(),
  /** Of either proof's registration. */
  academic_year: levelFilters.academic_year,
});

export const listProofAlerts = endpoint({
  ...deciding,
  id: 'R15',
  method: 'GET',
  path: '/api/admin/proof-alerts',
  summary: 'Bukti pembayaran yang mirip dengan bukti lain; search mencari nama anak dan nomor',
  audited: true,
  query: countable(listed),
  response: { 200: z.array(proofAlertSchema) },
});

export const exportProofAlerts = endpoint({
  ...fileAnswer,
  ...deciding,
  id: 'F15',
  path: '/api/admin/proof-alerts/export',
  summary:
    'Bukti pembayaran yang mirip, tanpa gambarnya, sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

export const decideProofAlert = endpoint({
  ...deciding,
  id: 'R16',
  method: 'PUT',
  path: '/api/admin/proof-alerts/{id}',
  summary: 'Putuskan apakah sebuah bukti dipakai ulang; selama belum, pembayarannya tidak dapat diverifikasi',
  params: idParams,
  body: z.strictObject({
    status: z.enum(['dismissed', 'confirmed', 'paid_by_bank'], CHOICE),
    note: lineOfText(300, NOTE).refine((note) => note.length >= 5, NOTE),
    /** The version that was seen: a decision about another one is 409 `stale`. */
    version: seenVersion,
  }),
  response: { 200: proofAlertSchema },
});

export const proofAlertCalls = [listProofAlerts, exportProofAlerts, decideProofAlert] as const;
