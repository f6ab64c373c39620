/** Every stage of a registration in the order of the way (admission workflow §4). */
export const STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
  'obs_done',
  'passed',
  'failed',
  'reenroll_required',
] as const;
export type Stage = (typeof STAGES)[number];

/** The five that staff can choose; the others come from published announcements or old data. */
export const SELECTABLE_STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
] as const satisfies readonly Stage[];
export type SelectableStage = (typeof SELECTABLE_STAGES)[number];

/** Labels as a family reads them (admission workflow §4). */
export const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  registered: 'Terdaftar',
  obs_scheduled: 'Observasi Dijadwalkan',
  obs_attended: 'Hadir Observasi',
  obs_not_attended: 'Tdk Hadir Observasi',
  waiting_announcement: 'Menunggu Pengumuman',
  obs_done: 'Observasi Selesai',
  passed: 'Diterima',
  failed: 'Ditolak',
  reenroll_required: 'Perlu Daftar Ulang',
};

/** The same as staff filter by them: results are named plainly (admission workflow §4). */
export const STAFF_STAGE_LABELS: Readonly<Record<Stage, string>> = {
  ...STAGE_LABELS,
  passed: 'Lulus',
  failed: 'Tidak Lulus',
};

interface StageEdge {
  readonly from: Stage;
  readonly to: Stage;
  readonly cause: 'staff' | 'publication';
  /** Whether the fee must be verified for this edge. */
  readonly feeVerified?: boolean;
}

/**
 * The stage machine (admission workflow §4, "Staff stage changes"; decisions, Registrations). While the fee is not
 * verified nothing moves but back to `registered` or to the same stage again (Precisions, Registrations).
 */
export const STAGE_EDGES: readonly StageEdge[] = [
  { from: 'registered', to: 'registered', cause: 'staff' },
  { from: 'registered', to: 'obs_scheduled', cause: 'staff', feeVerified: true },
  { from: 'obs_scheduled', to: 'registered', cause: 'staff', feeVerified: true },
  { from: 'obs_scheduled', to: 'obs_scheduled', cause: 'staff', feeVerified: true },
  { from: 'obs_scheduled', to: 'obs_attended', cause: 'staff', feeVerified: true },
  { from: 'obs_scheduled', to: 'obs_not_attended', cause: 'staff', feeVerified: true },
  { from: 'obs_attended', to: 'obs_attended', cause: 'staff', feeVerified: true },
  { from: 'obs_attended', to: 'waiting_announcement', cause: 'staff', feeVerified: true },
  { from: 'obs_not_attended', to: 'obs_not_attended', cause: 'staff', feeVerified: true },
  { from: 'obs_not_attended', to: 'obs_scheduled', cause: 'staff', feeVerified: true },
  { from: 'waiting_announcement', to: 'waiting_announcement', cause: 'staff', feeVerified: true },
  { from: 'waiting_announcement', to: 'passed', cause: 'publication', feeVerified: true },
  { from: 'waiting_announcement', to: 'failed', cause: 'publication', feeVerified: true },
];

/** The stages that staff may choose next; what the dialog offers and the service enforces. */
export function nextStages(from: Stage, feeVerified: boolean): SelectableStage[] {
  return SELECTABLE_STAGES.filter((to) =>
    STAGE_EDGES.some(
      (edge) =>
        edge.cause === 'staff' && edge.from === from && edge.to === to && (feeVerified || !edge.feeVerified),
    ),
  );
}

/** Whether the result is known: from here on the fee stays as it is (Precisions, Registrations). */
export function hasResult(stage: Stage): boolean {
  return stage === 'passed' || stage === 'failed' || stage === 'reenroll_required';
}

/** A registration that still counts for its child and year: one that failed makes room for another (decisions). */
export function isLiveStage(stage: Stage): boolean {
  return stage !== 'failed';
}
