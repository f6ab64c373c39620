import { launch } from '../browser/browser.ts';
import { addChild, pickProof, registerChild, sendProof, thumb } from '../browser/family.ts';
import { button, field, ready, see, seeToast } from '../browser/portal.ts';
import { openVisitor, PHONE, type Visitor } from '../browser/visitor.ts';
import { KB, median } from './figures.ts';
import type { Bench, Parent } from './runner.ts';
import { registerParents } from './people.ts';
import type { Row } from './report.ts';
import { isTiny, sizeOf } from './settings.ts';
import { noise } from './uploads.ts';

const ROUNDS_AT_MOST = 3;
/** An old phone: a sixth of this machine's speed, on slow 4G. */
const CPU_SLOWDOWN = 6;
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const PATIENCE_MS = 90_000;
/** 12 megapixels with the grain of a phone's sensor. */
const PHOTO = { usual: [4000, 3000], quick: [4000, 3000], tiny: [400, 300] };
const GRAIN = 8;

interface Journey {
  /** Seconds since the address was typed, at the end of each leg. */
  loggedIn: number;
  registered: number;
  done: number;
  proofBytes: number;
}

/** A parent with an old phone on a slow line, from login to proof sent: child, registration, payment. */
export async function measureJourney(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const [width = 0, height = 0] = sizeOf(bench, PHOTO);
  const photo = await noise(width, height, GRAIN);
  const browser = await launch();
  const journeys: Journey[] = [];
  try {
    for (const account of await registerParents(bench, Math.min(bench.rounds, ROUNDS_AT_MOST))) {
      const visitor = await openVisitor(browser, { url, screen: PHONE });
      try {
        journeys.push(await walk(visitor, account, photo));
      } finally {
        await visitor.close();
      }
    }
  } finally {
    await browser.close();
  }
  const of = (leg: keyof Journey) => median(journeys.map((one) => one[leg]));
  const note = `CPU ${CPU_SLOWDOWN} x slower, slow 4G, 360 px, median of ${journeys.length}`;
  return [
    { what: 'slow phone: logged in, dashboard there', value: of('loggedIn'), unit: 's', note },
    { what: 'slow phone: child added and registered', value: of('registered'), unit: 's' },
    {
      what: 'slow phone: proof of the fee sent',
      value: of('done'),
      unit: 's',
      wanted: { atMost: 180 },
      note: 'since the address was typed; without time to think or to find the slip',
    },
    {
      what: 'slow phone: bytes of the proof',
      value: of('proofBytes') / KB,
      unit: 'KB',
      wanted: { atMost: 500 },
      note: `photograph of 12 megapixels, ${(photo.length / KB / KB).toFixed(1)} MB`,
    },
  ];
}

async function slowDown({ page, context }: Visitor): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
}

async function walk(visitor: Visitor, account: Parent, photo: Buffer): Promise<Journey> {
  const { page } = visitor;
  const hand = thumb();
  visitor.context.setDefaultTimeout(PATIENCE_MS);
  if (!isTiny()) await slowDown(visitor);
  const uploaded = page.waitForRequest((request) => request.url().endsWith('/api/payment-evidence/upload'));
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;

  await page.goto('/auth');
  await ready(page);
  await field(page, 'Email atau nomor telepon').fill(account.email);
  await field(page, 'Password').fill(account.password);
  await hand.press(button(page, 'Masuk'));
  await page.waitForURL('**/dashboard');
  const first = page.getByRole('link', { name: 'Tambahkan data anak' });
  await first.waitFor();
  const loggedIn = seconds();

  await hand.press(first);
  await addChild(page, hand, { name: 'Aisyah Putri', birth: '14032020' });
  await page.goto('/registrations');
  await registerChild(page, hand, 'SD', '1');
  await see(page, /^PSB-\d{4}-SD-\d{5}$/u);
  const registered = seconds();

  await page.goto('/dashboard');
  await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
  await see(page, 'Lima ratus lima puluh ribu rupiah');
  await pickProof(page, photo, 'IMG_20261121.jpg');
  await seeToast(page, 'Berhasil', 'Bukti pembayaran berhasil diupload');
  await sendProof(page, hand, 'Wali Bench');
  const headers = await (await uploaded).allHeaders();
  const faults = visitor.faults();
  if (faults.length > 0) throw new Error(`The page had faults: ${faults.join('; ')}`);
  return { loggedIn, registered, done: seconds(), proofBytes: Number(headers['content-length']) };
}
