import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import { retentionRules } from '../src/retention.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

const DAY_MS = 86_400_000;

test('when messages are old, then codes go after 30 days, texts after 90, once a day, and the rest stays', async () => {
  const worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  try {
    const made = async (days: number, code = false) => {
      const id = await worker.ask(
        code ? { kind: 'reset_code', priority: 'code', params: { code: '739184' } } : {},
      );
      await worker
        .knex('notifications')
        .where({ id })
        .update({ status: 'sent', created_at: new Date(Date.now() - days * DAY_MS) });
      return id;
    };
    const [oldCode, youngCode] = [await made(31, true), await made(29, true)];
    const [oldText, youngText] = [await made(91), await made(89)];
    const rules = retentionRules(worker.database);
    const place = { database: worker.database, now: () => new Date() };
    const due = { codes: 1, texts: 1, inbox: 0, contacts: 0, audit: 0 };
    expect(await previewRetention(worker.knex, rules)).toEqual(due);
    const runs = await Promise.all([runRetention(place, rules), runRetention(place, rules)]);
    expect(runs.filter((counts) => counts !== null)).toEqual([due]);
    const rows = await worker.knex('notifications').orderBy(['created_at', 'id']);
    expect(rows.map(({ id }) => id)).toEqual([oldText, youngText, youngCode]);
    expect(rows.map(({ id }) => id)).not.toContain(oldCode);
    expect(rows.map(({ message }) => message !== null)).toEqual([false, true, true]);
    expect(rows[0].params_sealed).toBeNull();
  } finally {
    await worker.stop();
  }
});
