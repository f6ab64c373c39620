import { accessLog, createLogger } from '../src/program/logger.ts';

describe('logger', () => {
  const lines: string[] = [];
  const log = createLogger('auth', 'info', { write: (line) => void lines.push(line) });
  const written = (): string => lines.splice(0).join('');

  test('when personal data or secrets are logged by mistake, then they are left out', () => {
    const secrets = {
      password: 'canary1',
      otp: 'canary2',
      phone: 'canary3',
      nik: 'canary4',
      email: 'canary5',
    };
    log.info({
      ...secrets,
      code: 'canary6',
      user: { ...secrets, name: 'canary7' },
      body: { any: 'canary8' },
    });
    log.info(
      { req: { method: 'GET', url: '/api/users?search=canary9', headers: { cookie: 'canary10' } } },
      'request',
    );
    const text = written();
    expect(text).not.toContain('canary');
    expect(text).toContain('"process":"auth"');
    expect(text).toContain('/api/users');
  });

  test('when the database refuses a value, then the log has its code and constraint but not the value', () => {
    const error = Object.assign(new Error('duplicate key: (email)=(canary)\n    at canary'), {
      code: '23505',
      constraint: 'users_email',
      detail: 'Key (email)=(canary)',
    });
    log.error({ err: error });
    const text = written();
    expect(text).toContain('23505');
    expect(text).toContain('users_email');
    expect(text.replace('at canary', '')).not.toContain('canary');
  });

  test('when a call was answered, then its line is JSON with the path alone, and quotes in it break nothing', () => {
    const access = accessLog(log.child({ part: 'web' }));
    access({ method: 'GET', url: '/api/"users"\\?search=canary', id: '1234-5678' }, 404, 12.7);
    expect(JSON.parse(written())).toEqual({
      level: 30,
      time: expect.any(Number),
      process: 'auth',
      part: 'web',
      reqId: '1234-5678',
      req: { method: 'GET', path: '/api/"users"\\' },
      status: 404,
      ms: 13,
      msg: 'request',
    });
  });

  test('when the level is higher, then answered calls are not written', () => {
    const quiet: string[] = [];
    const access = accessLog(createLogger('auth', 'warn', { write: (line) => void quiet.push(line) }));
    access({ method: 'GET', url: '/', id: '1234-5678' }, 200, 1);
    expect(quiet).toEqual([]);
  });
});
