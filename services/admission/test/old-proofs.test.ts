import { uuidv7 } from 'uuidv7';
import { FileChecker } from '../src/files/file-checker.ts';
import { createOldPrints, printOldProofs } from '../src/files/print-old-proofs.ts';
import { type Door, openDoor } from './door.ts';
import { COPIES, drawSlip, slipFacts } from './slips.ts';

const NIGHT = new Date('2026-11-20T15:00:00Z');
const DAY = new Date('2026-11-20T05:00:00Z');

describe('proofs from before prints', () => {
  let door: Door;
  const checker = new FileChecker();
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(async () => {
    await checker.close();
    await door.close();
  });

  /** A proof as a program of the release before has left it; null = its bytes are gone. */
  const oldProof = async (bytes: Buffer | null, media = 'image/png') => {
    const id = uuidv7();
    await door.db('files').insert({
      id,
      uploader_id: uuidv7(),
      uploader_role: 'wali_murid',
      purpose: 'payment_evidence',
      name: 'bukti.png',
      media_type: media,
      size: 1,
      attached_at: new Date(),
      attached_to: 'registration_payment',
      record_id: uuidv7(),
      family_user_id: uuidv7(),
    });
    if (bytes) await door.context.store.put(id, bytes);
    return id;
  };
  const prints = () => door.db('file_prints').count('* as n').first();

  test('when it is night, then each gets a print once, pairs are found in the order in which they came, and lost bytes stop nothing', async () => {
    const slip = await drawSlip(slipFacts(1), { width: 480 });
    const first = await oldProof(slip);
    const gone = await oldProof(null);
    await oldProof(await drawSlip(slipFacts(2), { width: 480 }));
    const last = await oldProof((await COPIES['JPEG 50']?.(slip)) as Buffer, 'image/jpeg');
    const broken = await oldProof(Buffer.from('no picture'));
    const turn = createOldPrints({ ...door.context, now: () => DAY }, checker);
    await turn();
    expect(await prints()).toEqual({ n: 0 });
    expect(await printOldProofs(door.context, checker, 0)).toBe(5);
    expect(await printOldProofs(door.context, checker, 0)).toBe(0);
    expect(await door.db('proof_alerts')).toMatchObject([
      { file_id: last, other_file_id: first, kind: 'looks_same', status: 'open' },
    ]);
    const rows = await door.db('file_prints').whereIn('file_id', [gone, broken]).orderBy('file_id');
    expect(rows).toMatchObject([
      { sha256: null, dhash: null },
      { sha256: expect.anything(), dhash: null },
    ]);
  });

  test('when a proof has a print from before details, then it is printed anew, keeps what is known of its bytes, and finds its copy', async () => {
    const slip = await drawSlip(slipFacts(3), { width: 480 });
    const [early, late] = [
      await oldProof(slip),
      await oldProof((await COPIES['half as large']?.(slip)) as Buffer),
    ];
    await printOldProofs(door.context, checker, 0);
    const ids = [early, late];
    await door.db('proof_alerts').whereIn('file_id', ids).delete();
    const sent = Buffer.alloc(32, 7);
    await door
      .db('file_prints')
      .whereIn('file_id', ids)
      .update({ detail: null, alert_status: null, alert_version: 0 });
    await door.db('file_prints').where({ file_id: early }).update({ sha256: sent });
    expect(await printOldProofs(door.context, checker, 0)).toBe(2);
    expect(await printOldProofs(door.context, checker, 0)).toBe(0);
    const rows = await door.db('file_prints').whereIn('file_id', ids).orderBy('file_id');
    expect(rows.map(({ detail }) => detail.length)).toEqual([18_432, 18_432]);
    expect(rows.find(({ file_id }) => file_id === early)?.sha256).toEqual(sent);
    expect(await door.db('proof_alerts').whereIn('file_id', ids)).toMatchObject([{ kind: 'looks_same' }]);
  });

  test('when a turn at night finds less than its share, then it rests for an hour', async () => {
    let now = NIGHT;
    const turn = createOldPrints({ ...door.context, now: () => now }, checker);
    await turn();
    await oldProof(null);
    const before = await prints();
    await turn();
    expect(await prints()).toEqual(before);
    now = new Date(NIGHT.getTime() + 3_600_000);
    await turn();
    expect(await prints()).not.toEqual(before);
  });
});
