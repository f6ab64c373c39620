import { readLink } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

describe.each([PHONE, DESKTOP])('a lost number on a $name screen', (screen) => {
  test('when customer service asks and an administrator approves, then the old number is told and can stop it, once', async () => {
    const word = uniqueWord();
    // The letters of a random id may spell an English word, which the check of the page would find.
    const person = { ...newPerson(`Ibu ${word}`), email: `${word.toLowerCase()}@contoh.sch.id` };
    await signUp(client, person);
    const wrong: Record<string, string[]> = {};

    const { page: desk } = await visitor(screen, { as: 'cs' });
    const look = async (where: string, page = desk) => Object.assign(wrong, await checkThemes(page, where));
    await desk.goto('/admin/number-requests');
    await portal.settled(desk);
    await portal.button(desk, 'Buka permintaan').press('Enter');
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(person.phone);
    await dialog.getByRole('button', { name: person.name }).waitFor();
    await look('find');
    await dialog.getByRole('button', { name: person.name }).press('Enter');
    await dialog.getByRole('button', { name: 'Buka permintaan' }).press('Enter');
    await portal.see(desk, 'Pilih sedikitnya dua pemeriksaan.');
    await look('form');
    await dialog.getByLabel('Nomor WhatsApp baru').fill(newPerson().phone);
    await dialog.getByLabel('KTP pemilik akun sudah dilihat').press('Space');
    await dialog.getByLabel('Email terbukti milik pemilik akun').press('Space');
    await dialog.getByRole('button', { name: 'Buka permintaan' }).press('Enter');
    await portal.seeToast(desk, 'Permintaan dibuka', 'Admin lain perlu menyetujuinya.');

    const { page: office } = await visitor(screen, { as: 'admin' });
    await office.goto('/admin/number-requests');
    await office.getByRole('searchbox').fill(person.email);
    await office.getByRole('button', { name: `Lihat permintaan ${person.name}` }).press('Enter');
    await portal.button(office, 'Setujui').waitFor();
    await look('request', office);
    await portal.button(office, 'Setujui').press('Enter');
    await office.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).press('Enter');
    await portal.seeToast(office, 'Permintaan disetujui');
    await portal.see(office, /^Nomor baru berlaku mulai .* WIB\.$/u);
    await portal.see(office, /^Berlaku mulai .* WIB$/u);
    await look('list', office);

    const link = await readLink(simulatorUrl, person.whatsapp, /nomor ini dilaporkan hilang/u);
    expect(link.startsWith(`${url}/number-requests/stop#`)).toBe(true);
    const { page } = await visitor(screen);
    await page.goto(link);
    await portal.button(page, 'Hentikan pergantian nomor').waitFor();
    await look('stop', page);
    await portal.button(page, 'Hentikan pergantian nomor').press('Enter');
    await portal.see(page, 'Nomor akun Anda tidak berubah.');
    await look('stopped', page);
    const again = await roughVisitor(screen);
    await again.page.goto(link);
    await portal.button(again.page, 'Hentikan pergantian nomor').press('Enter');
    await portal.see(again.page, /^Tautan ini sudah dipakai atau tidak berlaku lagi/u);

    await desk.reload();
    await desk.getByRole('searchbox').fill(person.name);
    await portal.see(desk, 'Dihentikan Pemilik');
    expect(wrong).toEqual({});
  }, 180_000);
});
