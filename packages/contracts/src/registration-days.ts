import { REGISTRATION_DAYS } from '@gerbang/domain/school-settings';
import { z } from 'zod';
import { calendarDay } from './days.ts';

const FAMILIES_AT_SCHOOL = `Isi perkiraan keluarga, ${REGISTRATION_DAYS.families.min} sampai ${REGISTRATION_DAYS.families.max}`;
const REPEATED_DAY = 'Hari ini sudah disebut di atas. Pilih hari lain, atau hapus salah satunya.';

/** The days on which many families register at the school, behind one network. */
export const registrationDays = z
  .array(
    z.strictObject({
      day: calendarDay('Tanggal tidak valid'),
      families: z
        .int(FAMILIES_AT_SCHOOL)
        .min(REGISTRATION_DAYS.families.min, FAMILIES_AT_SCHOOL)
        .max(REGISTRATION_DAYS.families.max, FAMILIES_AT_SCHOOL),
    }),
  )
  .max(REGISTRATION_DAYS.most, `Paling banyak ${REGISTRATION_DAYS.most} hari. Hapus hari yang sudah lewat.`)
  .superRefine((days, context) => {
    for (const [index, { day }] of days.entries()) {
      if (days.findIndex((one) => one.day === day) === index) continue;
      context.addIssue({ code: 'custom', path: [index, 'day'], message: REPEATED_DAY });
    }
  });
