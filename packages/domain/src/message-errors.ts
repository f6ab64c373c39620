/** Why a message was not sent, and what a person can do about it. */
export interface MessageTrouble {
  readonly cause: string;
  readonly remedy: string;
}

const BY_ITSELF = 'Tidak perlu tindakan: sistem mencoba lagi sendiri.';
const AGAIN_LATER = 'Kirim ulang beberapa menit lagi. Bila tetap gagal, laporkan kepada IT.';
const NEW_CODE = 'Minta penerima meminta kode baru. Kode lama tidak pernah dikirim ulang.';
const IN_PERSON = 'Hubungi penerima langsung lewat telepon atau WhatsApp sekolah.';
const TO_IT = 'Laporkan kepada IT. Pesan yang tertahan berangkat sendiri setelah penyebabnya diatasi.';

interface Words {
  readonly cause: string;
  /** The text while the system still retries by itself; a pause that needs a person names that person. */
  readonly waiting?: string;
  /** When it has given up. */
  readonly failed: string;
}

const OUTAGE: Words = { cause: 'WhatsApp sedang mengalami gangguan.', failed: AGAIN_LATER };
const RATE: Words = { cause: 'Batas kecepatan pengiriman WhatsApp tercapai.', failed: AGAIN_LATER };
const ACCESS: Words = {
  cause: 'WhatsApp menolak akses sistem (token atau izin tidak berlaku).',
  waiting: TO_IT,
  failed: 'Laporkan kepada IT untuk memperbarui akses, lalu kirim ulang.',
};
const ACCOUNT: Words = {
  cause: 'Akun WhatsApp sekolah terkunci atau dibatasi oleh Meta.',
  waiting: `${TO_IT} Keterangannya ada di WhatsApp Manager.`,
  failed: 'Laporkan kepada IT untuk memeriksa akun di WhatsApp Manager, lalu kirim ulang.',
};
const TEMPLATE: Words = {
  cause: 'WhatsApp menolak isi atau template pesan ini.',
  waiting: TO_IT,
  failed: 'Laporkan kepada IT untuk memeriksa template di WhatsApp Manager, lalu kirim ulang.',
};
const PAUSED: Words = {
  cause: 'Template pesan ini dijeda atau dinonaktifkan oleh WhatsApp.',
  waiting: TO_IT,
  failed: 'Laporkan kepada IT untuk mengaktifkan kembali templatenya, lalu kirim ulang.',
};
const PAIR: Words = {
  cause: 'Terlalu banyak pesan ke penerima ini dalam waktu singkat.',
  failed: AGAIN_LATER,
};
const CROWDED: Words = {
  cause: 'WhatsApp membatasi jumlah pesan yang diterima nomor ini agar penerima tidak terganggu.',
  waiting: 'Tidak perlu tindakan: sistem mencoba sekali lagi besok.',
  failed: `Kirim ulang besok. Bila mendesak: ${IN_PERSON.charAt(0).toLowerCase()}${IN_PERSON.slice(1)}`,
};
const SPAM: Words = {
  cause: 'WhatsApp membatasi nomor sekolah karena ada penerima yang memblokir atau melaporkannya.',
  waiting: 'Pesan massal ditahan dan dicoba lagi sendiri. Laporkan kepada IT untuk memeriksa mutu nomor.',
  failed: 'Laporkan kepada IT untuk memeriksa mutu nomor di WhatsApp Manager, lalu kirim ulang.',
};

/** Held back by a limit of ours. Its text is not kept, so that it cannot be sent again. */
const heldBack = (cause: string): Words => ({
  cause: `${cause} Pesan ini tidak dikirim; isinya tetap ada di portal.`,
  failed: `Kirim ulang tidak menolong. Bila mendesak: ${IN_PERSON.charAt(0).toLowerCase()}${IN_PERSON.slice(1)}`,
});

const ADDRESS: Words = {
  cause: 'Email ini tidak dapat menerima surat: suratnya kembali, atau pemiliknya menolaknya.',
  failed: `Kirim ulang tidak menolong sebelum pemiliknya mengganti alamat email di portal. ${IN_PERSON}`,
};
const MAIL_SERVER: Words = {
  cause: 'Server email sekolah tidak dapat dihubungi.',
  waiting: 'Tidak perlu tindakan: surat berangkat sendiri setelah server email kembali.',
  failed: AGAIN_LATER,
};

const all = (codes: readonly number[], words: Words) => codes.map((code) => [code, words] as const);

/** Texts by Meta's error code; the text of an error itself is never shown. */
const BY_CODE: ReadonlyMap<number, Words> = new Map([
  ...all([1, 2, 131000, 131016, 131057], OUTAGE),
  ...all([4, 80007, 130429], RATE),
  ...all([131056], PAIR),
  ...all([131048], SPAM),
  ...all([131049], CROWDED),
  ...all([131026], {
    cause:
      'Nomor ini tidak dapat menerima pesan: tidak terdaftar di WhatsApp, ketentuannya belum disetujui, atau aplikasinya terlalu lama.',
    failed:
      'Pastikan nomornya benar dan WhatsApp-nya terbaru, lalu kirim ulang. Nomor yang salah diubah admin di menu Pengguna.',
  }),
  ...all([131050], {
    cause: 'Penerima memilih tidak menerima pesan dari nomor sekolah.',
    failed: `Kirim ulang tidak menolong sebelum penerima mengizinkannya lagi. ${IN_PERSON}`,
  }),
  ...all([130472], {
    cause: 'WhatsApp tidak meneruskan pesan ke nomor ini karena nomornya masuk dalam uji coba Meta.',
    failed: `Kirim ulang tidak menolong. ${IN_PERSON}`,
  }),
  ...all([131047], {
    cause: 'Pesan terkirim tanpa template di luar jendela 24 jam.',
    failed: 'Ini kesalahan sistem. Laporkan kepada IT.',
  }),
  ...all([100, 131008, 131009, 132000, 132001, 132005, 132007, 132012], TEMPLATE),
  ...all([132015, 132016], PAUSED),
  ...all([0, 3, 10, 190], ACCESS),
  ...all([368, 130497, 131031], ACCOUNT),
  ...all([131042], {
    cause: 'Pembayaran akun WhatsApp sekolah bermasalah.',
    waiting: `${TO_IT} Metode pembayaran diatur di WhatsApp Manager.`,
    failed: 'Laporkan kepada IT untuk memeriksa pembayaran di WhatsApp Manager, lalu kirim ulang.',
  }),
  ...all([133010], {
    cause: 'Nomor sekolah belum terdaftar di WhatsApp Cloud API.',
    waiting: TO_IT,
    failed: 'Laporkan kepada IT untuk mendaftarkan nomornya, lalu kirim ulang.',
  }),
]);

