import * as audit from '@gerbang/contracts/audit';
import { authActions } from './auth-actions.copy.ts';
import { admissionActions } from './admission-actions.copy.ts';
import { announcementActions } from './announcement-actions.copy.ts';
import { billingActions } from './billing-actions.copy.ts';
import { notificationActions } from './notification-actions.copy.ts';

/** Texts of the changes that a row lists. */
export const wordsCopy = {
  field: (name: string, value: string) => `${name}: ${value}`,
  list: (count: number, names: string) => `${count.toLocaleString('id-ID')} (${names})`,
  yes: 'Ya',
  no: 'Tidak',
  shortId: (id: string) => `…${id.slice(-8)}`,
} as const;

/** Texts of /admin/audit. */
export const auditCopy = {
  search: 'Cari nama atau nomor...',
  searchLabel: 'Cari jejak audit menurut nama pelaku, atau nama anak dan nomor pendaftarannya',
  area: 'Bagian',
  action: 'Tindakan',
  everyAction: 'Semua tindakan',
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  subject: 'Catatan',
  actor: 'Pelaku',
  sorts: { '-at': 'Terbaru dahulu', at: 'Terlama dahulu' },
  caption: 'Jejak audit',
  columns: { at: 'Waktu', actor: 'Pelaku', action: 'Tindakan', subject: 'Catatan', details: 'Perubahan' },
  time: (clock: string) => `${clock} WIB`,
  system: 'Sistem',
  nobody: 'Tanpa nama',
  onlySubject: (id: string) => `Hanya ini: ${id}`,
  technical: 'Detail teknis',
  request: (id: string) => `Permintaan ${id}`,
  found: (count: number) => `${count.toLocaleString('id-ID')} baris`,
  loading: 'Memuat jejak audit...',
  loadFailed: 'Jejak audit tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Tidak ada baris yang sesuai.',
  noneInFilter: 'Tidak ada baris yang sesuai.',
  change: (from: string, to: string) => `${from} → ${to}`,
  nothing: '-',
  exportFile: 'jejak-audit',
} as const;

type Labels = Readonly<Record<string, string>>;

/** The trail of one service. */
interface Area {
  readonly label: string;
  readonly call: audit.AuditCall;
  readonly file: audit.AuditFileCall;
  /** The actions in words; one that is not listed is shown as it is stored. */
  readonly actions: Labels;
}

/** The trails by their name in the page's address. */
export const AREAS = {
  penerimaan: {
    label: 'Penerimaan',
    call: audit.listAudit,
    file: audit.exportAudit,
    actions: admissionActions,
  },
  akun: {
    label: 'Akun',
    call: audit.listAccountAudit,
    file: audit.exportAccountAudit,
    actions: authActions,
  },
  pengumuman: {
    label: 'Pengumuman',
    call: audit.listAnnouncementAudit,
    file: audit.exportAnnouncementAudit,
    actions: announcementActions,
  },
  tagihan: {
    label: 'Daftar ulang & tagihan',
    call: audit.listBillingAudit,
    file: audit.exportBillingAudit,
    actions: billingActions,
  },
  pesan: {
    label: 'Pesan WhatsApp',
    call: audit.listMessageAudit,
    file: audit.exportMessageAudit,
    actions: notificationActions,
  },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as AreaName[];

/** The actions of a trail in words. */
export const actionsOf = (area: AreaName): Labels => AREAS[area].actions;
