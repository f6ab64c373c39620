import { MESSAGE_KINDS } from '../src/message-kinds.ts';
import { MESSAGE_TEMPLATES } from '../src/message-templates.ts';
import { keptText } from '../src/message-texts.ts';

test('when a link carries a token behind its `#`, then what is stored of the message does not', () => {
  const link = 'https://portal.example/number-requests/stop#rahasia-sekali';
  const kept = keptText('number_request_approved', ['24 November 2026, 08.00 WIB', link]);
  expect(kept).toContain('24 November 2026');
  expect(kept).not.toContain('rahasia');
  expect(keptText('account_changed', ['email #1'])).toContain('email #1');
});

test.each([
  [
    'documents_returned',
    ['2', 'Aisyah Putri', 'Akta kelahiran, Kartu keluarga'],
    'Ada 2 dokumen Aisyah Putri yang perlu diulang: Akta kelahiran, Kartu keluarga.',
  ],
  [
    'documents_complete',
    ['Aisyah Putri', 'Isi konfirmasi daftar ulang'],
    'Semua dokumen Aisyah Putri sudah diterima.\nLangkah berikutnya: Isi konfirmasi daftar ulang',
  ],
  [
    'documents_missing',
    ['1', 'Aisyah Putri', 'Rapor'],
    'Masih ada 1 dokumen Aisyah Putri yang belum kami terima: Rapor.',
  ],
] as const)(
  'when %s is sent, then it names child and documents in the words that were agreed',
  (kind, values, text) => {
    expect(keptText(kind, [...values, 'https://portal.example/children/1/dokumen'])).toContain(text);
  },
);

test.each(MESSAGE_KINDS)(
  'when the template %s is read, then each value has its place in the text, and the link its button',
  (kind) => {
    const { text, params, button } = MESSAGE_TEMPLATES[kind];
    const used = [...text.matchAll(/\{\{(\d)\}\}/gu)].map(([, number]) => Number(number));
    const named = params.filter((name) => name !== 'link');
    expect([...new Set(used)]).toEqual(named.map((_name, at) => at + 1));
    expect(params.indexOf('link')).toBe(button === undefined ? -1 : params.length - 1);
  },
);

/** The values that each name takes at Meta. A name that is here keeps its line: a template that takes others gets a new name. */
const VALUES: Readonly<Record<string, string>> = {
  kode_reset_password: 'code',
  kode_verifikasi_nomor: 'code',
  undangan_loket: 'child school link',
  password_diganti: 'name link',
  nomor_diganti: 'name link',
  nomor_hilang_disetujui: 'when link',
  akun_diubah: 'what',
  nomor_masuk_ditambah: 'link',
  masuk_perangkat_baru: 'device network link',
  verifikasi_ditambah: 'name factor link',
  verifikasi_dihapus: 'name factor link',
  verifikasi_dikosongkan: 'name link',
  kode_pemulihan_dipakai: 'name link',
  rekening_resmi_berubah: 'school when who link',
  rekening_resmi_tertahan: 'when reason link',
  akun_berwenang_baru: 'what',
  pendaftaran_diterima: 'child level number fee link',
  bukti_biaya_diterima: 'child number link',
  biaya_terverifikasi: 'child number link',
  biaya_ditolak: 'child number link',
  tahap_pendaftaran_berubah: 'child number stage detail link',
  hasil_observasi_terbit: 'child level number link',
  daftar_ulang_diterima: 'child number link',
  daftar_ulang_diproses: 'child number link',
  daftar_ulang_ditolak: 'child number link',
  tagihan_terbit: 'child number amount due link',
  tagihan_jatuh_tempo: 'child number amount when due link',
  tagihan_terlambat: 'child number amount days due link',
  pembayaran_terverifikasi: 'amount number child remaining link',
  pembayaran_ditolak: 'amount number child link',
  jatuh_tempo_diubah: 'number link',
  pembayaran_dibatalkan: 'number link',
  pengembalian_disetujui: 'number amount link',
  pengembalian_ditransfer: 'number amount link',
  skema_pembayaran_diubah: 'child number link',
  hasil_dikoreksi: 'number link',
  pengunduran_diri_tercatat: 'number link',
  pindah_tahun_ajaran: 'year number next link',
  permintaan_mundur_dijawab: 'number link',
  permintaan_mundur_menunggu: 'count link',
  daftar_ulang_selesai: 'child number link',
  data_dikoreksi: 'child link',
  dokumen_perlu_diulang: 'count child documents link',
  dokumen_lengkap: 'child next link',
  data_dapodik_diminta: 'child link',
  lanjut_jenjang_ditanyakan: 'child level until link',
  lanjut_jenjang_belum_dijawab: 'child level until link',
  dokumen_belum_ada: 'count child documents link',
  penghapusan_data_diterima: 'due link',
  penghapusan_data_disetujui: 'name',
  penghapusan_data_ditolak: 'link',
  mutasi_belum_selesai: 'lines receipts link',
  pembayaran_perlu_ditinjau: 'number amount link',
  kursi_tersedia: 'child level until link',
  kursi_segera_dilepas: 'child until link',
  kursi_dilepas: 'child link',
  daftar_tunggu_masuk: 'child level position of link',
  daftar_tunggu_masih: 'child level before link',
  daftar_tunggu_ditutup: 'level child link',
  pilih_jadwal_observasi: 'child link',
  jadwal_observasi: 'child day time place link',
  pengingat_observasi: 'child when place bring link',
  jadwal_observasi_dibatalkan: 'child day link',
  jadwal_observasi_baru: 'link',
};

test.each(Object.values(MESSAGE_TEMPLATES))(
  'when the release before sends $name during an update, then Meta still takes its values',
  ({ name, params }) => {
    expect(params.join(' ')).toBe(VALUES[name]);
  },
);