/** Where WhatsApp named no code. */
const BY_REASON: Readonly<Record<string, Words>> = {
  provider: OUTAGE,
  network: { cause: 'Sistem tidak dapat terhubung ke WhatsApp.', failed: AGAIN_LATER },
  unknown: {
    cause: 'WhatsApp tidak menjawab, jadi tidak pasti apakah pesan ini sampai.',
    waiting: 'Tidak perlu tindakan: sistem menunggu kabar dari WhatsApp, lalu mencoba sekali lagi.',
    failed: 'Tanyakan dulu kepada penerima sebelum mengirim ulang, agar tidak diterima dua kali.',
  },
  expired: { cause: 'Masa berlakunya habis sebelum pesan sempat terkirim.', failed: NEW_CODE },
  bounced: ADDRESS,
  'address-blocked': ADDRESS,
  'no-number': {
    cause: 'Akun ini belum memiliki nomor WhatsApp. Isi pesan ini ada di portal.',
    failed: 'Kirim ulang tidak menolong. Minta pemilik akun mengisi nomornya di portal.',
  },
  'no-address': {
    cause: 'Akun ini tidak lagi memiliki email yang terverifikasi.',
    failed: IN_PERSON,
  },
  'mail-off': {
    cause: 'Portal ini belum mengirim email.',
    failed: 'Laporkan kepada IT: SMTP_URL dan MAIL_FROM belum diatur.',
  },
  'mail-network': MAIL_SERVER,
  'mail-access': {
    cause: 'Server email menolak akses sistem.',
    waiting: TO_IT,
    failed: 'Laporkan kepada IT untuk memperbarui akses server email, lalu kirim ulang.',
  },
  'mail-busy': {
    cause: 'Kotak surat penerima sedang tidak dapat menerima.',
    failed: AGAIN_LATER,
  },
  'mail-refused': {
    cause: 'Server email menolak surat ini.',
    failed: 'Laporkan kepada IT.',
  },
  'mail-unknown': {
    cause: 'Server email tidak menjawab, jadi tidak pasti apakah surat ini sampai.',
    waiting: 'Tidak perlu tindakan: sistem mencoba sekali lagi beberapa menit kemudian.',
    failed: 'Tanyakan dulu kepada penerima sebelum mengirim ulang, agar tidak diterima dua kali.',
  },
  params: {
    cause: 'Data untuk mengisi pesan ini tidak lengkap.',
    failed: 'Ini kesalahan sistem. Laporkan kepada IT.',
  },
  'rate-limit': RATE,
  'recipient-waits': PAIR,
  'stop-bulk': SPAM,
  'stop-all': ACCESS,
  'hold-template': PAUSED,
  tomorrow: CROWDED,
  limit: heldBack('Batas pesan sehari untuk satu nomor sudah tercapai.'),
  'limit-notices': heldBack('Batas pemberitahuan keamanan sehari untuk satu nomor sudah tercapai.'),
  'limit-unproved': heldBack('Nomor ini belum diverifikasi pemiliknya, dan batas pesannya sudah tercapai.'),
};

function wordsOf(reason: string | null, code: number | null): Words | null {
  const known = code === null ? undefined : BY_CODE.get(code);
  // What ended it matters more than what an earlier try had met.
  if (reason === 'expired' || reason === 'params' || reason === 'unknown' || reason === 'network') {
    return BY_REASON[reason] ?? null;
  }
  if (known) return known;
  if (code !== null && code >= 200 && code <= 299) return ACCESS;
  const told = reason === null ? undefined : BY_REASON[reason];
  if (told) return told;
  if (reason === null && code === null) return null;
  return {
    cause:
      code === null
        ? 'WhatsApp menolak pesan ini tanpa menyebut sebabnya.'
        : `WhatsApp menolak pesan ini dengan sebab yang belum dikenal (kode ${code}).`,
    failed: 'Kirim ulang sekali. Bila gagal lagi, laporkan kepada IT.',
  };
}

/**
 * Why a message waits or has failed, in words for people who are no engineers, with what helps; null where nothing is
 * wrong. A message that holds a code has one remedy only: a new code.
 */
export function messageTrouble(message: {
  readonly status: string;
  readonly reason: string | null;
  readonly error_code: number | null;
  readonly code: boolean;
}): MessageTrouble | null {
  if (message.status !== 'retry' && message.status !== 'failed') return null;
  const words = wordsOf(message.reason, message.error_code);
  if (!words) return null;
  if (message.status === 'retry') return { cause: words.cause, remedy: words.waiting ?? BY_ITSELF };
  return { cause: words.cause, remedy: message.code ? NEW_CODE : words.failed };
}
