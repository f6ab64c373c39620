import { edgeFor, type Machine } from './transitions.ts';
import { type Person, type Refusal, refuseRevocation } from './users.ts';

/** The states of a request to move an account to another number because its owner lost the present one. */
export const NUMBER_REQUEST_STATUSES = ['open', 'approved', 'moved', 'refused', 'stopped', 'failed'] as const;
export type NumberRequestStatus = (typeof NUMBER_REQUEST_STATUSES)[number];

/** What staff checked of the person who asks; two of them at least. */
export const NUMBER_CHECKS = ['email_proved', 'id_card_seen', 'registration_known'] as const;
export type NumberCheck = (typeof NUMBER_CHECKS)[number];
export const NUMBER_CHECKS_MIN = 2;

/** Why the number was not moved at the end of the wait. */
export const NUMBER_FAILURES = ['phone_taken', 'number_changed'] as const;
export type NumberFailure = (typeof NUMBER_FAILURES)[number];

/** Hours from the approval to the move, in which the old number can stop it. */
export const NUMBER_WAIT_HOURS = 24;

/** The accounts that one search shows at most. */
export const NUMBER_ACCOUNTS_MAX = 10;

type NumberActor = 'staff' | 'owner' | 'system';

/** A lost number: opened and decided by two people, stopped from the old number, moved after the wait. */
export const NUMBER_REQUEST_MACHINE = {
  name: 'number requests',
  statuses: NUMBER_REQUEST_STATUSES,
  edges: [
    { from: null, to: 'open', action: 'open', by: 'staff' },
    { from: 'open', to: 'approved', action: 'approve', by: 'staff' },
    { from: 'open', to: 'refused', action: 'refuse', by: 'staff' },
    { from: 'approved', to: 'stopped', action: 'stop', by: 'owner' },
    { from: 'approved', to: 'moved', action: 'move', by: 'system' },
    { from: 'approved', to: 'failed', action: 'fail', by: 'system' },
  ],
} as const satisfies Machine<NumberRequestStatus, string, NumberActor>;

/** Whether this actor may take a request from one state to another. */
export function mayMoveNumberRequest(
  from: NumberRequestStatus,
  to: NumberRequestStatus,
  by: NumberActor,
): boolean {
  return edgeFor(NUMBER_REQUEST_MACHINE, from, { to, by }) !== undefined;
}

const OWN_NUMBER = {
  kind: 'forbidden',
  code: 'own_account',
  message: 'Nomor akun sendiri diganti di halaman Verifikasi Nomor WhatsApp.',
} as const;

/** Whether the actor may open a request for the account; null = yes. Accounts of admin and it are an administrator's. */
export function refuseNumberRequest(actor: Person, target: Person): Refusal | null {
  return actor.id === target.id ? OWN_NUMBER : refuseRevocation(actor, target);
}

/** Whether the administrator may decide a request; null = yes. Neither who opened it nor the account's owner decides. */
export function refuseNumberDecision(
  actorId: string,
  request: { readonly openedBy: string; readonly accountId: string },
): Refusal | null {
  if (actorId === request.accountId) return OWN_NUMBER;
  if (actorId !== request.openedBy) return null;
  return {
    kind: 'forbidden',
    code: 'own_request',
    message: 'Permintaan yang Anda buka sendiri harus diputuskan admin lain.',
  };
}

export const NUMBER_REQUEST_LABELS: Readonly<Record<NumberRequestStatus, string>> = {
  open: 'Menunggu Persetujuan',
  approved: 'Disetujui, Menunggu 24 Jam',
  moved: 'Nomor Sudah Dipindah',
  refused: 'Ditolak',
  stopped: 'Dihentikan Pemilik',
  failed: 'Gagal Dipindah',
};

export const NUMBER_CHECK_LABELS: Readonly<Record<NumberCheck, string>> = {
  email_proved: 'Email terbukti milik pemilik akun',
  id_card_seen: 'KTP pemilik akun sudah dilihat',
  registration_known: 'Nomor pendaftaran dan tanggal lahir anak cocok',
};

export const NUMBER_FAILURE_LABELS: Readonly<Record<NumberFailure, string>> = {
  phone_taken: 'Nomor baru sudah dibuktikan akun lain',
  number_changed: 'Nomor akun sudah diganti sementara menunggu',
};
