import type { AnyKind, MessageRequested } from '@gerbang/contracts/message-kinds';
import { createSimulator } from '@gerbang/simulator/app';
import { uuidv7 } from 'uuidv7';
import type { OutgoingMessage } from '../src/delivery/whatsapp.ts';
import { createMail } from '../src/letters/mail.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

export const MAIL_SECRET = 'mail-webhook-secret-of-the-test';

/** How long a letter may take where a test is not about that: longer than any machine needs. */
const PATIENT_MS = 60_000;

/** A worker with a scripted WhatsApp and a real mail server: the simulator's. */
export async function openLetterWorld() {
  const simulator = createSimulator({
    token: 'token-of-the-test',
    phoneNumberId: '100000000000001',
    appSecret: 'app-secret-of-the-test',
    webhookUrl: 'http://127.0.0.1:9/none',
  });
  const port = await simulator.smtp.listen('127.0.0.1', 0);
  const { provider, sends, script } = scriptedProvider();
  const options = {
    url: `smtp://127.0.0.1:${port}`,
    from: { name: 'Sekolah Contoh', address: 'ppdb@contoh.sch.id' },
    publicOrigin: 'https://portal.example',
    hasChoice: (kind: AnyKind) => kind === 'invoice_due',
  };
  const patient = createMail({ ...options, longest: PATIENT_MS });
  let current = patient;
  const mail = { ...patient, send: (message: OutgoingMessage) => current.send(message) };
  const worker = await startWorker({ bus: silentBus().bus, provider, mail, mailSecret: MAIL_SECRET });
  let accounts = 0;

  return {
    ...worker,
    simulator,
    port,
    mail,
    /** From now on a letter may take so long, in milliseconds, until the next reset. */
    longest(milliseconds: number): void {
      current = createMail({ ...options, longest: milliseconds });
    },
    sends,
    script,
    letters: (to?: string) => simulator.letters.list(to),
    drain: async () => worker.context.letters?.drain(),
    /** An account with a number, proved unless said otherwise, and a proved address. */
    async family(more: { email?: string | null; version?: number; id?: string; proved?: boolean } = {}) {
      accounts += 1;
      const { id = uuidv7(), email = `wali${accounts}@contoh.id`, version = 1, proved = true } = more;
      const phone = `+62818${String(10_000_000 + accounts)}`;
      await worker.account('wali_murid', 'Siti', { id, phone, proved, email, version });
      return { id, phone, email: email ?? '' };
    },
    /** Writes the row of a letter; returns its id. */
    letter: (email: string, more: Partial<MessageRequested> = {}) =>
      worker.ask({
        kind: 'email_verification',
        to: null,
        letter: { email, userId: uuidv7() },
        params: { link: 'https://portal.example/email/verify#rahasia-sekali' },
        ...more,
      }),
    async reset(): Promise<void> {
      await worker.knex.raw('truncate notifications, send_stops, blocked_addresses, recipient_counts');
      current = patient;
      simulator.letters.clear();
      simulator.control.order({ reset: true });
      sends.length = 0;
      script.length = 0;
      worker.logs.length = 0;
    },
    async stop(): Promise<void> {
      await worker.stop();
      await simulator.app.close();
    },
  };
}
