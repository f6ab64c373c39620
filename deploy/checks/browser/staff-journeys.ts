import type { Page } from 'playwright-core';
import type { Registered } from '../kit/families.ts';
import { confirmEnrollment, makeScheme, ownInvoices, payInvoice } from '../kit/enrollments.ts';
import {
  acceptedFamily,
  changeStage,
  decideFee,
  jakartaDate,
  observe,
  paidFamily,
  waitsForAnnouncement,
} from '../kit/families.ts';
import { uniqueWord } from '../kit/people.ts';
import type { Journey, Scene } from './journey.ts';
import * as portal from './portal.ts';
import { actOn, writeAnnouncement } from './staff.ts';

/** A family may add only so many children a day. */
const A_FAMILY = 10;

/** Letters that tell names apart, in the order of the alphabet: Aa, Ab … Bo. */
const letters = (at: number) => String.fromCodePoint(65 + Math.floor(at / 26), 97 + (at % 26));

/** So many registrations whose fees wait for finance; all names hold the word. */
async function queue({ client }: Scene, count: number, word: string): Promise<Registered[]> {
  const names = Array.from({ length: count }, (_none, at) => `Anak ${letters(at)} ${word}`);
  const made: Registered[] = [];
  for (let at = 0; at < count; at += A_FAMILY) {
    made.push(...(await paidFamily(client, names.slice(at, at + A_FAMILY))).made);
  }
  return made;
}

/** Lets the page know only the students whose name holds the word. */
async function onlyWaiting(page: Page, word: string): Promise<void> {
  await page.route('**/students-waiting/*', async (route) => {
    const response = await route.fetch();
    const all = (await response.json()) as { child: { full_name: string } }[];
    await route.fulfill({ response, json: all.filter(({ child }) => child.full_name.includes(word)) });
  });
}

/** Opens the first of the proofs that wait by Enter in the search, and presses V for each. */
async function verifyAll(page: Page, region: string, names: readonly string[]): Promise<void> {
  const panel = page.getByRole('region', { name: region });
  await page.getByRole('searchbox').first().press('Enter');
  for (const name of names) {
    await panel.getByRole('heading', { name }).waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await page.keyboard.press('v');
  }
  await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
}

async function waitingForResults(scene: Scene, count: number, word: string): Promise<Registered[]> {
  const made = await queue(scene, count, word);
  for (const one of made) await observe(one, { finance: scene.admin, staff: scene.admin });
  for (const one of made) await waitsForAnnouncement(scene.admin, one);
  return made;
}

