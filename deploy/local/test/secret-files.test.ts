import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  test.each(['column_keys', 'auth_database_url', 'backup_identity'])(
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
