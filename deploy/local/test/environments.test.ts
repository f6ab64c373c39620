import { joinEnvs, partEnv } from '../src/programs/part-env.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASES, type DatabaseName } from '../src/databases.ts';
import { programEnv, programs } from '../src/environments.ts';
import { type EnvironmentInput } from '../src/program-parts.ts';
import { seeds } from '../src/area-programs.ts';
import { projectRoot } from '../src/paths.ts';
import { choosePorts, eachPort } from '../src/ports.ts';
import { loadSecrets } from '../src/secrets.ts';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'gerbang-environments-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function input(): Promise<EnvironmentInput> {
  const databases = Object.fromEntries(DATABASES.map((name) => [name, `postgres://x@127.0.0.1/${name}`]));
  return {
    secrets: loadSecrets(home),
    ports: await choosePorts({ auth: 4001 }),
    databases: databases as Record<DatabaseName, string>,
    dataDir: home,
  };
}

test('when the programs are listed, then each main file is there and each has a database of its own', async () => {
  const all = programs(await input());
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['gateway', 'auth', 'notification', 'simulator']),
  );
  for (const { main } of all) expect(existsSync(main)).toBe(true);
  const urls = all.flatMap(({ env }) => env.DATABASE_URL ?? []);
  expect(new Set(urls).size).toBe(urls.length);
});

test('when an area is installed, then the gateway has its address, else it has none', async () => {
  const given = await input();
  const installed = existsSync(join(projectRoot, 'services/admission/src/main.ts'));
  const address = programEnv('gateway', given).ADMISSION_URL;
  expect(address).toBe(installed ? `http://127.0.0.1:${given.ports.admission}` : undefined);
});

test('when services call each other, then both hold the same key, and each its own key of identities', async () => {
  const given = await input();
  const [auth, admission] = [programEnv('auth', given), programEnv('admission', given)];
  expect(Buffer.from(auth.INTERNAL_KEY ?? '', 'base64')).toHaveLength(32);
  expect(admission.INTERNAL_KEY).toBe(auth.INTERNAL_KEY);
  expect(admission.AUTH_URL).toBe('http://127.0.0.1:4001');
  expect(admission.CODE_KEY).not.toBe(auth.CODE_KEY);
  expect(Buffer.from(admission.BLIND_INDEX_KEY ?? '', 'base64')).toHaveLength(32);
  const identities = [auth, admission, programEnv('notification', given)].map((env) => env.IDENTITY_KEYS);
  expect(new Set([given.secrets.identitySecrets, ...identities]).size).toBe(4);
});

test('when demo data is made, then the accounts come first', async () => {
  const [first, ...others] = seeds(programs(await input()));
  expect(first?.name).toBe('auth');
  expect(others.every(({ args: [file = ''] }) => existsSync(file))).toBe(true);
});

test('when the secrets of an older version are loaded, then they stay and the new ones are added for good', () => {
  const { internalKey, blindIndexKey, ...older } = loadSecrets(home);
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(older));
  const newer = loadSecrets(home);
  expect(newer).toMatchObject(older);
  expect([newer.internalKey, newer.blindIndexKey]).not.toEqual([internalKey, blindIndexKey]);
  expect(loadSecrets(home)).toEqual(newer);
  expect(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'))).toEqual(newer);
});

test('when ports are chosen, then the wished ones are kept and the others differ', async () => {
  const ports = await choosePorts({ gateway: 8123 });
  expect(ports.gateway).toBe(8123);
  expect(new Set(Object.values(ports)).size).toBe(Object.keys(eachPort(0)).length);
});

test('when environments are joined, then each part reads its own variables and the common ones', () => {
  const auth = { HOST: '127.0.0.1', DATABASE_URL: 'a', AUTH_URL: 'x' };
  const billing = { HOST: '127.0.0.1', DATABASE_URL: 'b' };
  const joined = joinEnvs({ auth, billing });
  expect(joined).toEqual({
    HOST: '127.0.0.1',
    AUTH__DATABASE_URL: 'a',
    AUTH__AUTH_URL: 'x',
    BILLING__DATABASE_URL: 'b',
  });
  expect(partEnv('auth', joined)).toEqual(auth);
  expect(partEnv('billing', joined)).toEqual(billing);
});
