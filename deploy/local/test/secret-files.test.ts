import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner, createVerifier } from '@gerbang/service-kit/http/identity';
import { keyRing } from '@gerbang/service-kit/program/config';
import { stepIdentity } from '../src/identity-keys.ts';
import { makeSecretFiles } from '../src/secret-files.ts';

describe('the secret files of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gerbang-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

  test('when nothing is there, then everything is made, and a second time nothing changes', async () => {
    const made = await makeSecretFiles(folder);
    const files = read();
    expect(made.toSorted()).toEqual(Object.keys(files).toSorted());
    expect(files.auth_database_url).toMatch(
      /^postgres:\/\/gerbang_auth:.{20,}@postgres:5432\/gerbang_auth$/u,
    );
    expect(await makeSecretFiles(folder)).toEqual([]);
    expect(read()).toEqual(files);
  });

  test('when an older installation has no key for backups, then it gets one and keeps everything else', async () => {
    await makeSecretFiles(folder);
    const before = read();
    for (const name of ['backup_identity', 'backup_recipient']) rmSync(join(folder, name));
    expect((await makeSecretFiles(folder)).toSorted()).toEqual(['backup_identity', 'backup_recipient']);
    const { backup_identity: identity, backup_recipient: recipient, ...kept } = read();
    expect(identity).not.toBe(before.backup_identity);
    expect(recipient).toMatch(/^age1/u);
    expect(before).toMatchObject(kept);
  });

  test('when an older installation has no key for the audit trail, then it gets one and keeps everything else', async () => {
    await makeSecretFiles(folder);
    const before = read();
    rmSync(join(folder, 'audit_key'));
    expect(await makeSecretFiles(folder)).toEqual(['audit_key']);
    const { audit_key: key = '', ...kept } = read();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(before).toMatchObject(kept);
  });

  const IDENTITIES = ['admission', 'announcement', 'auth', 'billing', 'notification'].map(
    (name) => `identity_keys_${name}`,
  );

  /** Whether a service with the keys of these files accepts what a gateway with the secrets of those signs. */
  const accepts = (service: Record<string, string>, gateway: Record<string, string>) => {
    const sign = createSigner(keyRing.parse(gateway.identity_secrets));
    const token = sign({ sub: null, role: null, sid: '', mcp: false, ip: '127.0.0.1' }, 'billing');
    return createVerifier(keyRing.parse(service.identity_keys_billing), 'billing')(token) !== null;
  };

  test('when an older installation has no keys of identities, then it gets them, and lost ones are derived again', async () => {
    await makeSecretFiles(folder);
    for (const name of ['identity_secrets', ...IDENTITIES]) rmSync(join(folder, name));
    expect((await makeSecretFiles(folder)).toSorted()).toEqual([...IDENTITIES, 'identity_secrets']);
    const before = read();
    expect(accepts(before, before)).toBe(true);
    rmSync(join(folder, 'identity_keys_billing'));
    expect(await makeSecretFiles(folder)).toEqual(['identity_keys_billing']);
    expect(read()).toEqual(before);
  });

  test('when the secret of identities is changed in its three steps, then each fits the one before and the one after', async () => {
    await makeSecretFiles(folder);
    const steps = [read()];
    const said = [1, 2, 3].map(() => {
      const step = stepIdentity(folder);
      steps.push(read());
      return step;
    });
    expect(said).toEqual([
      { restart: 'services', isLast: false },
      { restart: 'gateway', isLast: false },
      { restart: 'services', isLast: true },
    ]);
    for (const [at, gateway] of steps.entries()) {
      for (const service of steps.slice(Math.max(0, at - 1), at + 2))
        expect(accepts(service, gateway)).toBe(true);
    }
    expect(accepts(steps[3]!, steps[0]!)).toBe(false);
    const others = (files: Record<string, string>) =>
      Object.entries(files).filter(([name]) => !name.startsWith('identity_'));
    expect(others(steps[3]!)).toEqual(others(steps[0]!));
  });

  test('when the key that opens backups was moved to a safe place, then nothing is missed and no new one is made', async () => {
    await makeSecretFiles(folder);
    expect(statSync(join(folder, 'backup_identity')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    rmSync(join(folder, 'backup_identity'));
    expect(await makeSecretFiles(folder)).toEqual([]);
  });

  test.each(['column_keys', 'auth_database_url', 'backup_recipient', 'identity_secrets'])(
    'when %s was lost, then no new one takes its place and the message says what to do',
    async (name) => {
      await makeSecretFiles(folder);
      rmSync(join(folder, name));
      await expect(makeSecretFiles(folder)).rejects.toThrow(
        new RegExp(`lacks ${name}: .*put your copy`, 'u'),
      );
      expect(readdirSync(folder)).not.toContain(name);
    },
  );
});
