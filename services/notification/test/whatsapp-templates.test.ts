import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import { BUSINESS_ACCOUNT_ID, createSimulator } from '@gerbang/simulator/app';
import { createGraph, GraphRefusal } from '../src/message-templates/graph.client.ts';
import { whatsappTemplates } from '../src/message-templates/whatsapp-templates.ts';

const TOKEN = 'token-of-the-test';
const FEE = 'biaya_terverifikasi';

describe('npm run whatsapp:templates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-'));
  const before = { ...process.env };
  let simulator: ReturnType<typeof createSimulator>;
  let baseUrl = '';
  beforeEach(async () => {
    simulator = createSimulator({
      token: TOKEN,
      phoneNumberId: '100000000000001',
      appSecret: 'app-secret-of-the-test',
      webhookUrl: 'http://127.0.0.1:9/none',
      empty: true,
    });
    simulator.control.order({ review: 'wait' });
    baseUrl = await simulator.app.listen({ host: '127.0.0.1', port: 0 });
    process.env = {
      ...before,
      WHATSAPP_BASE_URL: baseUrl,
      WHATSAPP_TOKEN: TOKEN,
      WHATSAPP_BUSINESS_ACCOUNT_ID: BUSINESS_ACCOUNT_ID,
      PUBLIC_ORIGIN: 'https://portal.example',
    };
    named('PPDB Pertama');
  });
  afterEach(async () => {
    process.env = before;
    await simulator.app.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function named(name: string): void {
    const file = join(folder, 'school.json');
    writeFileSync(file, JSON.stringify({ name }));
    process.env.SCHOOL_CONFIG = file;
  }
  /** Runs the program; resolves with what it printed and how it failed. */
  async function run(...args: string[]): Promise<{ said: string; failed: string | null }> {
    let said = '';
    const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
    try {
      await whatsappTemplates('notification', 'whatsapp-templates', args);
      return { said, failed: null };
    } catch (error) {
      return { said, failed: (error as Error).message };
    } finally {
      spy.mockRestore();
    }
  }
  const setAll = (status: 'APPROVED' | 'REJECTED' | 'DISABLED') => {
    for (const one of simulator.templates.list()) one.status = status;
  };

  test('when templates are submitted twice, then they are there once, on several pages of the list', async () => {
    expect((await run('--diff')).failed).toBe(`${MESSAGE_KINDS.length} templates differ`);
    expect((await run('--submit')).failed).toBeNull();
    expect((await run('--submit')).said).toContain(`${MESSAGE_KINDS.length} of ${MESSAGE_KINDS.length} were`);
    expect(simulator.templates.list()).toHaveLength(MESSAGE_KINDS.length);
    expect((await run('--diff')).failed).toBeNull();
    const { said } = await run('--status');
    expect(said).toContain(`${FEE}\tid\tUTILITY\tPENDING\t-\tUNKNOWN`);
    expect(said).toContain('kode_reset_password\tid\tAUTHENTICATION\tPENDING');
  });

  test('when the text changes, then it is edited, and where Meta allows no edit it is a new version', async () => {
    await run('--submit');
    named('PPDB Kedua');
    expect((await run('--submit')).said).toContain(`${FEE}: waits for its review`);
    setAll('APPROVED');
    expect((await run('--diff')).said).toContain(`${FEE}\tBODY`);
    expect((await run('--submit')).said).toContain(`${FEE}: changed (BODY), reviewed again`);
    setAll('APPROVED');
    named('PPDB Ketiga');
    expect((await run('--submit')).said).toContain(
      `${FEE}_v2: submitted, because ${FEE} cannot be edited now`,
    );
    expect((await run('--diff')).failed).toBeNull();
    setAll('DISABLED');
    named('PPDB Keempat');
    expect((await run('--submit')).said).toContain(`${FEE}_v3: submitted`);
    const names = simulator.templates.list().map(({ name }) => name);
    expect(names.filter((name) => name.startsWith(FEE))).toEqual([FEE, `${FEE}_v2`, `${FEE}_v3`]);
    // Meta's own texts do not change with the school's name.
    expect(names.filter((name) => name.startsWith('kode_reset_password'))).toEqual(['kode_reset_password']);
  });

  test('when there is no https, no way, no token or two ways, then it fails and says why', async () => {
    process.env.PUBLIC_ORIGIN = 'http://localhost:8080';
    const { said, failed } = await run('--check');
    expect(failed).toMatch(/^\d+ faults; nothing was submitted$/u);
    expect(said).toContain(`${FEE}: the address of a button is not https://host/…`);
    expect((await run('--submit')).failed).toMatch(/faults/u);
    expect(simulator.templates.list()).toEqual([]);
    process.env.PUBLIC_ORIGIN = 'https://portal.example';
    for (const args of [[], ['--check', '--submit']]) expect((await run(...args)).failed).toMatch(/^Usage/u);
    expect((await run('--delete')).failed).toMatch(/delete/u);
    process.env.WHATSAPP_TOKEN = 'another-token';
    expect((await run('--status')).failed).toContain('190');
    delete process.env.WHATSAPP_TOKEN;
    expect((await run('--status')).failed).toContain('WHATSAPP_TOKEN');
    expect((await run('--check')).failed).toBeNull();
  });

  test('when Meta refuses a template, then its number and words are told', async () => {
    const graph = createGraph({ baseUrl, version: 'v23.0', token: TOKEN, accountId: BUSINESS_ACCOUNT_ID });
    const refused = await graph
      .create({
        name: 'salah',
        language: 'id',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Lihat semuanya di {{1}}', example: { body_text: [['x']] } }],
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GraphRefusal);
    expect((refused as GraphRefusal).message).toBe('100/2388299 Leading or trailing params not allowed');
  });
});
