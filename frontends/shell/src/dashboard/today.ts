import { bothCalendars } from '@gerbang/domain/calendars';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { pageData } from '../page-data.ts';

/** Today in both calendars: the page's own words, or this device's where the page is of another day. */
export function wordsOfToday(): string {
  const now = new Date();
  const { today } = pageData();
  return today?.day === jakartaDay(now) ? today.text : bothCalendars(now);
}
