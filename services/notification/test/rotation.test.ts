import { createSealer } from '@gerbang/service-kit/data/sealing';
import { testKeyRing } from '@gerbang/service-kit/testing/identity';
import { phoneAad } from '../src/accounts/accounts.repository.ts';
import { recipientKey } from '../src/accounts/recipient-key.ts';
import { messageAad } from '../src/delivery/claims.repository.ts';
import { rotateMessages } from '../src/rotation.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

test('when the column keys are rotated, then every message opens without the old key and is found by its number', async () => {
  const worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  const to = '+6281355550001';
  const id = await worker.ask({ to });
  const account = await worker.account('wali_murid', 'Siti', { phone: '+6281355550002' });
  const fresh = testKeyRing('fresh');
  expect(await rotateMessages(worker.database, [...fresh, ...worker.columnKeys])).toBe(1);
  const row = await worker.row(id);
  const sealer = createSealer(fresh);
  expect(sealer.open(row.recipient_sealed, messageAad('recipient', id))).toBe(to);
  expect(sealer.open(row.params_sealed, messageAad('params', id))).toContain('Siti');
  expect(row.recipient_key).toBe(recipientKey(fresh, to));
  expect(await rotateMessages(worker.database, [...fresh, ...worker.columnKeys])).toBe(0);
  const { phone_sealed } = await worker.knex('accounts').where({ id: account.id }).first();
  expect(sealer.open(phone_sealed, phoneAad(account.id))).toBe('+6281355550002');
  await worker.stop();
});
