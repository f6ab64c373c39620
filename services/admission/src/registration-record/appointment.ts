import { weekdayText } from '@gerbang/domain/date-text';

/** When and where an observation is, as messages word it: 'Observasi: Senin, 7 Desember 2026, 09.00 WIB di Aula.' */
export const appointmentText = (
  day: string,
  time: string | null | undefined,
  place: string | null | undefined,
): string =>
  `Observasi: ${weekdayText(day)}${time ? `, ${time.replace(':', '.')} WIB` : ''}${place ? ` di ${place}` : ''}.`;
