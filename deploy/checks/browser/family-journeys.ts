import type { Page } from 'playwright-core';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../kit/enrollments.ts';
import {
  acceptedFamily,
  changeStage,
  decideFee,
  jakartaDate,
  paidFamily,
  PROFILE,
  registerChild,
} from '../kit/families.ts';
import { newPerson, signUp } from '../kit/people.ts';
import { slowDown } from './document-sending.ts';
import * as family from './family.ts';
import type { Journey, Scene } from './journey.ts';
import { photographPaper } from './paper.ts';
import * as portal from './portal.ts';

const hand = family.thumb();

const nextStep = (page: Page) =>
  page.getByRole('region', { name: 'Langkah Anda berikutnya' }).getByRole('link');

const place = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') })
    .filter({ visible: true });

async function fillParent(page: Page, title: string, name: string, phone: string): Promise<void> {
  const part = page.getByRole('group', { name: title });
  await part.getByLabel('Nama lengkap').fill(name);
  await part.getByRole('radio', { name: 'Masih hidup' }).check();
  await part.getByLabel('Nomor KTP').fill(PROFILE.father_ktp);
  await part.getByLabel('Pendidikan').selectOption('S1');
  await part.getByLabel('Pekerjaan').selectOption('Guru');
  await part.getByLabel('Nomor telepon').fill(phone);
  await part.getByLabel('Penghasilan per bulan').selectOption(PROFILE.father_income);
  await hand.press(portal.button(page, 'Simpan dan lanjut'));
}

/** Adds a child, who is then registered by the way that is offered; level and class come from the age. */
async function registerFirst(page: Page): Promise<void> {
  await family.addChild(page, hand, { name: 'Aisyah Putri', birth: '14032020' });
  await hand.press(page.getByRole('link', { name: 'Daftarkan Aisyah Putri' }));
  await hand.press(portal.button(page, 'Daftarkan'));
  await page.waitForURL('**/registrations/*/bayar');
}

const accepted = ({ admin, manager, client }: Scene) => acceptedFamily(client, { admin, manager });

/** A family with a payment plan of four stages, the first of them due in five days. */
async function billed(scene: Scene) {
  const one = await accepted(scene);
  const confirmation = await confirmEnrollment(one.parent.call, one);
  await makeScheme(scene.finance, one, confirmation, { first_installment_date: jakartaDate(5) });
  return one.parent;
}

