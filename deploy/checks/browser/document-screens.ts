import type { Page } from 'playwright-core';
import { sendDocument } from '../kit/documents.ts';
import { paidFamily, type Registered } from '../kit/families.ts';
import { type Account, uniqueWord } from '../kit/people.ts';
import { photographPaper } from './paper.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';
import type { Visitor } from './visitor.ts';

const PROFILE = {
  father_name: 'Ahmad Fauzi',
  mother_name: 'Rahma Aulia',
  contact_phone: '081234567890',
  address: 'Jl. Melati No. 12, RT 03/RW 05',
};
const KK_NUMBER = '9912341203880001';

/** Three children whose family sent papers: one waits, one was accepted and its NIK typed anew, one was returned. */
async function papers(studio: Studio, page: Page, word: string) {
  const names = ['Aisyah Putri', 'Umar Faruq', 'Khalid Ramadhan'].map((name) => `${name} ${word}`);
  const { parent, made } = await paidFamily(studio.client, names, { profile: PROFILE });
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('too few registrations');
  await page.goto('/auth');
  const { buffer } = await photographPaper(page, 1);
  const send = (one: Registered, key: string, pages = 1) =>
    sendDocument(studio.client, parent, one.childId, key, pages, buffer);
  const { call } = await studio.staff('cs');
  const write = (one: Registered, nik: string) =>
    parent.call('PATCH', `/api/children/${one.childId}`, { nik, kk_number: KK_NUMBER });
  await write(first, '9912345405190002');
  await send(first, 'kk', 2);
  await send(first, 'akta');
  await write(second, '9912341405190012');
  await send(second, 'kk');
  await accept(call, second, ['nik', 'kk_number']);
  await write(second, '9912341405190013');
  await send(third, 'akta');
  await decide(call, third, { decision: 'returned', reason_code: 'terpotong' });
  return { parent, first, second, third, names };
}

interface Read {
  readonly facts_print: string;
  readonly documents: readonly { readonly id: string | null; readonly versions: readonly unknown[] }[];
}

async function decide(call: Account['call'], { id }: Registered, decision: object): Promise<void> {
  const { documents } = await call<Read>('GET', `/api/admin/registrations/${id}/documents`);
  const sent = documents.find(({ versions }) => versions.length > 0);
  await call('PUT', `/api/admin/documents/${sent?.id}/review`, { number: 1, ...decision });
}

async function accept(call: Account['call'], one: Registered, facts: readonly string[]): Promise<void> {
  const { facts_print } = await call<Read>('GET', `/api/admin/registrations/${one.id}/documents`);
  await decide(call, one, { decision: 'approved', facts, facts_print });
}

/** Documents: the queue, the desk in its states, a registration's documents, the school's types; a family's own pages. */
export async function documentStaffScreens(studio: Studio): Promise<void> {
  await studio.needsSchool();
  const clerk = await studio.open(await studio.staff('staff_tu'));
  const { page, screen } = clerk;
  const word = uniqueWord();
  const { parent, first, second, third, names } = await papers(studio, page, word);
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '2 dokumen');
  await studio.shoot(clerk, '90-documents-queue', false);
  await page.getByRole('button', { name: `Periksa Kartu keluarga: ${names[0]}` }).click();
  await desk(page);
  await studio.shoot(clerk, '91-documents-desk', false);
  await page.getByRole('button', { name: /^Semua sama/u }).click();
  await studio.shoot(clerk, '91-documents-desk-ticked', false);
  await page.keyboard.press('r');
  await page.getByRole('group', { name: 'Kembalikan karena' }).waitFor();
  await studio.shoot(clerk, '91-documents-desk-reasons', false);
  await page.goto('/admin/documents?status=changed');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '1 dokumen');
  await studio.shoot(clerk, '92-documents-changed', false);
  await page.getByRole('button', { name: `Periksa Kartu keluarga: ${names[1]}` }).click();
  await desk(page);
  await studio.shoot(clerk, '92-documents-changed-desk', false);

  const beside = screen.width >= 1200;
  await documentsOf(page, second, beside);
  await studio.shoot(clerk, '93-documents-registration', false);
  await documentsOf(page, first, beside);
  await page.getByRole('button', { name: 'Kirim Pas foto anak atas nama keluarga' }).click();
  await page.getByRole('dialog').last().waitFor();
  await studio.shoot(clerk, '93-documents-send', false);
  await typeScreens(clerk, studio);
  const family = await studio.open(parent);
  for (const [at, one] of [first, second, third].entries())
    await studio.visit(family, `/children/${one.childId}/dokumen`, `95-documents-family-${at + 1}`);
}

async function desk(page: Page): Promise<void> {
  await page.getByText('Cocokkan dengan isian').waitFor();
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}

async function documentsOf(page: Page, { id }: Registered, beside: boolean): Promise<void> {
  await page.goto(`/admin/registration?id=${id}`);
  if (beside) await page.getByRole('tab', { name: 'Dokumen' }).click();
  else await portal.button(page, 'Lihat dokumen').click();
  await page.getByRole('list', { name: 'Dokumen anak ini' }).waitFor();
}

async function typeScreens(clerk: Visitor, studio: Studio): Promise<void> {
  const { page } = clerk;
  await studio.visit(clerk, '/admin/document-types', '94-document-types');
  await page.getByRole('button', { name: 'Ubah Akta kelahiran' }).click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot(clerk, '94-document-types-form', false);
}
