import { ConfigError, parseConfig } from '@gerbang/service-kit/program/config';
import { z } from 'zod';
import { gatewaySchema } from '../src/config.ts';

const variables = ['PUBLIC_ORIGIN', 'ALLOWED_ORIGINS', 'TRUST_PROXY'] as const;
const { PUBLIC_ORIGIN, ALLOWED_ORIGINS, TRUST_PROXY } = gatewaySchema.shape;
const schema = z.object({ PUBLIC_ORIGIN, ALLOWED_ORIGINS, TRUST_PROXY });
const GOOD = { PUBLIC_ORIGIN: 'https://ppdb.sekolah.sch.id' };

describe('the addresses in the configuration', () => {
  test.each([
    ['PUBLIC_ORIGIN', 'https://ppdb.sekolah.sch.id/portal'],
    ['PUBLIC_ORIGIN', 'https://ppdb.sekolah.sch.id/?x=1'],
    ['PUBLIC_ORIGIN', 'pendaftaran.contoh.id'],
    ['PUBLIC_ORIGIN', 'ftp://ppdb.sekolah.sch.id'],
    ['ALLOWED_ORIGINS', 'https://satu.sch.id,dua.sch.id'],
    ['ALLOWED_ORIGINS', 'https://satu.sch.id/'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,10.0.0.999'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'fd00::/129'],
  ] as const)('when %s is %j, then one line names it without its value', (name, value) => {
    const read = () => parseConfig(schema, { ...GOOD, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^ {2}${name}: needs|^ {2}${name}: Invalid`, 'mu'));
    expect(read).not.toThrow(value);
  });

  test('when they are right, then they are read, and the slash at the end of PUBLIC_ORIGIN is removed', () => {
    const read = parseConfig(schema, {
      PUBLIC_ORIGIN: 'https://ppdb.sekolah.sch.id/',
      ALLOWED_ORIGINS: 'https://satu.sch.id, http://127.0.0.1:8080',
      TRUST_PROXY: 'loopback, 10.0.0.1, 172.30.77.0/24, fd00::/8',
    });
    expect(variables.map((name) => read[name])).toEqual([
      'https://ppdb.sekolah.sch.id',
      ['https://satu.sch.id', 'http://127.0.0.1:8080'],
      ['loopback', '10.0.0.1', '172.30.77.0/24', 'fd00::/8'],
    ]);
  });
});
