import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createClient } from '../kit/client.ts';
import { decideFee } from '../kit/families.ts';
import { readCode, readMessage } from '../kit/inbox.ts';
import { newPerson } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { codeOf } from './authenticator.ts';
import { launch } from './browser.ts';
import {
  addChild,
  keyboard,
  photograph,
  pickProof,
  registerChild,
  sendProof,
  thumb,
  toProof,
} from './family.ts';
import * as portal from './portal.ts';
import { activateDraft, enterSchool, openForFamilies } from './school.ts';
import { addApp, keepCodes, secondStep } from './security.ts';
import { addUser } from './staff.ts';
import { DESKTOP, openVisitor, PHONE, type Screen, type Visitor } from './visitor.ts';
import { differences, look, sessionOf, sumOf, type Walker, type WalkNote } from './walk-note.ts';

const HELP = `npm run walk:compose -- --origin https://… --simulator http://127.0.0.1:8090 --admin <e-mail> --password <temporary> [--note FILE]
Sets up an empty portal whose messages go to the simulator: the first administrator, a colleague, the school, a family that
registers and pays. Prints the seconds of each step; FILE keeps what is needed for
npm run walk:compose -- --origin https://… --again FILE
which looks, after a restore or an update, whether everything of that walk is still there. Where the proxy made its own
certificate, NODE_EXTRA_CA_CERTS names its root.`;
const CHILD = 'Aisyah Putri';

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    simulator: { type: 'string' },
    admin: { type: 'string' },
    password: { type: 'string' },
    note: { type: 'string' },
    again: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const { origin = '', simulator = '', admin: email = '', password = '', note, again } = values;

if (values.help || !origin || !(again ?? (simulator && email && password))) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 1;
} else process.exitCode = await walk();

async function walk(): Promise<number> {
  const browser = await launch();
  const client = createClient(origin);
  const windows: Visitor[] = [];
  const open = async (screen: Screen) => {
    const visitor = await openVisitor(browser, { url: origin, screen, ownCertificate: true });
    windows.push(visitor);
    return visitor;
  };
  const began = performance.now();
  const step = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      const result = await work();
      console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${title}`);
      return result;
    } catch (error) {
      console.log(`FAILED    ${title}, at ${windows.at(-1)?.page.url() ?? 'no page'}`);
      throw error;
    }
  };

  /** The first login with a temporary password: one of their own, and an app of codes. */
  async function staffEnters(visitor: Visitor, who: Walker): Promise<Walker> {
    const { page } = visitor;
    const own = `milik-sendiri-${randomUUID().slice(0, 8)}`;
    await page.goto('/auth');
    await portal.submitLogin(page, who.email, who.password);
    await page.waitForURL('**/password');
    await portal.changePassword(page, who.password, own);
    await page.waitForURL('**/security');
    const secret = await addApp(page);
    await keepCodes(page);
    return { email: who.email, password: own, secret };
  }

  async function setUp(): Promise<WalkNote> {
    const office = await open(DESKTOP);
    const admin = await step('the first administrator sets a password and a second factor', () =>
      staffEnters(office, { email, password }),
    );
    const colleague = { email: newPerson().email, password: 'sementara-2026-uji' };
    await step('lets a colleague of finance in', async () => {
      await office.page.goto('/admin/users');
      await addUser(office.page, { ...colleague, name: 'Budi Santoso', role: 'Finance' });
      await portal.seeToast(office.page, 'Berhasil', 'Pengguna berhasil dibuat');
    });
    const desk = await open(DESKTOP);
    await step('who does the same', () => staffEnters(desk, colleague));
    await step('the administrator enters the school', () => enterSchool(office.page));
    await step('finance activates it', () => activateDraft(desk.page, 'Pembukaan sekolah'));
    await step('the administrator opens it for families', () => openForFamilies(office.page));

    const home = await open(PHONE);
    const family = newPerson('Rahma Aulia');
    await step('a family registers', () => portal.register(home.page, family));
    const parent = await sessionOf(client, home.context);
    await step('proves its number by the code of a message', async () => {
      await parent.call('POST', '/api/phone/send-code');
      await parent.call('POST', '/api/phone/verify', { otp: await readCode(simulator, family.whatsapp) });
    });
    const id = await step('registers its child', async () => {
      await home.page.goto('/children');
      await addChild(home.page, thumb(), { name: CHILD, birth: '14032020' });
      await home.page.goto('/registrations');
      await registerChild(home.page, keyboard(home.page), 'SD', '1');
      return until('The registration', async () => {
        const [made] = await parent.call<{ id: string }[]>('GET', '/api/registrations');
        return made?.id;
      });
    });
    await step('pays', async () => {
      await home.page.goto(`/registrations?bayar=${id}`);
      await toProof(home.page);
      await pickProof(home.page, await photograph(home.page, 1200, 900));
      await portal.seeToast(home.page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
      await sendProof(home.page, thumb(), family.name);
    });
    await step('finance verifies, and the family is told', async () => {
      await decideFee((await sessionOf(client, desk.context)).call, { id }, 'verified');
      await readMessage(simulator, family.whatsapp, /sudah kami verifikasi/u);
    });
    const seen = await look(parent.call, (await sessionOf(client, office.context)).call);
    const paid = await parent.call<{ payment_evidence_url: string }>('GET', `/api/registrations/${id}`);
    const link = paid.payment_evidence_url;
    const sha256 = await sumOf(client, parent.cookie, link);
    return {
      admin,
      family: { email: family.email, password: family.password },
      proof: { link, sha256 },
      seen,
    };
  }

  async function lookAgain(before: WalkNote): Promise<string[]> {
    const home = await open(PHONE);
    await step('the family logs in', () =>
      portal.login(home.page, before.family.email, before.family.password),
    );
    const office = await open(DESKTOP);
    await step('the administrator logs in with the app of codes', async () => {
      await office.page.goto('/auth');
      await portal.submitLogin(office.page, before.admin.email, before.admin.password);
      await secondStep(office.page);
      await portal.field(office.page, 'Kode dari aplikasi').fill(codeOf(before.admin.secret ?? ''));
      await portal.button(office.page, 'Masuk').click();
      await office.page.waitForURL((url) => url.pathname !== '/auth');
    });
    return step('both see what they saw', async () => {
      const parent = await sessionOf(client, home.context);
      const { call } = await sessionOf(client, office.context);
      const changed = differences(before.seen, await look(parent.call, call));
      const { link, sha256 } = before.proof;
      return (await sumOf(client, parent.cookie, link)) === sha256 ? changed : [...changed, link];
    });
  }

  try {
    let wrong: string[] = [];
    if (again) {
      const changed = await lookAgain(JSON.parse(readFileSync(again, 'utf8')) as WalkNote);
      wrong = changed.map((path) => `${path} returns something else`);
    } else {
      const made = await setUp();
      if (note) writeFileSync(note, JSON.stringify(made, null, 2), { mode: 0o600 });
    }
    wrong.push(...windows.flatMap((visitor) => visitor.faults()));
    for (const one of wrong) console.log(`  ! ${one}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${wrong.length === 0 ? 'The whole way works' : 'Something is wrong'}: ${seconds} s`);
    return wrong.length === 0 ? 0 : 1;
  } catch (error) {
    console.log((error as Error).message);
    for (const fault of windows.flatMap((visitor) => visitor.faults())) console.log(`  on the way: ${fault}`);
    return 1;
  } finally {
    client.close();
    await browser.close();
  }
}
