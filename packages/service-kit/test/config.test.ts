import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { alone } from '../src/testing/alone.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  baseConfig,
  ConfigError,
  keyRing,
  parseConfig,
  pem,
  secret,
  withFiles,
} from '../src/program/config.ts';
import { currentTracing, openTracing } from '../src/program/tracing.ts';
import { testKeyText } from '../src/testing/identity.ts';

const schema = z.object({ ...baseConfig, BUS_KEYS: keyRing, CODE_KEY: secret, IDENTITY_PUBLIC_KEY: pem });

function messageOf(env: Record<string, string>): string {
  try {
    parseConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('It was accepted');
}

describe('configuration', () => {
  test('when several settings are missing or wrong, then all are named together and no value is shown', () => {
    const message = messageOf({
      PORT: '70000',
      BUS_KEYS: 'a:c2hvcnQ=',
      CODE_KEY: '',
      IDENTITY_PUBLIC_KEY: 'canary',
    });
    for (const name of ['PORT', 'BUS_KEYS', 'CODE_KEY', 'IDENTITY_PUBLIC_KEY'])
      expect(message).toContain(name);
    for (const words of [/canary|c2hvcnQ/u, alone('70000')]) expect(message).not.toMatch(words);
  });

  test('when everything is given, then it is parsed and the first key of a ring seals', () => {
    const config = parseConfig(schema, {
      PORT: '4001',
      BUS_KEYS: `${testKeyText('new')},${testKeyText('old')}`,
      CODE_KEY: Buffer.alloc(32, 1).toString('base64'),
      IDENTITY_PUBLIC_KEY: Buffer.from('-----BEGIN PUBLIC KEY-----').toString('base64'),
    });
    expect(config.PORT).toBe(4001);
    expect(config.BUS_KEYS.map((key) => key.id)).toEqual(['new', 'old']);
    expect(config.LOCAL_RUN).toBe(false);
  });

  test('when the variables of traces are empty, as compose passes what is not set, then no traces are made', async () => {
    const variables = z.object({
      OTEL_EXPORTER_OTLP_ENDPOINT: baseConfig.OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_TRACES_SAMPLER_ARG: baseConfig.OTEL_TRACES_SAMPLER_ARG,
    });
    const config = parseConfig(variables, { OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '' });
    // An empty share is not 0: else a collector that is named alone would get nothing.
    expect(config).toEqual({ OTEL_TRACES_SAMPLER_ARG: 1 });
    await openTracing(config);
    expect(currentTracing()).toBeUndefined();
  });

  test('when a secret is given as a file, then its content is the value; twice, or unreadable, is said by name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gerbang-config-'));
    const file = join(folder, 'token');
    writeFileSync(file, 'canary-token\n');
    const names = ['TOKEN', 'EMPTY'];
    // Variables of other programs that end alike are none of ours.
    expect(withFiles({ TOKEN_FILE: file, EMPTY_FILE: '', OTHER_FILE: '/nowhere' }, names)).toEqual({
      TOKEN: 'canary-token',
      TOKEN_FILE: file,
      OTHER_FILE: '/nowhere',
    });
    const both = { TOKEN: 'a', TOKEN_FILE: file };
    expect(() => withFiles(both, names)).toThrow('TOKEN and TOKEN_FILE are both set');
    const empty = join(folder, 'empty');
    writeFileSync(empty, '\n');
    expect(withFiles({ TOKEN: 'a', TOKEN_FILE: empty }, names)).toMatchObject({ TOKEN: 'a' });
    expect(withFiles({ TOKEN_FILE: empty }, names)).not.toHaveProperty('TOKEN');
    const missing = { TOKEN_FILE: join(folder, 'missing') };
    expect(() => withFiles(missing, names)).toThrow('TOKEN_FILE: the file cannot be read');
    const token = z.object({ TOKEN: z.string() });
    expect(parseConfig(token, { TOKEN_FILE: file })).toEqual({ TOKEN: 'canary-token' });
    rmSync(folder, { recursive: true });
  });
});
