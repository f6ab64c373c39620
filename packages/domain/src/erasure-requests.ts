/** The states of a request to erase a family's data (UU 27/2022, articles 40 and 43; authorization, "Rows to come"). */
export const ERASURE_STATUSES = ['received', 'approved', 'refused', 'done'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The services that keep something of a family beside admission: a case is done when each has let go of it. */
export const ERASING_SERVICES = ['auth', 'announcement', 'billing', 'notification'] as const;
export type ErasingService = (typeof ERASING_SERVICES)[number];

interface ErasureEdge {
  readonly from: ErasureStatus | null;
  readonly to: ErasureStatus;
  readonly actor: 'parent' | 'staff' | 'system';
}

/** Every change there is. */
export const ERASURE_EDGES: readonly ErasureEdge[] = [
  { from: null, to: 'received', actor: 'parent' },
  { from: 'received', to: 'approved', actor: 'staff' },
  { from: 'received', to: 'refused', actor: 'staff' },
  { from: 'approved', to: 'done', actor: 'system' },
];

/** Whether somebody may take a case from one state to another. */
export function mayMoveErasure(
  from: ErasureStatus | null,
  to: ErasureStatus,
  actor: ErasureEdge['actor'],
): boolean {
  return ERASURE_EDGES.some((edge) => edge.from === from && edge.to === to && edge.actor === actor);
}

/** Whether the clock still runs: erasing is acted on, not only decided, within its time. */
export function isErasureOpen(status: ErasureStatus): boolean {
  return status === 'received' || status === 'approved';
}

/** The law's time to act: 3 × 24 hours (reliability, Privacy 20–22, 40). */
export const ERASURE_HOURS = 3 * 24;

/** The moment by which a case must be over. */
export function erasureDueAt(received: Date): Date {
  return new Date(received.getTime() + ERASURE_HOURS * 3_600_000);
}

export const ERASURE_LABELS: Readonly<Record<ErasureStatus, string>> = {
  received: 'Menunggu Keputusan',
  approved: 'Sedang Dihapus',
  refused: 'Ditolak',
  done: 'Selesai Dihapus',
};

/** What goes, told to whoever asks for it. */
export const ERASED_TEXTS = [
  'Akun, nomor telepon dan email untuk masuk, serta semua sesi',
  'Profil orang tua, data anak, dan persetujuan',
  'Pendaftaran, riwayat tahapan, dan berkas yang diunggah',
  'Pesan WhatsApp yang pernah dikirim kepada Anda',
] as const;

/** What the law keeps, and how long (reliability, Privacy 42–44). */
export const KEPT_TEXTS = [
  'Tagihan, pembayaran, dan bukti pembayarannya: 10 tahun (pembukuan)',
  'Nomor pendaftaran dan jumlah biayanya tanpa nama: 10 tahun (pembukuan)',
  'Jejak audit, siapa mengubah atau melihat data: 5 tahun',
] as const;
