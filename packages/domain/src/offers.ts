import { edgeFor, type Machine } from './transitions.ts';

/** The states of a seat that was offered. */
export const OFFER_STATUSES = ['open', 'accepted', 'releasing', 'released'] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

export const OFFER_LABELS: Readonly<Record<OfferStatus, string>> = {
  open: 'Ditawarkan',
  accepted: 'Diambil',
  releasing: 'Sedang dilepas',
  released: 'Dilepas',
};

/** Where an offer comes from: a result, the waiting list in its order, staff out of order, or the time before the pool. */
export const OFFER_SOURCES = ['result', 'waitlist', 'staff', 'migrated'] as const;
export type OfferSource = (typeof OFFER_SOURCES)[number];

export const OFFER_SOURCE_LABELS: Readonly<Record<OfferSource, string>> = {
  result: 'dari pengumuman',
  waitlist: 'dari daftar tunggu, menurut urutan',
  staff: 'dari daftar tunggu, di luar urutan',
  migrated: 'diterima sebelum kursi dibatasi',
};

/** Why a seat is released. */
export const RELEASE_CAUSES = ['deadline', 'family', 'staff'] as const;
export type ReleaseCause = (typeof RELEASE_CAUSES)[number];

export const RELEASE_CAUSE_LABELS: Readonly<Record<ReleaseCause, string>> = {
  deadline: 'Batas waktu lewat',
  family: 'Dilepas keluarga',
  staff: 'Dilepas sekolah',
};

/** Why a family does not take its seat. */
export const DECLINE_REASONS = ['other_school', 'cost', 'distance', 'not_ready', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

export const DECLINE_REASON_LABELS: Readonly<Record<DeclineReason, string>> = {
  other_school: 'Memilih sekolah lain',
  cost: 'Biaya',
  distance: 'Jarak',
  not_ready: 'Anak belum siap',
  other: 'Alasan lain',
};

/** Every change of an offer; `taken` of its pool changes by +1 from null to open, by −1 from releasing to released, nowhere else. */
export const OFFER_EDGES = [
  { from: null, to: 'open', cause: 'result' },
  { from: null, to: 'open', cause: 'promotion' },
  { from: null, to: 'open', cause: 'staff' },
  // A confirmation of re-enrolment that is submitted, processed or completed.
  { from: 'open', to: 'accepted', cause: 'confirmation' },
  // It was declined: the family has three more days at least.
  { from: 'accepted', to: 'open', cause: 'declined_papers' },
  { from: 'open', to: 'releasing', cause: 'deadline' },
  { from: 'open', to: 'releasing', cause: 'family' },
  { from: 'open', to: 'releasing', cause: 'staff' },
  { from: 'accepted', to: 'releasing', cause: 'staff' },
  { from: 'releasing', to: 'released', cause: 'billing_released' },
  { from: 'releasing', to: 'accepted', cause: 'billing_kept' },
] as const;
export type OfferCause = (typeof OFFER_EDGES)[number]['cause'];

/** The same as a machine; `action` is the cause. */
export const OFFER_MACHINE: Machine<OfferStatus, OfferCause, OfferCause> = {
  name: 'offers',
  statuses: OFFER_STATUSES,
  edges: OFFER_EDGES.map(({ from, to, cause }) => ({ from, to, action: cause, by: cause })),
};

/** Whether a cause moves an offer from here. */
export function mayMoveOffer(from: OfferStatus | null, cause: OfferCause): boolean {
  return edgeFor(OFFER_MACHINE, from, { action: cause }) !== undefined;
}

/** How often staff may give an open offer more time. */
export const EXTENSIONS_MAX = 3;

/** Days that a family has at least after its confirmation was declined. */
export const DECLINED_DAYS = 3;

/** The most places that may be offered for so many seats. */
export function mostOffers(seats: number): number {
  // In tenths, because 1.3 × 10 is more than 13 in binary fractions.
  return Math.ceil((seats * 13) / 10);
}
