import { MESSAGE_KINDS, type MessageKind } from './message-kinds.ts';
import { MESSAGE_TEMPLATES, TEMPLATE_LANGUAGE } from './message-templates.ts';
import type { MessageTemplate } from './message-template.ts';

/** A button as Meta registers it. */
export type RegisteredButton =
  | {
      readonly type: 'URL';
      readonly text: string;
      readonly url: string;
      readonly example?: readonly string[];
    }
  | { readonly type: 'OTP'; readonly otp_type: 'COPY_CODE'; readonly text?: string };

/** A part of a template as Meta registers it. */
export type RegisteredComponent =
  | {
      readonly type: 'BODY';
      readonly text?: string;
      readonly example?: { readonly body_text: readonly (readonly string[])[] };
      readonly add_security_recommendation?: boolean;
    }
  | { readonly type: 'HEADER'; readonly format: 'TEXT'; readonly text: string }
  | { readonly type: 'FOOTER'; readonly text?: string; readonly code_expiration_minutes?: number }
  | { readonly type: 'BUTTONS'; readonly buttons: readonly RegisteredButton[] };

/**
 * The body of `POST /{whatsapp-business-account}/message_templates`
 * (developers.facebook.com/documentation/business-messaging/whatsapp/templates).
 */
export interface Registration {
  readonly name: string;
  readonly language: string;
  readonly category: 'AUTHENTICATION' | 'UTILITY' | 'MARKETING';
  readonly components: readonly RegisteredComponent[];
}

/** What of the installation stands in the templates: the school's name, and the portal's address without a slash at its end. */
export interface TemplateOwner {
  readonly school: string;
  readonly origin: string;
}

/** How long a school's name may be in a message. */
export const LONGEST_SCHOOL = 80;
/** Minutes for which a code is valid. */
const CODE_MINUTES = 10;
const ENDING = 'Pesan ini dikirim otomatis, jadi tidak perlu dibalas.';

/** Made-up values with which Meta's reviewers see a template. */
const SAMPLES: Readonly<Record<string, string>> = {
  name: 'Siti Aminah',
  child: 'Aisyah Putri',
  level: 'SD kelas 1',
  number: 'PSB-2026-SD-00042',
  fee: 'Rp 550.000',
  amount: 'Rp 12.250.000',
  remaining: 'Rp 6.000.000',
  stage: 'Observasi Dijadwalkan',
  detail: 'Observasi: Senin, 7 Desember 2026, 08.00 WIB.',
  due: '10 Desember 2026',
  when: 'besok',
  day: 'Senin, 7 Desember 2026',
  time: '08.00 WIB',
  place: 'Ruang Anggrek',
  bring: 'sepatu olahraga dan akta kelahiran',
  days: '3',
  count: '2',
  documents: 'Akta kelahiran, Kartu keluarga',
  next: 'Isi konfirmasi daftar ulang',
  lines: '12',
  receipts: '2',
  what: 'email',
  device: 'Chrome di Windows',
  network: 'Jakarta',
  factor: 'aplikasi kode',
  school: 'PPDB Cahaya Ilmu',
  who: 'Budi Santoso',
  reason: 'SD kelas 2 masih dipakai 1 pendaftaran tahun 2026/2027.',
};
const SAMPLE_PATH = 'registrations?lihat=019a0000-0000-7000-8000-000000000001';

/** The places of a template's values that stand in its text: all but the button's. */
export function textParams(template: MessageTemplate): readonly string[] {
  return template.params.filter((name) => name !== 'link');
}

/** The school's name on one line, as it stands in a template: it can hold no variable. */
function writtenName(school: string): string {
  return school
    .replace(/[\s{}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SCHOOL)
    .trim();
}

/** The body of a template as Meta registers it: who writes, what the message says, and a last sentence without a variable. */
export function registeredText(template: MessageTemplate, school: string): string {
  return `Pesan dari ${writtenName(school)}.\n\n${template.text}\n\n${ENDING}`;
}

/** The template of a kind as it is registered at Meta. */
export function registrationOf(kind: MessageKind, { school, origin }: TemplateOwner): Registration {
  const template = MESSAGE_TEMPLATES[kind];
  const common = { name: template.name, language: TEMPLATE_LANGUAGE };
  if (template.category === 'authentication') {
    return {
      ...common,
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', add_security_recommendation: true },
        { type: 'FOOTER', code_expiration_minutes: CODE_MINUTES },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Salin kode' }] },
      ],
    };
  }
  const samples = textParams(template).map((name) => SAMPLES[name] ?? name);
  const { button: text } = template;
  const url = `${origin}/{{1}}`;
  return {
    ...common,
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: registeredText(template, school),
        ...(samples.length > 0 && { example: { body_text: [samples] } }),
      },
      ...(text === undefined
        ? []
        : [
            {
              type: 'BUTTONS',
              buttons: [{ type: 'URL', text, url, example: [`${origin}/${SAMPLE_PATH}`] }],
            } as const,
          ]),
    ],
  };
}

/** All templates of the portal as they are registered at Meta. */
export function registrations(owner: TemplateOwner): Registration[] {
  return MESSAGE_KINDS.map((kind) => registrationOf(kind, owner));
}

const KIND_OF = new Map(MESSAGE_KINDS.map((kind) => [MESSAGE_TEMPLATES[kind].name, kind]));

/** The kind and version of a registered name, `tagihan_terbit_v2`; null where it is none of the portal's. */
export function kindOfName(name: string): { readonly kind: MessageKind; readonly version: number } | null {
  const [, base = name, version = '1'] = /^(.+)_v(\d{1,4})$/u.exec(name) ?? [];
  const kind = KIND_OF.get(base);
  return kind === undefined ? null : { kind, version: Number(version) };
}
