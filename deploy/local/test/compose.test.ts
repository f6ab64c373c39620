import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { variablesOf } from '../src/configuration.ts';
import { renderKustomization } from './kustomize.ts';
import { projectRoot } from '../src/paths.ts';
import { composeSchema } from './compose-schema.ts';
import { composeFile, composeText, envFile, interpolate } from './compose-file.ts';

const PROFILES = ['tls', 'simulator', 'demo', 'monitoring', 'traces', 'logs', 's3', 'backup', 'setup'];
/** Read by compose itself. */
const OF_COMPOSE = ['COMPOSE_PROFILES', 'COMPOSE_PROJECT_NAME'];
const all = Object.entries(composeFile().services);

test('when a variable is put in, then as compose does it', () => {
  const given = { A: 'a', EMPTY: '' };
  expect(interpolate('${A} ${B:-${A}/${C:-c}} ${EMPTY:-e}${EMPTY-f} ${A:+x}${B:+y} $${A}', given)).toBe(
    'a a/c e x ${A}',
  );
});

test('when .env.example is read, then it has every variable of docker-compose.yml, and no other', () => {
  const used = [...composeText().matchAll(/(?<!\$)\$\{(\w+)/gu)].map(([, name = '']) => name);
  const named = Object.keys(envFile('.env.example', true)).filter((name) => !OF_COMPOSE.includes(name));
  expect(named.toSorted()).toEqual([...new Set(used)].toSorted());
  const demo = Object.keys(envFile('deploy/docker/demo.env')).filter((name) => !OF_COMPOSE.includes(name));
  expect(demo.filter((name) => !named.includes(name))).toEqual([]);
});

test('when the profiles are looked at, then they are the known ones, and the demo has data of its own', () => {
  expect(new Set(all.flatMap(([, { profiles = [] }]) => profiles))).toEqual(new Set(PROFILES));
  expect(envFile('deploy/docker/demo.env')).toMatchObject({
    COMPOSE_PROJECT_NAME: 'gerbang-demo',
    COMPOSE_PROFILES: 'demo',
    DEMO: '1',
  });
});

describe.each([[], ...PROFILES.map((profile) => [profile]), PROFILES])(
  'with the profiles %s %s',
  (...chosen) => {
    const profiles = chosen.filter(Boolean) as string[];
    const file = composeFile({}, profiles);
    const services = Object.entries(file.services);

    test('when it is read as compose does, then every attribute is one of the specification', () => {
      const own = Object.entries(file).filter(([key]) => !key.startsWith('x-'));
      expect(composeSchema.safeParse(Object.fromEntries(own)).error?.issues ?? []).toEqual([]);
    });

    test('when a service names another one, a network, a volume, a secret or a file, then it is there', () => {
      for (const [name, one] of services) {
        const needed = Object.entries(one.depends_on ?? {}).filter(([, { required }]) => required !== false);
        expect([name, needed.map(([other]) => other).filter((other) => !(other in file.services))]).toEqual([
          name,
          [],
        ]);
        expect((one.networks ?? []).filter((network) => !(network in file.networks))).toEqual([]);
        expect((one.secrets ?? []).filter((secret) => !(secret in file.secrets))).toEqual([]);
        expect((one.configs ?? []).filter(({ source }) => !(source in file.configs))).toEqual([]);
        for (const volume of one.volumes ?? []) {
          const [source = ''] = volume.split(':');
          // Folders of the machine need not be on this one.
          if (source === './backups' || source.startsWith('/')) continue;
          expect([volume, source in file.volumes || existsSync(join(projectRoot, source))]).toEqual([
            volume,
            true,
          ]);
        }
        const files = Object.entries(one.environment ?? {}).filter(([key]) => key.endsWith('_FILE'));
        const mounted = (one.secrets ?? []).map((secret) => `/run/secrets/${secret}`);
        expect([name, files.map(([, path]) => path).filter((path) => !mounted.includes(path))]).toEqual([
          name,
          [],
        ]);
      }
    });
  },
);

test('when a service runs, then its log and its memory are bounded', () => {
  for (const [name, { logging, mem_limit }] of all) {
    expect([name, logging?.options]).toEqual([
      name,
      { 'max-size': '20m', 'max-file': '5', tag: 'gerbang/{{.Name}}' },
    ]);
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/u)]);
  }
});

test('when a container loses a child process, then an init takes it over', () => {
  expect(all.filter(([, { init }]) => init !== true).map(([name]) => name)).toEqual([]);
});

test('when a program ends by itself, then it is started again', () => {
  for (const name of [
    'gateway',
    'auth',
    'admission',
    'announcement',
    'billing',
    'notification',
    'postgres',
  ]) {
    expect([name, composeFile().services[name]?.restart]).toEqual([name, 'unless-stopped']);
  }
});

