import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { Found, Hit } from '@gerbang/contracts/finder';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import { listPapers } from '@gerbang/contracts/papers';
import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import type { HitGroup } from '@gerbang/domain/finder';
import { PAPER_LABELS } from '@gerbang/domain/papers';
import { phoneText } from '@gerbang/domain/phone-text';
import type { Role } from '@gerbang/domain/roles';
import type { z } from 'zod';

const HITS = 8;

/** What is looked for, and on whose behalf. */
export interface Asked {
  readonly words: string;
  readonly role: Role;
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  /** Of all pages of the list. */
  readonly total: number;
}

/** A list that is searched, and what is shown of its rows. */
export interface Source {
  readonly group: HitGroup;
  readonly call: Endpoint;
  readonly limit: number;
  readonly means: (words: string) => boolean;
  readonly toGroups: (listed: Listed<never>, asked: Asked) => Found['groups'];
}

type RowOf<E extends Endpoint> = z.output<E['response'][200] & z.ZodArray>[number];

const source = <E extends Endpoint>(
  call: E,
  group: HitGroup,
  toHit: (row: RowOf<E>, asked: Asked) => Hit,
  more: Partial<Pick<Source, 'limit' | 'means'>> & {
    readonly beside?: (rows: readonly RowOf<E>[], asked: Asked) => Found['groups'];
  } = {},
): Source => ({
  group,
  call,
  limit: more.limit ?? HITS,
  means: more.means ?? (() => true),
  toGroups: ({ rows, total }: Listed<RowOf<E>>, asked) => ({
    [group]: { total, hits: rows.slice(0, HITS).map((row) => toHit(row, asked)) },
    ...more.beside?.(rows, asked),
  }),
});

const line = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

type Parent = RowOf<typeof listStaffRegistrations>['parent'];
const namesOf = ({ father_name, mother_name, name_from_account }: Parent): string =>
  line(father_name, mother_name) || (name_from_account ?? '');
const phoneOf = ({ contact_phone, phone_from_account }: Parent): string =>
  contact_phone || (phone_from_account ?? '');

/** Whether a parent has each of the words, in a name or in the number: the list was searched by children too. */
function isMeant(parent: Parent, words: string): boolean {
  const names = namesOf(parent).toLowerCase();
  const phone = phoneOf(parent).replace(/\D/gu, '');
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => {
      const digits = /^[+\d-]{4,}$/u.test(word) ? word.replace(/\D/gu, '').replace(/^0/u, '') : '';
      return names.includes(word) || (digits !== '' && phone.includes(digits));
    });
}

/** The parents among these registrations, for roles that open families; each family once. */
function parentsOf(
  rows: readonly RowOf<typeof listStaffRegistrations>[],
  { words, role }: Asked,
): Found['groups'] {
  if (!can(role, 'families.read')) return {};
  const families = new Map<string, Hit>();
  for (const { id, parent } of rows) {
    const [title, phone] = [namesOf(parent), phoneOf(parent)];
    if (title === '' || families.has(title + phone) || !isMeant(parent, words)) continue;
    families.set(title + phone, { to: `/admin/families/${id}`, title, note: phone && phoneText(phone) });
  }
  const hits = [...families.values()];
  return hits.length === 0 ? {} : { parents: { total: hits.length, hits: hits.slice(0, HITS) } };
}

/** The lists, in the order of the groups. */
export const SOURCES: readonly Source[] = [
  source(
    listStaffRegistrations,
    'registrations',
    (one) => ({
      to: `/admin/registration?id=${one.id}`,
      title: one.child.full_name,
      note: line(one.registration_number, line(one.jenjang, one.kelas), namesOf(one.parent)),
    }),
    // More than are shown: brothers and sisters have one family.
    { limit: 3 * HITS, beside: parentsOf },
  ),
  source(listStaffInvoices, 'invoices', (one) => ({
    to: `/admin/invoices?id=${one.id}`,
    title: one.invoice_number,
    note: line(one.child_name, one.installment_name),
  })),
  source(
    listPapers,
    'papers',
    (one, { role }) => ({
      to: can(role, 'families.read') ? `/admin/families/${one.registration_id}` : '/admin/papers',
      title: one.number,
      note: line(PAPER_LABELS[one.kind], one.child_name),
    }),
    // `KW-2026-000123`. Each reading of that list is noted, so nothing else is looked for there.
    { means: (words) => /^(?:kw|kp|sk)[-\s]?\d/iu.test(words) },
  ),
];
