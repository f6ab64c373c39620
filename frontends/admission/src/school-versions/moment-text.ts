import { inJakarta } from '@gerbang/domain/jakarta-time';
import { formatDateLong, formatTime } from '@gerbang/web-kit/format';

const DAYS = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'];

/** `Rabu 3 Februari 2027 pukul 14.05`. */
export function weekdayMoment(moment: string): string {
  const at = new Date(moment);
  const day = DAYS[new Date(`${inJakarta(at)}Z`).getUTCDay()] ?? '';
  return `${day} ${formatDateLong(at)} pukul ${formatTime(at)}`;
}
