import type { MessageTemplateState } from '@gerbang/contracts/messages';
import type { StatusTone } from '@gerbang/domain/status-tones';

type State = NonNullable<MessageTemplateState['status']>;

export const TEMPLATE_LABELS: Readonly<Record<State, string>> = {
  PENDING: 'Ditinjau Meta',
  APPROVED: 'Disetujui',
  REJECTED: 'Ditolak',
  PAUSED: 'Dijeda',
  DISABLED: 'Dinonaktifkan',
};

export const TEMPLATE_TONES: Readonly<Record<State, StatusTone>> = {
  PENDING: 'info',
  APPROVED: 'success',
  REJECTED: 'danger',
  PAUSED: 'attention',
  DISABLED: 'danger',
};

export const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  UTILITY: 'Utilitas',
  AUTHENTICATION: 'Autentikasi',
  MARKETING: 'Pemasaran (lebih mahal)',
};

export const QUALITY_LABELS: Readonly<Record<string, string>> = {
  GREEN: 'Tinggi',
  YELLOW: 'Sedang',
  RED: 'Rendah',
};

/** Meta's reasons of a refusal; one that is not here is shown as Meta says it. */
export const REASON_LABELS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'Isinya dianggap menyinggung',
  INCORRECT_CATEGORY: 'Kategorinya dianggap tidak sesuai',
  INVALID_FORMAT: 'Formatnya dianggap tidak sesuai',
  PROMOTIONAL: 'Isinya dianggap promosi',
  SCAM: 'Isinya dianggap penipuan',
  TAG_CONTENT_MISMATCH: 'Isinya tidak sesuai dengan kategorinya',
};

/** Texts about the message templates. */
export const templatesCopy = {
  open: 'Template WhatsApp',
  title: 'Template WhatsApp',
  intro: 'Keadaan setiap template seperti yang terakhir diberitahukan Meta.',
  caption: 'Template pesan WhatsApp',
  loading: 'Memuat keadaan template...',
  loadFailed: 'Keadaan template tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  columns: {
    kind: 'Pesan',
    status: 'Keadaan',
    category: 'Kategori',
    quality: 'Mutu',
    waiting: 'Menunggu',
    at: 'Diberitahukan',
  },
  unknown: 'Belum diketahui',
  none: '-',
  held: 'Pesannya ditahan',
  heldTitle: (kinds: number) => `Meta tidak mengizinkan ${kinds} template pesan`,
  heldText: (waiting: number) =>
    waiting === 0
      ? 'Belum ada pesan yang menunggu. Laporkan kepada IT.'
      : `${waiting.toLocaleString('id-ID')} pesan menunggu dan berangkat sendiri setelah templatenya disetujui lagi. Laporkan kepada IT.`,
  costTitle: (kinds: number) => `Meta menjadikan ${kinds} template sebagai pemasaran`,
  costText: 'Pesan pemasaran lebih mahal dan dapat dibatasi. Laporkan kepada IT.',
  list: (names: readonly string[]) => `${names.join(', ')}.`,
} as const;
