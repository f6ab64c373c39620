import { createLogger } from '../src/program/logger.ts';

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
});