test('when PostgreSQL is slow, then its health check ends by itself, without a shell, before it is broken off', () => {
  const { test: command, timeout } = composeFile().services.postgres?.healthcheck ?? {};
  expect(command?.slice(0, 4)).toEqual(['CMD', 'pg_isready', '-t', '2']);
  expect(timeout).toBe('10s');
});

test('when a service is built, then its image has a name and the tag of the release', () => {
  for (const [name, { build, image }] of Object.entries(composeFile({ GERBANG_VERSION: '1.2.3' }).services)) {
    if (build) expect([name, image]).toEqual([name, expect.stringMatching(/^gerbang\/[a-z]+:1\.2\.3$/u)]);
  }
});

test('when an image of others is used, then of one version', () => {
  const others = all.filter(([, { build, image = '' }]) => !build && !image.startsWith('gerbang/'));
  expect(others.length).toBeGreaterThan(10);
  for (const [name, { image }] of others)
    expect([name, image]).toEqual([
      name,
      expect.stringMatching(/^[\w./-]+:v?\d+\.\d+\.?\d*(?:-\w+)?(?:@sha256:[0-9a-f]{64})?$/u),
    ]);
});

test('when ports are opened, then only those of the proxy reach beyond this machine', () => {
  const open = all.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const));
  const beyond = open.filter(([, port]) => !port.startsWith('127.0.0.1:')).map(([name]) => name);
  expect(new Set(beyond)).toEqual(new Set(['proxy']));
});

test.each([
  [{}, 'http://localhost:8080'],
  [{ PORT: '18080' }, 'http://localhost:18080'],
  [{ PORT: '0', PORTAL_HOST: 'ppdb.sekolah.example' }, 'https://ppdb.sekolah.example'],
  [{ PORT: '9000', PUBLIC_ORIGIN: 'https://ppdb.sekolah.example' }, 'https://ppdb.sekolah.example'],
] as [Record<string, string>, string][])(
  'when %j is set, then the public address is %s',
  (variables, origin) => {
    const { services } = composeFile(variables);
    for (const name of ['gateway', 'auth', 'notification', 'simulator']) {
      expect([name, services[name]?.environment?.PUBLIC_ORIGIN]).toEqual([name, origin]);
    }
  },
);

test('when an archive is restored, then from the folder of the backups, with the key from the standard input and that of the trails', () => {
  const { restore, backup, 'backup-folder': folder } = composeFile({}, ['setup']).services;
  expect(restore?.entrypoint).toEqual(['node', '/app/deploy/backup/src/restore.ts', '--identity', '-']);
  expect(restore?.volumes).toEqual(backup?.volumes);
  expect(restore?.environment).toMatchObject({
    BACKUP_DIR: '/backups',
    AUDIT_KEY_FILE: '/run/secrets/audit_key',
  });
  // It outlives `docker compose down`, which removes the networks.
  expect(folder?.networks).toBeUndefined();
});

test('when the profile backup is on, then a schedule runs that ends by no failure, and nothing that is for the hand', () => {
  const { services } = composeFile({}, ['backup']);
  const { 'backup-schedule': schedule } = services;
  expect(Object.keys(services).filter((name) => name === 'backup' || name === 'restore')).toEqual([]);
  const program = ['deploy/backup/src/schedule.ts', '--every', '15', '--keep', '14'];
  expect(schedule).toMatchObject({ restart: 'unless-stopped', init: true, entrypoint: ['node', ...program] });
  const { backup } = composeFile({}, ['setup']).services;
  for (const part of ['image', 'volumes', 'secrets', 'environment'] as const)
    expect([part, schedule?.[part]]).toEqual([part, backup?.[part]]);
});

test('when a school tries its own portal before Meta knows it, then the simulator runs and no demo data comes', () => {
  const { services } = composeFile({}, ['simulator']);
  expect(services.simulator?.ports).toEqual(['127.0.0.1:8090:8080']);
  expect(Object.keys(services).filter((name) => name.startsWith('demo-'))).toEqual([]);
});

test('when nothing is set, then it is no local run, cookies are secure and the portal asks for no demo data', () => {
  for (const [name, { environment = {} }] of all) {
    expect([name, environment.LOCAL_RUN ?? '0', environment.COOKIE_SECURE]).toEqual([name, '0', undefined]);
  }
  const demo = composeFile(envFile('deploy/docker/demo.env'));
  expect(demo.services.auth?.environment?.LOCAL_RUN).toBe('1');
  // Its cookies stay secure, and it serves no API pages, which the image does not hold.
  expect(demo.services.gateway?.environment?.LOCAL_RUN).toBeUndefined();
});

test('when replicas are set, then of that program', () => {
  const { services } = composeFile({ GATEWAY_REPLICAS: '2' });
  expect([services.gateway?.deploy?.replicas, services.auth?.deploy?.replicas]).toEqual(['2', '1']);
});

