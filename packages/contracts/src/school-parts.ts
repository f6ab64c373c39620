import { GUIDE, NEUTRAL_SETTINGS } from '@gerbang/domain/school-settings';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { lineOfText, optionalLine, optionalParagraph, paragraphOfText, uuidText } from './text.ts';

/** A line of so many characters; empty where nothing was typed. */
export const line = (max: number) => optionalLine(max).transform((text) => text ?? '');
const paragraph = (max: number) => optionalParagraph(max).transform((text) => text ?? '');

/** A text that versions stored before it was known leave out: it is empty in them. */
const added = <Text extends z.ZodType<string>>(text: Text) => z.preprocess((typed) => typed ?? '', text);

const clock = z.string('Jam tidak valid').regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Jam tidak valid');
const span = z
  .tuple([clock, clock], 'Jam tidak valid')
  .refine(([from, to]) => from < to, 'Jam selesai harus sesudah jam mulai');
const copyOf = ([from, to]: readonly [string, string]): [string, string] => [from, to];

/** What the landing page answers of the school. */
export const guideSchema = z.strictObject({
  fees: z.boolean('Pilihan tidak dikenal'),
  accreditation: line(GUIDE.accreditation),
  help: line(GUIDE.help),
  photo_file_id: uuidText('Foto tidak valid').nullable(),
  questions: z
    .array(
      z.strictObject({
        question: lineOfText(GUIDE.question, 'Pertanyaan harus diisi'),
        answer: paragraphOfText(GUIDE.answer, 'Jawaban harus diisi'),
      }),
    )
    .max(GUIDE.questions, `Paling banyak ${GUIDE.questions} pertanyaan`),
});

/** Texts of the school that families and papers read. */
export const textsSchema = z
  .strictObject({
    login_note: added(paragraph(500)),
    registration_note: added(paragraph(500)),
    payment_note: added(paragraph(500)),
    offer_note: added(paragraph(500)),
    invoice_footer: added(paragraph(500)),
    invoice_wait: added(line(200)),
    first_day: added(line(200)),
    unique_note: lineOfText(80, 'Sebutan kode unik harus diisi'),
    signatory_name: added(line(80)),
    signatory_title: added(line(80)),
    signatory_city: added(line(80)),
  })
  .default(NEUTRAL_SETTINGS.texts);

/** The school's logo and colour. */
export const brandSchema = z
  .strictObject({
    logo_file_id: uuidText('Logo tidak valid').nullable(),
    colour: z
      .string('Tulis warna seperti #0B5FA5')
      .regex(/^#[0-9a-f]{6}$/iu, 'Tulis warna seperti #0B5FA5')
      .nullable(),
  })
  .default(NEUTRAL_SETTINGS.brand);

/** When the school observes: its hours, prayers and months of Ramadan. */
export const hoursSchema = z
  .strictObject({
    day_start: clock,
    day_end: clock,
    friday_prayer: span,
    midday_prayer: span,
    ramadan: z
      .array(
        z
          .strictObject({
            from: calendarDay('Tanggal tidak valid'),
            to: calendarDay('Tanggal tidak valid'),
            day_end: clock,
          })
          .refine(({ from, to }) => from <= to, {
            path: ['to'],
            message: 'Tanggal selesai harus sesudah tanggal mulai',
          }),
      )
      .max(10, 'Paling banyak 10 masa Ramadan'),
  })
  .refine(({ day_start, day_end }) => day_start < day_end, {
    path: ['day_end'],
    message: 'Jam selesai harus sesudah jam mulai',
  })
  .default(() => ({
    ...NEUTRAL_SETTINGS.hours,
    friday_prayer: copyOf(NEUTRAL_SETTINGS.hours.friday_prayer),
    midday_prayer: copyOf(NEUTRAL_SETTINGS.hours.midday_prayer),
    ramadan: [],
  }));
