import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Call } from '../kit/client.ts';
import { ownerUrl, withClient } from '../kit/databases.ts';
import { BANK, type Registered, registerChild, uploadProof } from '../kit/families.ts';
import { logInDemo, signUp } from '../kit/people.ts';
import { median } from './figures.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const PRINTS = { usual: 50_000, quick: 5000, tiny: 20 };
const UPLOADS = { usual: 30, quick: 6, tiny: 2 };
const PROOFS = { usual: 12, quick: 4, tiny: 1 };
/** A screenshot of a phone, with this many blocks in each direction. */
const [WIDTH, HEIGHT, BLOCKS] = [1080, 2340, 24];
/** A proof is compared with all prints twice: before the lock that lets one at a time find the others, and under it. */
const SCANS = 2;

/** A picture that is like no other: blocks of grey. */
function blocks(): Promise<Buffer> {
  return sharp(randomBytes(BLOCKS * BLOCKS), { raw: { width: BLOCKS, height: BLOCKS, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'nearest' })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What the print of a slip adds to its upload, and what prints that are there add to sending a proof. */
export async function measureSlips(bench: Bench): Promise<Row[]> {
  const { call } = await logInDemo(bench.client(), 'admin');
  const family = (await signUp(bench.client())).call;
  const proofs = sizeOf(bench, PROOFS);
  const children: Registered[] = [];
  for (let at = 0; at < 2 * proofs; at += 1) {
    // Names have letters only.
    children.push(await registerChild(family, `Anak ${String.fromCodePoint(65 + at)}`));
  }
  const print = await printing(call, sizeOf(bench, UPLOADS));
  const few = await sending(family, children.slice(0, proofs));
  const size = sizeOf(bench, PRINTS);
  await fillPrints(bench, size);
  const many = await sending(family, children.slice(proofs));
  return [
    {
      what: 'print of a slip, in its upload',
      value: print,
      unit: 'ms',
      wanted: { atMost: 40 },
      note: `${WIDTH} × ${HEIGHT} pixels, against an attachment without a print`,
    },
    {
      what: `one scan of ${size.toLocaleString('en-US')} prints for a proof`,
      value: (many - few) / SCANS,
      unit: 'ms',
      wanted: { atMost: 15 },
      note: `sending a proof took ${many.toFixed(0)} ms, with few prints ${few.toFixed(0)} ms`,
    },
  ];
}

/** The same pictures as proofs and as attachments, in turns, of which only the first are printed. */
async function printing(call: Call, count: number): Promise<number> {
  const times = { proof: [] as number[], attachment: [] as number[] };
  const upload = (picture: Buffer) => ({
    proof: () => uploadProof(call, picture),
    attachment: () => call('POST', '/api/upload/stage-attachment', picture),
  });
  // The first round starts the process that checks files.
  for (let round = -1; round < count; round += 1) {
    const ways = upload(await blocks());
    for (const name of ['proof', 'attachment'] as const) {
      const ms = await milliseconds(ways[name]);
      if (round >= 0) times[name].push(ms);
    }
  }
  return median(times.proof) - median(times.attachment);
}

/** How long sending a proof takes that is uploaded already. */
async function sending(family: Call, children: readonly Registered[]): Promise<number> {
  const times: number[] = [];
  for (const { id } of children) {
    const payment_evidence_url = await uploadProof(family, await blocks());
    const body = { ...BANK, payment_status: 'paid', payment_evidence_url };
    times.push(await milliseconds(() => family('PUT', `/api/registrations/${id}/payment`, body)));
  }
  return median(times);
}

/** Prints of proofs of other families, each of a hash of its own. */
async function fillPrints(bench: Bench, count: number): Promise<void> {
  await withClient(ownerUrl(bench.stack(), 'admission'), async (client) => {
    await client.query(
      `with made as (
         insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size, attached_at, attached_to,
           record_id, family_user_id)
         select gen_random_uuid(), gen_random_uuid(), 'wali_murid', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1, now(),
           'registration_payment', gen_random_uuid(), gen_random_uuid()
         from generate_series(1, $1::int) returning id
       ) insert into file_prints (file_id, sha256, dhash, thumb, detail)
         select id, sha256(id::text::bytea), ('x' || md5(id::text))::bit(64), decode(repeat(md5(id::text), 64), 'hex'),
           decode(repeat(md5(id::text), 1152), 'hex')
         from made`,
      [count],
    );
    await client.query('vacuum analyze files, file_prints');
  });
}
