import type { PaymentStatus } from './registration-payments.ts';
import type { Stage } from './registration-stages.ts';

/** The shortest and the longest note of a call with a family. */
export const FAMILY_NOTE_MIN = 3;
export const FAMILY_NOTE_MAX = 500;

/** What a family's page says that is still to come, and by whom. */
export interface Wait {
  readonly what: string;
  readonly by: string;
}

const FAMILY = 'Keluarga';
const FINANCE = 'Keuangan';
const SCHEDULERS = 'CS atau Staf Pendidikan';
const PUBLISHERS = 'Staf Pendidikan dan Kepala Sekolah';
const CHOOSES_SLOT: Wait = { what: 'Pilih jadwal observasi', by: FAMILY };
const RE_ENROLS: Wait = { what: 'Konfirmasi daftar ulang', by: FAMILY };
const RESULT: Wait = { what: 'Pengumuman hasil', by: PUBLISHERS };

const FEE: Readonly<Record<Exclude<PaymentStatus, 'verified'>, Wait>> = {
  pending: { what: 'Biaya pendaftaran belum dibayar', by: FAMILY },
  rejected: { what: 'Bukti baru setelah ditolak', by: FAMILY },
  paid: { what: 'Pemeriksaan bukti biaya', by: FINANCE },
};

const STAGES: Readonly<Record<Stage, Wait | null>> = {
  registered: { what: 'Jadwal observasi', by: SCHEDULERS },
  obs_scheduled: { what: 'Kehadiran observasi', by: SCHEDULERS },
  obs_attended: { what: 'Diteruskan ke pengumuman', by: SCHEDULERS },
  obs_not_attended: { what: 'Jadwal observasi baru', by: SCHEDULERS },
  waiting_announcement: RESULT,
  obs_done: RESULT,
  waitlisted: { what: 'Kursi dari daftar tunggu', by: 'Sekolah' },
  passed: RE_ENROLS,
  reenroll_required: RE_ENROLS,
  failed: null,
  released: null,
  withdrawn: null,
};

/** What a registration waits for; null where its way is over, or goes on with invoices. */
export function registrationWait(of: {
  readonly payment_status: PaymentStatus;
  readonly current_stage: Stage;
  /** Whether the family has confirmed its re-enrolment. */
  readonly re_enrolled: boolean;
  /** Whether the family chooses its slot of the observation itself. */
  readonly chooses_slot: boolean;
}): Wait | null {
  // A proof that waited when its family left is decided all the same.
  if (of.current_stage === 'withdrawn' && of.payment_status === 'paid') return FEE.paid;
  const next = STAGES[of.current_stage];
  if (next === null || of.re_enrolled) return null;
  if (of.payment_status !== 'verified') return FEE[of.payment_status];
  return of.chooses_slot ? CHOOSES_SLOT : next;
}

/** What a family asks of the school beside its way: to put data right, to leave, to have its data erased. */
export const FAMILY_REQUESTS = ['correction', 'withdrawal', 'erasure'] as const;
export type FamilyRequest = (typeof FAMILY_REQUESTS)[number];

/** An open request, and by which role it is decided. */
export const REQUEST_WAITS: Readonly<Record<FamilyRequest, Wait>> = {
  correction: { what: 'Permintaan koreksi', by: 'CS, TU, atau Staf Pendidikan' },
  withdrawal: { what: 'Permintaan mengundurkan diri', by: 'Kepala Sekolah' },
  erasure: { what: 'Permintaan penghapusan data', by: 'Administrator' },
};
