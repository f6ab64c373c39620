import type { NextClass } from './continuations.ts';
import { DEFAULT_LEVELS, type Level } from './levels.ts';
import type { CashProof } from './invoice-payments.ts';
import type { DiscountLists } from './payment-schemes.ts';
import type { RefundRule } from './refund-rule.ts';
import type { SchoolAccount } from './school-accounts.ts';

/** A table of fees that families read; `image_url` = a picture in its place. */
export interface FeeTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly image_url: string | null;
}

/** `HH:mm` to `HH:mm`. */
type Span = readonly [from: string, to: string];

/** What a school says of itself on the landing page. Texts are plain; empty = nothing is shown. */
export interface GuideSettings {
  /** Whether the registration fees are told before the login. */
  readonly fees: boolean;
  readonly accreditation: string;
  /** Who helps, and when. */
  readonly help: string;
  /** A picture of the school, uploaded as its logo is. */
  readonly photo_file_id: string | null;
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

export const NEW_GUIDE: GuideSettings = {
  fees: true,
  accreditation: '',
  help: '',
  photo_file_id: null,
  questions: [],
};

/** Bounds of the guide's texts (characters) and questions. */
export const GUIDE = { accreditation: 120, help: 200, question: 120, answer: 600, questions: 12 } as const;

/** Everything that a school sets of itself, versioned as a whole. Amounts are whole rupiah, days `YYYY-MM-DD`. */
export interface SchoolSettings {
  /** Whether families can register. */
  readonly open: boolean;
  readonly name: string;
  readonly short_name: string;
  readonly address: string;
  readonly city: string;
  readonly contact_whatsapp: string;
  readonly levels: readonly Level[];
  /** Steps to the next class that differ from the order of levels and classes; absent = none does. */
  readonly next_classes?: readonly NextClass[] | undefined;
  readonly academic_years: readonly string[];
  readonly accounts: readonly SchoolAccount[];
  readonly unique_code: { readonly on: boolean; readonly max: 0 | 99 | 999 };
  readonly cash_proof: CashProof;
  /** Whether cash is booked only into a drawer that was opened; absent = the school has no drawers. */
  readonly cash_drawers?: true | undefined;
  readonly discounts: DiscountLists;
  readonly payment_periods: readonly string[];
  readonly default_payment_period: string;
  readonly fee_tables: readonly FeeTable[];
  readonly texts: {
    readonly login_note: string;
    readonly registration_note: string;
    readonly payment_note: string;
    readonly offer_note: string;
    readonly invoice_footer: string;
    /** When families get the first bill after they confirmed; empty = the portal says nothing of it. */
    readonly invoice_wait: string;
    /** What families read of the first day of school; empty = nothing. */
    readonly first_day: string;
    readonly unique_note: string;
    readonly signatory_name: string;
    readonly signatory_title: string;
    readonly signatory_city: string;
  };
  readonly brand: { readonly logo_file_id: string | null; readonly colour: string | null };
  readonly hours: {
    readonly day_start: string;
    readonly day_end: string;
    readonly friday_prayer: Span;
    readonly midday_prayer: Span;
    readonly ramadan: readonly { readonly from: string; readonly to: string; readonly day_end: string }[];
  };
  /** Days of Jakarta on which families register at the school, and how many of one network then may in an hour. */
  readonly registration_days?: readonly { readonly day: string; readonly families: number }[] | undefined;
  /** What goes back to families that leave; absent = nothing is said of it and nothing goes back. */
  readonly refund_rule?: RefundRule | undefined;
  /** What the landing page answers of the school; absent = it answers as for any school. */
  readonly guide?: GuideSettings | undefined;
}

/** How many such days a school names, and what it may expect of one. */
export const REGISTRATION_DAYS = { most: 30, families: { min: 10, max: 1000 } } as const;

/** What stands in place of the name and the contact until a new school has typed its own; both fit the schema. */
export const NO_NAME = 'Sekolah Baru';
export const NO_CONTACT = '+62000000000';

/** The neutral values of the settings that a school may leave as they are. */
export const NEUTRAL_SETTINGS = {
  address: '',
  city: '',
  unique_code: { on: false, max: 99 },
  cash_proof: 'required',
  texts: {
    login_note: '',
    registration_note: '',
    payment_note: '',
    offer_note: '',
    invoice_footer: '',
    invoice_wait: '',
    first_day: '',
    unique_note: 'pembulatan',
    signatory_name: '',
    signatory_title: '',
    signatory_city: '',
  },
  brand: { logo_file_id: null, colour: null },
  hours: {
    day_start: '07:30',
    day_end: '15:00',
    friday_prayer: ['11:30', '13:00'],
    midday_prayer: ['12:00', '12:30'],
    ramadan: [],
  },
} as const satisfies Partial<SchoolSettings>;

/** A new school: closed, no level offered, no fee, no account; the draft of its first version begins with this. */
export const BLANK_SETTINGS: SchoolSettings = {
  ...NEUTRAL_SETTINGS,
  open: false,
  name: NO_NAME,
  short_name: NO_NAME,
  contact_whatsapp: NO_CONTACT,
  levels: DEFAULT_LEVELS.map((level) => ({ ...level, offered: false, fee: 0 })),
  academic_years: [],
  accounts: [],
  discounts: { loyalty_program: [0], event: [0], full_payment: [0], group: [0] },
  payment_periods: [],
  default_payment_period: '',
  fee_tables: [],
};

/** The levels that families can register for. */
export function offeredLevels(settings: Pick<SchoolSettings, 'levels'>): Level[] {
  return settings.levels.filter((level) => level.offered);
}