/** The ways of the staff at a desk. */
export const STAFF_JOURNEYS: readonly Journey[] = [
  {
    name: 'clerk: stages in bulk, 41 children',
    most: [5, 0],
    async prepare(scene) {
      const word = uniqueWord();
      for (const one of await queue(scene, 41, word)) {
        await decideFee(scene.admin, one, 'verified');
        await changeStage(scene.admin, one, { current_stage: 'obs_scheduled', content: jakartaDate() });
      }
      const page = await scene.desk('staff_pendidikan');
      return {
        page,
        path: '/admin/registration?current_stage=obs_scheduled',
        ready: () => page.getByRole('searchbox').fill(word),
        async go() {
          const dialog = page.getByRole('dialog').last();
          for (let left = 41; left > 0; ) {
            await portal.see(page, `${left} pendaftaran`);
            await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check();
            const bar = page.getByRole('group', { name: 'Tindakan untuk pilihan' });
            await bar.getByRole('button', { name: 'Ubah tahap' }).click();
            await dialog.getByText('Hadir Observasi', { exact: true }).click();
            await dialog.getByRole('button', { name: 'Ubah tahap' }).click();
            const done = page.getByText(/^\d+ berhasil, 0 gagal$/u);
            await done.waitFor();
            left -= Number.parseInt(await done.innerText(), 10);
            await dialog.getByRole('button', { name: 'Tutup', exact: true }).last().click();
          }
        },
      };
    },
  },
  {
    name: 'finance: 20 fees',
    most: [0, 21],
    async prepare(scene) {
      const word = uniqueWord();
      const made = await queue(scene, 20, word);
      const page = await scene.desk('finance');
      return {
        page,
        path: '/admin/registration?payment_status=paid',
        async ready() {
          await page.getByRole('searchbox').fill(word);
          await portal.see(page, '20 pendaftaran');
        },
        async go() {
          await verifyAll(
            page,
            'Detail Pendaftaran',
            made.map(({ child }) => child),
          );
        },
      };
    },
  },
  {
    name: 'finance: 20 invoice payments',
    most: [0, 21],
    async prepare(scene) {
      const word = uniqueWord();
      const names: string[] = [];
      for (let at = 0; at < 5; at += 1) {
        const accepted = await acceptedFamily(scene.client, scene, `Anak ${letters(at)} ${word}`);
        const { parent } = accepted;
        const confirmation = await confirmEnrollment(parent.call, accepted);
        await makeScheme(scene.finance, accepted, confirmation);
        for (const { id, total_amount } of await ownInvoices(parent.call)) {
          await payInvoice(parent.call, id, total_amount);
          names.push(accepted.child);
        }
      }
      const page = await scene.desk('finance');
      return {
        page,
        path: '/admin/invoices?status=awaiting_verification',
        async ready() {
          await page.getByRole('searchbox').fill(word);
          await portal.see(page, '20 tagihan');
        },
        async go() {
          await verifyAll(page, 'Tagihan dan pembayaran', names);
        },
      };
    },
  },
  {
    name: 'announcement of 27 results',
    most: [10, 98],
    async prepare(scene) {
      const word = uniqueWord();
      const made = await waitingForResults(scene, 27, word);
      const page = await scene.desk('staff_pendidikan');
      await onlyWaiting(page, word);
      return {
        page,
        path: '/admin/announcements',
        async go() {
          const title = `Hasil ${word}`;
          await page.getByRole('link', { name: 'Buat Pengumuman' }).click();
          await writeAnnouncement(page, {
            title,
            period: '16–20 November 2026',
            jenjang: 'SD',
            content: 'Terima kasih.',
          });
          const row = page.getByRole('row', { name: new RegExp(made[0]?.child ?? '', 'u') });
          await row.getByRole('radio', { name: 'Lulus', exact: true }).click();
          // The click has examined the first.
          for (let at = 1; at < made.length; at += 1) {
            await page.keyboard.press('ArrowDown');
            await page.keyboard.press(at % 9 === 4 ? '2' : 'Space');
          }
          await page.getByText(/Semua sudah diperiksa$/u).waitFor();
          await portal.button(page, 'Simpan draf').click();
          await page.waitForURL('**/admin/announcements');
          await actOn(page, 'Ajukan', title);
          await page.getByRole('dialog').getByRole('button', { name: 'Ajukan' }).click();
          await portal.seeToast(page, 'Announcement submitted for review');
        },
      };
    },
  },
  {
    name: 'head: review and publish',
    most: [6, 0],
    async prepare(scene) {
      const word = uniqueWord();
      const made = await waitingForResults(scene, 27, word);
      const title = `Hasil ${word}`;
      const { id } = await scene.admin('POST', '/api/admin/announcements', {
        title,
        content: 'Terima kasih.',
        observation_period: 'November 2026',
        jenjang: 'SD',
        results: made.map((one, at) => ({
          child_id: one.childId,
          registration_id: one.id,
          result: at % 9 === 4 ? 'failed' : 'passed',
          checked: true,
        })),
      });
      await scene.admin('PUT', `/api/admin/announcements/${id}/submit`);
      const page = await scene.desk('manager_pendidikan');
      return {
        page,
        path: '/dashboard',
        async go() {
          const review = page.getByRole('button', { name: `Tinjau: ${title}` });
          const list = page.getByRole('link', { name: 'Pengumuman', exact: true });
          await review.or(list).first().waitFor();
          if (await review.isVisible()) await review.click();
          else {
            await list.click();
            await actOn(page, 'Tinjau', title);
          }
          await page.getByRole('radio', { name: /^Setujui/u }).check();
          await portal.button(page, 'Simpan tinjauan').click();
          await portal.seeToast(page, 'Announcement reviewed successfully');
          await actOn(page, 'Terbitkan', title);
          await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click();
          await portal.seeToast(page, 'Announcement published successfully');
        },
      };
    },
  },
];