/** The ways of a family on its phone, each from the first screen. */
export const FAMILY_JOURNEYS: readonly Journey[] = [
  {
    name: 'from a child to its proof, slow phone and line',
    most: [21, 57],
    within: 180,
    async prepare({ client, phone }) {
      const page = await phone(await signUp(client));
      const photo = await photographPaper(page, 1);
      return {
        page,
        path: '/dashboard',
        ready: () => slowDown(page),
        async go() {
          await hand.press(nextStep(page));
          await registerFirst(page);
          await family.toProof(page);
          await family.pickProof(page, photo.buffer);
          await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
          await family.sendProof(page, hand, 'Rahma Aulia');
        },
      };
    },
  },
  {
    name: 'landing → account',
    most: [7, 90],
    async prepare({ guest }) {
      const page = await guest();
      const person = newPerson('Nurul Hidayah');
      return {
        page,
        path: '/',
        async go() {
          await hand.press(page.getByRole('link', { name: 'Daftar akun baru' }).first());
          await portal.field(page, 'Nama lengkap').waitFor();
          await portal.fill(page, {
            'Nama lengkap': person.name,
            'Nomor telepon (WhatsApp)': person.phone,
            Email: 'nurul.hidayah@contoh.sch.id'.replace('@', `${person.phone.slice(-4)}@`),
            Password: 'anggrek-melati-26',
            'Konfirmasi password': 'anggrek-melati-26',
          });
          await hand.press(portal.button(page, 'Daftar'));
          await page.waitForURL('**/dashboard');
        },
      };
    },
  },
  {
    name: 'profile with regions',
    most: [35, 159],
    async prepare({ client, phone }) {
      const page = await phone(await signUp(client));
      return {
        page,
        path: '/profile',
        async go() {
          await hand.press(page.getByRole('link', { name: 'Data Ayah' }));
          await fillParent(page, 'Data Ayah', 'Ahmad Fauzi', '081210000011');
          await fillParent(page, 'Data Ibu', 'Rahma Aulia', '081210000012');
          await page.getByRole('group', { name: 'Kontak Utama' }).waitFor();
          await portal.field(page, 'Nomor kontak (WhatsApp)').fill('081210000013');
          await hand.press(portal.button(page, 'Simpan dan lanjut'));
          await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
          await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
          await family.pickRegion(page, hand, 'Kecamatan', 'Tanah Sareal');
          await family.pickRegion(page, hand, 'Kelurahan/desa', 'Kedung Badak');
          await portal.field(page, 'Alamat lengkap').fill('Jl. Melati No. 12');
          await hand.press(portal.button(page, 'Simpan Profile'));
          await portal.seeToast(page, 'Profile berhasil diperbarui');
        },
      };
    },
  },
  {
    name: 'child + SD registration',
    most: [12, 25],
    async prepare({ client, phone }) {
      const page = await phone(await signUp(client));
      return {
        page,
        path: '/dashboard',
        async go() {
          await hand.press(nextStep(page));
          await registerFirst(page);
        },
      };
    },
  },
  {
    name: 'fee + proof',
    most: [8, 32],
    async prepare({ client, phone }) {
      const parent = await signUp(client);
      await registerChild(parent.call);
      const page = await phone(parent);
      return {
        page,
        path: '/dashboard',
        async go() {
          await hand.press(nextStep(page));
          await family.toProof(page);
          await family.pickProof(page, await family.photograph(page, 700, 500));
          await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
          await family.sendProof(page, hand, 'Rahma Aulia');
        },
      };
    },
  },
  {
    name: "find the observation's date",
    most: [0, 0],
    async prepare({ client, admin, phone }) {
      const { parent, made } = await paidFamily(client, ['Zaidan']);
      const [registered] = made;
      if (!registered) throw new Error('no registration');
      await decideFee(admin, registered, 'verified');
      await changeStage(admin, registered, {
        current_stage: 'obs_scheduled',
        content: jakartaDate(5),
        observation_time: '08:00',
        observation_place: 'Gedung SD, ruang 2',
      });
      const page = await phone(parent);
      return {
        page,
        path: '/dashboard',
        go: () => portal.see(page, /Gedung SD, ruang 2/u),
      };
    },
  },
  {
    name: 'result → confirm re-enrolment',
    most: [2, 0],
    async prepare(scene) {
      const page = await scene.phone((await accepted(scene)).parent);
      return {
        page,
        path: '/dashboard',
        async go() {
          await page.waitForURL('**/hasil/*');
          await hand.press(page.getByRole('link', { name: 'Konfirmasi daftar ulang', exact: true }));
          await hand.press(page.getByRole('button', { name: 'Konfirmasi Daftar Ulang · cicilan 4 kali' }));
          await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
        },
      };
    },
  },
  {
    name: 'pay an instalment',
    most: [5, 0],
    async prepare(scene) {
      const page = await scene.phone(await billed(scene));
      await portal.openDashboard(page);
      return {
        page,
        path: '/dashboard',
        async go() {
          await hand.press(nextStep(page));
          await family.toProof(page);
          await page.getByLabel('Bukti pembayaran', { exact: true }).setInputFiles(family.slip());
          await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
          await hand.press(portal.button(page, 'Kirim bukti'));
          await portal.see(page, 'Bukti sudah kami terima');
        },
      };
    },
  },
  {
    name: 'its receipt',
    most: [2, 0],
    async prepare(scene) {
      const parent = await billed(scene);
      const [invoice] = await ownInvoices(parent.call);
      if (!invoice) throw new Error('no invoice');
      await payInvoice(parent.call, invoice.id, invoice.total_amount);
      await decideInvoicePayment(scene.finance, invoice.id, { action: 'verify' });
      const page = await scene.phone(parent);
      await portal.openDashboard(page);
      return {
        page,
        path: '/dashboard',
        async go() {
          await hand.press(place(page, 'Tagihan'));
          const receipt = page.getByRole('link', { name: /^Kuitansi/u });
          const row = page.getByRole('link', { name: `Tahap 1: ${invoice.invoice_number}` });
          await receipt.or(row).first().waitFor();
          if (!(await receipt.first().isVisible())) await hand.press(row);
          const [paper] = await Promise.all([page.waitForEvent('popup'), hand.press(receipt.first())]);
          await paper.close();
        },
      };
    },
  },
];