test('when a variable limits one network, then compose passes it on, empty = the default that .env.example and the cluster name', () => {
  const limits = (['auth', 'admission', 'gateway'] as const).flatMap((program) =>
    variablesOf(program)
      .filter(({ name }) => /_PER_(?:ADDRESS|NETWORK)$|^REQUESTS_PER_MINUTE$/u.test(name))
      .map(({ name, fallback }) => ({ program, name, fallback: String(fallback) })),
  );
  expect(limits.length).toBeGreaterThan(4);
  const example = envFile('.env.example', true);
  const base = renderKustomization(join(projectRoot, 'deploy/kubernetes/production')).find(
    ({ kind, metadata }) => kind === 'ConfigMap' && /^gerbang-[0-9a-f]{10}$/u.test(metadata.name),
  );
  const cluster = base?.data as Readonly<Record<string, string>>;
  for (const { program, name, fallback } of limits) {
    const passed = (given: Record<string, string>) =>
      composeFile(given).services[program]?.environment?.[name];
    expect([name, passed({ [name]: '77' }), passed({})]).toEqual([name, '77', '']);
    expect([name, example[name]]).toEqual([name, fallback]);
    expect([name, cluster[name]]).toEqual([name, fallback]);
  }
});

test('when traces are wanted, then every program is told the collector and the share, empty where nothing is set', () => {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:4318', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const nothing = { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '' };
  for (const program of ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification']) {
    const environment = (variables: Record<string, string>) =>
      composeFile(variables).services[program]?.environment;
    expect([program, environment(given)]).toEqual([program, expect.objectContaining(given)]);
    expect([program, environment({})]).toEqual([program, expect.objectContaining(nothing)]);
  }
});

test('when the profile traces is on, then spans come from inside only, and traces and memory are bounded', () => {
  const { traces } = composeFile({}, ['traces']).services;
  expect(traces?.ports).toEqual(['127.0.0.1:16686:16686']);
  expect(traces?.networks).toContain('inside');
  const { extensions, receivers, processors } = parse(
    readFileSync(join(projectRoot, 'deploy/monitoring/traces.yml'), 'utf8'),
  ) as {
    extensions: { jaeger_storage: { backends: { memory: { memory: { max_traces: number } } } } };
    receivers: { otlp: { protocols: Record<string, { endpoint: string }> } };
    processors: { memory_limiter: { limit_mib: number } };
  };
  expect(receivers.otlp.protocols).toEqual({ http: { endpoint: '0.0.0.0:4318' } });
  expect(extensions.jaeger_storage.backends.memory.memory.max_traces).toBeLessThanOrEqual(10_000);
  expect(processors.memory_limiter.limit_mib).toBeLessThan(Number.parseInt(traces?.mem_limit ?? '', 10));
});

test('when the page of sizes tells the memory, then as the containers are limited', () => {
  const page = readFileSync(join(projectRoot, 'deploy/docker/sizes.md'), 'utf8');
  const megabytes = (limit = '') => Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1024 : 1);
  const sum = (services: readonly { readonly mem_limit?: string }[]) =>
    services.reduce((total, one) => total + megabytes(one.mem_limit), 0);
  // What runs once has ended by then.
  const lasting = Object.values(composeFile({}, ['tls']).services).filter(({ restart }) => restart !== 'no');
  const programs = lasting.filter(({ build }) => build);
  expect(page).toContain(`together ${sum(lasting)} MB`);
  expect(page).toContain(`adds at most ${sum(programs)} MB`);
});

test('when the profile logs is on, then lines are read without a right to write, and kept for a number of days', () => {
  const { services, configs } = composeFile({ LOGS_DAYS: '7' }, ['logs']);
  const { logs, 'logs-collector': collector } = services;
  expect([logs?.environment?.LOGS_DAYS, logs?.ports, logs?.networks]).toEqual(['7', undefined, ['inside']]);
  expect(collector?.volumes).toContain('/var/lib/docker/containers:/containers:ro');
  expect(all.flatMap(([, { volumes = [] }]) => volumes.filter((one) => one.includes('docker.sock')))).toEqual(
    [],
  );
  expect([collector?.cap_drop, collector?.cap_add, collector?.read_only]).toEqual([['ALL'], undefined, true]);
  const read = (name: string) =>
    parse(readFileSync(join(projectRoot, 'deploy/monitoring', name), 'utf8')) as Record<string, unknown>;
  expect(read('logs.yml')).toMatchObject({
    limits_config: { retention_period: '${LOGS_DAYS}d' },
    compactor: { retention_enabled: true },
  });
  expect(read('logs-collector.yml')).toMatchObject({
    pipeline: {
      inputs: [{ path: '/containers/*/*-json.log' }],
      outputs: [{ host: 'logs', port: 3100 }],
    },
  });
  expect(configs['grafana-source']?.content).toContain('http://logs:3100');
});
