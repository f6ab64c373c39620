import { edgeFor, type Machine } from './transitions.ts';

/** The states of a request to erase a family's data (UU 27/2022, articles 40 and 43). */
export const ERASURE_STATUSES = ['received', 'approved', 'refused', 'done'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The services beside admission that keep data of a family: a case is done when each has erased it. */
export const ERASING_SERVICES = ['auth', 'announcement', 'billing', 'notification'] as const;
export type ErasingService = (typeof ERASING_SERVICES)[number];

type ErasureActor = 'parent' | 'staff' | 'system';

/** A request to erase; it is done when every service has reported. */
export const ERASURE_MACHINE = {
  name: 'erasure requests',
  statuses: ERASURE_STATUSES,
  edges: [
    { from: null, to: 'received', action: 'request', by: 'parent' },
    { from: 'received', to: 'approved', action: 'approve', by: 'staff' },
    { from: 'received', to: 'refused', action: 'refuse', by: 'staff' },
    { from: 'approved', to: 'done', action: 'complete', by: 'system' },
  ],
} as const satisfies Machine<ErasureStatus, string, ErasureActor>;

/** Whether this actor may take a case from one state to another. */
export function mayMoveErasure(from: ErasureStatus | null, to: ErasureStatus, by: ErasureActor): boolean {
  return edgeFor(ERASURE_MACHINE, from, { to, by }) !== undefined;
}

/** Whether the clock still runs: the data must be erased within the time, a decision alone does not end it. */
export function isErasureOpen(status: ErasureStatus): boolean {
  return status === 'received' || status === 'approved';
}

/** The law's time to act: 3 × 24 hours. */
export const ERASURE_HOURS = 3 * 24;

/** The moment by which a case must be closed. */
export function erasureDueAt(received: Date): Date {
  return new Date(received.getTime() + ERASURE_HOURS * 3_600_000);
}

export const ERASURE_LABELS: Readonly<Record<ErasureStatus, string>> = {
  received: 'Menunggu Keputusan',
  approved: 'Sedang Dihapus',
  refused: 'Ditolak',
  done: 'Selesai Dihapus',
};

/** What is erased, as the request's page lists it. */
export const ERASED_TEXTS = [
  'Akun, nomor telepon dan email untuk masuk, serta semua sesi',
  'Profil orang tua, data anak, dan persetujuan',
  'Pendaftaran, riwayat tahapan, dan berkas yang diunggah',
  'Pesan WhatsApp yang pernah dikirim kepada Anda',
] as const;

/** What the law keeps, and how long. */
export const KEPT_TEXTS = [
  'Tagihan, pembayaran, dan bukti pembayarannya: 10 tahun (pembukuan)',
  'Nomor pendaftaran dan jumlah biayanya tanpa nama: 10 tahun (pembukuan)',
  'Jejak audit, siapa mengubah atau melihat data: 5 tahun',
] as const;
