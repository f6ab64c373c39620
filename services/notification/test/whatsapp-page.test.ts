import { longTest } from '@gerbang/domain/testing/runs';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import { BUSINESS_ACCOUNT_ID } from '@gerbang/simulator/app';
import { until } from '@gerbang/service-kit/testing/until';
import { startWhole } from './whole-worker.ts';

const ROOT = join(__dirname, '../../..');
const run = promisify(execFile);
/** Where the page's commands are looked for; a machine without curl gets a stand-in in the folder. */
function pathWithCurl(folder: string): string {
  const { PATH = '' } = process.env;
  if (spawnSync('curl', ['--version']).status === 0) return PATH;
  const standIn = `#!/bin/sh\nexec '${process.execPath}' '${join(__dirname, 'curl.ts')}' "$@"\n`;
  writeFileSync(join(folder, 'curl'), standIn, { mode: 0o755 });
  return `${folder}:${PATH}`;
}

/** The shell commands of the page, block by block. */
const blocks = [
  ...readFileSync(join(ROOT, 'deploy/whatsapp.md'), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```/gmsu),
].map(([, text = '']) => text.trim());

longTest(
  'when an operator follows the page from an empty account, then the first message arrives, and what waited goes',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whatsapp-'));
    const whole = await startWhole({ empty: true });
    try {
      const waiting = await whole.ask({ to: '+6281255550001' });
      await whole.service.deliver(waiting);
      expect(await whole.row(waiting)).toMatchObject({ status: 'retry', error_code: 133_010 });

      const school = join(folder, 'school.json');
      writeFileSync(school, JSON.stringify({ name: 'PPDB Cahaya Ilmu' }));
      const env = {
        PATH: pathWithCurl(folder),
        HOME: folder,
        WHATSAPP_BASE_URL: whole.baseUrl,
        WHATSAPP_API_VERSION: 'v23.0',
        WHATSAPP_BUSINESS_ACCOUNT_ID: BUSINESS_ACCOUNT_ID,
        WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
        WHATSAPP_TOKEN: 'token-of-the-test',
        WHATSAPP_PIN: '314159',
        PUBLIC_ORIGIN: 'https://portal.example',
        SCHOOL_CONFIG: school,
        DATABASE_URL: whole.url,
      };
      const said: string[] = [];
      for (const block of blocks) {
        const { stdout } = await run('bash', ['-euc', block], { cwd: ROOT, env });
        said.push(stdout);
      }
      expect(said).toHaveLength(3);
      expect(said[2]).toContain(`${MESSAGE_KINDS.length} templates: no rule of Meta is against them`);
      expect(said[2]).toContain('tagihan_terbit: submitted');
      expect(said[2]).toContain('The account has the templates of the portal');

      const approved = () => whole.knex('message_templates').where({ status: 'APPROVED' });
      await until(async () => (await approved()).length === MESSAGE_KINDS.length);
      const first = await whole.ask({ to: '+6281255550002' });
      for (const id of [first, waiting]) {
        await whole.pass(id);
        await whole.service.deliver(id);
      }
      await until(async () => (await whole.row(first)).status === 'delivered');
      await until(async () => (await whole.row(waiting)).status === 'delivered');
      const [message] = whole.simulator.inbox.list('+6281255550002');
      expect(message?.text).toMatch(/^Pesan dari PPDB Cahaya Ilmu\.\n\nHalo Siti, password akun Anda/u);
      expect(message?.buttons).toEqual([
        { type: 'url', text: 'Atur ulang password', url: 'https://portal.example/forgot-password' },
      ]);
      expect(whole.simulator.inbox.list()).toHaveLength(2);
    } finally {
      await whole.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

test('when the page is read, then it has ten numbered steps, each with what it costs or that it is free', () => {
  const steps = readFileSync(join(ROOT, 'deploy/whatsapp.md'), 'utf8')
    .split(/^\d+\. /mu)
    .slice(1);
  expect(steps).toHaveLength(10);
});
