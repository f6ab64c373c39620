import type { heldPaperSchema, paperCheckSchema, paperSchema } from '@gerbang/contracts/papers';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { levelSentence } from '@gerbang/domain/level-words';
import { groupedPaperCode, nameInitials } from '@gerbang/domain/papers';
import type { School } from '@gerbang/contracts/school';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import type { CheckedPaper, ListedPaper, PaperFacts, PaperRecord } from './papers.repository.ts';

export const noPaper = (): Problem => notFound('Dokumen tidak ditemukan');
export const unknownCode = (): Problem =>
  notFound('Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.');

/** The child's columns from which a paper's facts are made. */
export type PaperChild = Pick<Tables['registrations'], 'child_name' | 'jenjang' | 'kelas' | 'academic_year'>;

/** What a paper about this child says from today on; `paid` is null for a letter. */
export function factsOf(
  school: School,
  child: PaperChild,
  paid: { readonly amount: number; readonly on: string } | null,
): PaperFacts {
  return {
    amount: paid?.amount ?? null,
    paid_on: paid?.on ?? null,
    initials: nameInitials(child.child_name),
    level: levelSentence(school.levels, child),
    year: child.academic_year,
    issuer: school.name,
  };
}

/** What is printed beside the QR code: the address that it holds, the code in groups of four, and the portal's host. */
export function checkOf(
  { config }: Pick<Context, 'config'>,
  { code }: Pick<PaperRecord, 'code'>,
): { readonly url: string; readonly code: string; readonly host: string } {
  const url = new URL(`/cek/${code}`, config.PUBLIC_ORIGIN);
  return { url: url.href, code: groupedPaperCode(code), host: url.host };
}

/** What everybody may learn of a paper; `host` is the portal's. */
export function toCheck(
  host: string,
  { kind, number, facts, issued_on, revoked_at }: CheckedPaper,
): z.input<typeof paperCheckSchema> {
  const shared = { kind, number, issued_on, school: facts.issuer, host };
  if (revoked_at !== null) {
    return {
      valid: false,
      ...shared,
      revoked_on: jakartaDay(revoked_at),
      ...(facts.replaced && { replaced: true }),
    };
  }
  return {
    valid: true,
    ...shared,
    initials: facts.initials,
    level: facts.level,
    ...(facts.amount !== null && { amount: facts.amount }),
    ...(kind === 'acceptance_letter' && { year: facts.year }),
  };
}

/** A paper as staff see it. */
export function toPaper({ facts, revoked_at, ...record }: ListedPaper): z.input<typeof paperSchema> {
  const {
    fee_verified_at: _verified,
    refund_id: _refund,
    code: _code,
    created_at: _created,
    ...shown
  } = record;
  return { ...shown, amount: facts.amount, revoked_at: revoked_at?.toISOString() ?? null };
}

/** A paper as its family's data export holds it. */
export function toHeldPaper(record: ListedPaper): z.input<typeof heldPaperSchema> {
  const { version: _version, looks: _looks, child_name: _child, ...shown } = toPaper(record);
  return { ...shown, code: record.code, initials: record.facts.initials };
}
