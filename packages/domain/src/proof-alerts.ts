import type { Machine } from './transitions.ts';

/** How a proof is like another one: the same bytes, or the same picture in other bytes. */
export const PROOF_ALERT_KINDS = ['same_file', 'looks_same'] as const;
export type ProofAlertKind = (typeof PROOF_ALERT_KINDS)[number];

export const PROOF_ALERT_STATUSES = ['open', 'dismissed', 'confirmed', 'paid_by_bank'] as const;
export type ProofAlertStatus = (typeof PROOF_ALERT_STATUSES)[number];

export const PROOF_ALERT_LABELS: Readonly<Record<ProofAlertStatus, string>> = {
  open: 'Perlu diperiksa',
  dismissed: 'Bukan bukti ganda',
  confirmed: 'Bukti dipakai ulang',
  paid_by_bank: 'Dibayar lewat mutasi bank',
};

/**
 * Two proofs that are alike; a person says whether the later one pays something that was paid already. Where the bank shows
 * the family's own money, the later proof does not count and the line pays.
 */
export const PROOF_ALERT_MACHINE = {
  name: 'proof alerts',
  statuses: PROOF_ALERT_STATUSES,
  edges: [
    { from: null, to: 'open', action: 'raise', by: 'portal' },
    { from: 'open', to: 'dismissed', action: 'dismiss', by: 'finance' },
    { from: 'open', to: 'confirmed', action: 'confirm', by: 'finance' },
    { from: 'confirmed', to: 'dismissed', action: 'dismiss', by: 'finance' },
    { from: 'open', to: 'paid_by_bank', action: 'leave to the bank', by: 'finance' },
    { from: 'confirmed', to: 'paid_by_bank', action: 'leave to the bank', by: 'finance' },
    { from: 'paid_by_bank', to: 'dismissed', action: 'dismiss', by: 'finance' },
  ],
} as const satisfies Machine<ProofAlertStatus, string, 'portal' | 'finance'>;

/** Whether a proof with this status may not be verified; null = it was never like another one. */
export const holdsProof = (status: ProofAlertStatus | null): status is keyof typeof HELD_PROOFS =>
  status !== null && status in HELD_PROOFS;

/** Whether money of the bank may not pay what has a proof with this status either. */
export const holdsBankMoney = (status: ProofAlertStatus | null): status is 'open' | 'confirmed' =>
  status === 'open' || status === 'confirmed';

/** Why a payment with such a proof is not verified, by its status; each is the code of a 409. */
export const HELD_PROOFS = {
  open: {
    code: 'proof_alert_open',
    message: 'Bukti ini mirip dengan bukti lain. Bandingkan keduanya dan putuskan sebelum memverifikasi.',
  },
  confirmed: {
    code: 'proof_confirmed_reused',
    message: 'Bukti ini sudah dipastikan dipakai ulang. Minta keluarga mengirim bukti yang baru.',
  },
  paid_by_bank: {
    code: 'proof_not_counting',
    message: 'Bukti ini tidak dihitung. Catat pembayarannya dari mutasi bank, atau minta bukti yang baru.',
  },
} as const;
