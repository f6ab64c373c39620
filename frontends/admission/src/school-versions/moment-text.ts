import { weekdayOf } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { formatMoment } from '@gerbang/web-kit/page/format';

/** `Rabu, 3 Februari 2027, 14.05 WIB`. */
export function weekdayMoment(moment: string): string {
  return `${weekdayOf(jakartaDay(new Date(moment)))}, ${formatMoment(moment)}`;
}
