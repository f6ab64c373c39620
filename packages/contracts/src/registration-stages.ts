import { rolesWith } from '@gerbang/domain/abilities';
import { SELECTABLE_STAGES, STAGES } from '@gerbang/domain/registration-stages';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { CALENDAR, endpoint } from './endpoint.ts';
import { personSchema } from './registrations.ts';
import { staffRegistrationSchema } from './staff-registrations.ts';
import { idParams, optionalLine, optionalParagraph, uuidText } from './text.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();

/** One entry of 'Riwayat Tahapan'. */
export const stageEntrySchema = z.object({
  id: z.uuid(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  stage: z.enum(STAGES),
  content: text,
  observation_time: text,
  observation_place: text,
  note: text,
  file_attachment_url: text,
  file_attachment_filename: text,
  reached_at: moment,
  created_at: moment,
  /** Null = the portal itself: a deadline that was over, a seat that was free. */
  created_by: personSchema.nullable(),
});
export type StageEntry = z.output<typeof stageEntrySchema>;

export const listStageHistory = endpoint({
  id: 'C12',
  method: 'GET',
  path: '/api/registrations/{id}/stage-history',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Riwayat tahapan sebuah pendaftaran, terlama dahulu',
  tags: ['pendaftaran'],
  params: idParams,
  response: { 200: z.array(stageEntrySchema) },
});

export const observationCalendar = endpoint({
  id: 'X90',
  method: 'GET',
  path: '/api/registrations/{id}/observation.ics',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Jadwal observasi sebagai berkas kalender, tanpa nama anak',
  tags: ['pendaftaran'],
  params: idParams,
  // The file's text.
  media: [CALENDAR],
  response: { 200: z.any() },
});

export const listStaffStageHistory = endpoint({
  id: 'C16',
  method: 'GET',
  path: '/api/admin/registrations/{id}/stage-history',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.monitor') },
  summary: 'Riwayat tahapan sebuah pendaftaran, terlama dahulu',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  response: { 200: z.array(stageEntrySchema) },
});

export const changeStage = endpoint({
  id: 'C17',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/stage',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('registrations.move_stage') },
  summary: 'Ubah tahap pendaftaran',
  tags: ['pendaftaran (staf)'],
  params: idParams,
  body: z
    .strictObject({
      current_stage: z.enum(SELECTABLE_STAGES, 'Tahap tidak dapat dipilih'),
      content: optionalParagraph(2000).optional(),
      note: optionalParagraph(2000).optional(),
      observation_time: z
        .string('Jam tidak valid')
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Jam tidak valid')
        .nullable()
        .optional(),
      observation_place: optionalLine(200).optional(),
      /** A slot to be given: day, time and place are then the slot's. */
      slot_id: uuidText('Pilih jadwal').optional(),
      file_attachment_url: optionalLine(300).optional(),
      file_attachment_filename: optionalLine(150).optional(),
    })
    .superRefine((body, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (body.slot_id !== undefined) {
        if (body.current_stage !== 'obs_scheduled')
          issue('slot_id', 'Hanya untuk tahap Observasi Dijadwalkan');
        for (const field of ['note', 'file_attachment_url'] as const) {
          if (body[field]) issue(field, 'Beri jadwalnya dahulu, lalu tambahkan ini');
        }
        return;
      }
      if (body.current_stage === 'obs_scheduled') {
        if (!calendarDay('Tanggal tidak valid').safeParse(body.content).success) {
          issue('content', body.content ? 'Tanggal observasi tidak valid' : 'Tanggal observasi harus diisi');
        }
        return;
      }
      for (const field of ['observation_time', 'observation_place'] as const) {
        if (body[field]) issue(field, 'Hanya untuk tahap Observasi Dijadwalkan');
      }
    }),
  response: { 200: staffRegistrationSchema },
});
export type StageChange = z.input<(typeof changeStage)['body']>;
