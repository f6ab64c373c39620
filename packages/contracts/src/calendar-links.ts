import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { CALENDAR, endpoint } from './endpoint.ts';

const links = { service: 'admission', tags: ['jadwal observasi'] } as const;
const own = { ...links, access: { kind: 'roles', roles: rolesWith('calendar.own') } } as const;

export const makeCalendarLink = endpoint({
  ...own,
  id: 'J19',
  method: 'POST',
  path: '/api/admin/me/calendar-link',
  summary: 'Buat alamat kalender langganan sendiri; alamat sebelumnya tidak berlaku lagi',
  response: {
    /** The address is shown this once. */
    201: z.object({ url: z.string(), created_at: z.iso.datetime() }),
  },
});

export const revokeCalendarLink = endpoint({
  ...own,
  id: 'J22',
  method: 'DELETE',
  path: '/api/admin/me/calendar-link',
  summary: 'Cabut alamat kalender langganan sendiri',
  response: { 204: z.void() },
});

export const calendarFeed = endpoint({
  ...links,
  access: { kind: 'public' },
  id: 'X82',
  method: 'GET',
  path: '/api/kalender/{token}.ics',
  perMinute: 20,
  summary: 'Jadwal observasi pemilik alamat rahasia: waktu, tempat, dan nomor, tanpa nama',
  params: z.strictObject({ token: z.string().max(100, 'Pilihan tidak dikenal') }),
  media: [CALENDAR],
  response: { 200: z.any() },
});

/** The calls about calendars that staff subscribe to. */
export const calendarLinkCalls = [makeCalendarLink, revokeCalendarLink, calendarFeed] as const;
