import type { OwnSession } from '@gerbang/contracts/sessions';
import { formatMoment } from '@gerbang/web-kit/page/format';

/** Texts about devices and sessions. */
export const sessionsCopy = {
  title: 'Perangkat dan sesi',
  lead: 'Di sini akun Anda sedang masuk. Tidak mengenali salah satunya? Akhiri sesinya, lalu ganti password.',
  loading: 'Memuat perangkat...',
  loadFailed: 'Daftar perangkat tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  current: 'Perangkat ini',
  now: 'Sedang dipakai',
  lastSeen: (moment: string) => `Terakhir dipakai ${formatMoment(moment)}`,
  started: (moment: string) => `Masuk ${formatMoment(moment)}`,
  end: 'Akhiri',
  endOf: (device: string) => `Akhiri sesi ${device}`,
  ending: 'Mengakhiri...',
  ended: 'Sesi diakhiri',
  endedText: (device: string) => `${device} harus masuk lagi.`,
  endFailed: 'Gagal mengakhiri sesi',
  onlyThis: 'Tidak ada perangkat lain yang masuk dengan akun ini.',
  endOthers: 'Akhiri semua sesi lain',
  endOthersTitle: 'Akhiri semua sesi lain?',
  endOthersText: 'Semua perangkat selain yang sedang Anda pakai akan dikeluarkan dan harus masuk lagi.',
  endedOthers: (count: number) => `${count} sesi di perangkat lain diakhiri.`,
} as const;

/** `Chrome, Android` → `Chrome di Android`. */
export function deviceText(device: string | null): string {
  return device === null ? 'Perangkat tidak dikenal' : device.replace(', ', ' di ');
}

const PRIVATE = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0::|f[cd][0-9a-f]{2}:|fe80:)/u;

/** A network in words: that of this device, a local one, or the numbers that it begins with. */
export function networkText({ id, network }: OwnSession, current: OwnSession | undefined): string {
  if (network === null) return 'Jaringan tidak tercatat';
  const start = network.replace(/\.0\/24$/u, '.…').replace(/::\/64$/u, ':…');
  const name = PRIVATE.test(network) ? 'Jaringan lokal' : `Jaringan ${start}`;
  if (id === current?.id) return name;
  return network === current?.network
    ? 'Jaringan yang sama dengan perangkat ini'
    : `${name}, bukan jaringan perangkat ini`;
}
