import * as family from './family.ts';
import { photographPaper } from './paper.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';
import { PHONE, type Visitor } from './visitor.ts';

/** A family's pages from empty to a proof that waits: each state once. */
export async function familyScreens(parent: Visitor, studio: Studio): Promise<void> {
  const { page, screen } = parent;
  const hand: family.Hand = screen === PHONE ? family.thumb() : { press: (target) => target.click() };

  await studio.visit(parent, '/children', '30-children-empty');
  await hand.press(portal.button(page, 'Tambah Anak').first());
  await page.getByRole('dialog').waitFor();
  await studio.shoot(parent, '31-child-form', false);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Simpan', exact: true }));
  await studio.shoot(parent, '32-child-errors', false);
  await page.goto('/children');
  await family.addChild(page, hand, { name: 'Aisyah Putri Nur Hidayah', birth: '14032020' });
  await studio.visit(parent, '/children', '33-children');

  await studio.visit(parent, '/profile', '34-profile');
  await studio.visit(parent, '/profile?bagian=ayah', '34-profile-father');
  await page.goto('/profile?bagian=alamat');
  await hand.press(page.getByRole('button', { name: /Provinsi/u }).first());
  await page.getByRole('searchbox').fill('jawa');
  await studio.shoot(parent, '35-region', false);

  await studio.visit(parent, '/registrations', '36-registrations-empty');
  await studio.needsSchool();
  await hand.press(portal.button(page, 'Daftarkan anak').first());
  await page.getByRole('dialog').waitFor();
  await studio.shoot(parent, '37-registration-form', false);
  await page.goto('/registrations');
  await family.registerChild(page, hand, 'SD', '1');
  await studio.visit(parent, '/registrations', '38-registrations');
  await documentScreens(parent, studio, hand);
  await studio.visit(parent, '/dashboard', '39-dashboard-to-do');

  await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
  await portal.see(page, 'Lima ratus lima puluh ribu rupiah');
  await studio.shoot(parent, '40-payment', false);
  await family.toProof(page);
  await hand.press(portal.button(page, 'Kirim bukti'));
  await studio.shoot(parent, '41-payment-errors', false);
  await family.pickProof(page, await family.photograph(page, 1200, 900));
  await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
  await studio.shoot(parent, '42-payment-uploaded', false);
  await family.sendProof(page, hand, 'Rahma Aulia');
  await studio.shoot(parent, '43-payment-sent', false);
  await page.goto('/dashboard');
  await hand.press(page.getByRole('button', { name: /^Lihat Detail/u }));
  await portal.see(page, 'Riwayat Tahapan');
  await studio.shoot(parent, '44-dashboard-history');
}

/** The documents of the child: asked, chosen, sent; nothing where the school asks none. */
async function documentScreens(parent: Visitor, studio: Studio, hand: family.Hand): Promise<void> {
  const { page } = parent;
  const link = page.getByRole('link', { name: /^Dokumen/u }).first();
  if ((await link.count()) === 0) return;
  await hand.press(link);
  await portal.see(page, /lengkap$/u);
  await studio.shoot(parent, '38-documents');
  const paper = await photographPaper(page, 1);
  const label = 'Kartu keluarga';
  await page.getByLabel(`Pilih berkas: ${label}`).setInputFiles([paper, { ...paper, name: 'kedua.jpg' }]);
  await page.getByAltText(`Halaman 2 dari 2, ${label}`).waitFor();
  await studio.shoot(parent, '38-documents-pages');
  await hand.press(portal.button(page, 'Kirim 2 halaman'));
  await portal.see(page, `${label} terkirim`);
  await studio.shoot(parent, '38-documents-sent');
}
