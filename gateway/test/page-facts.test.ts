import { pageFacts } from '../src/pages/page-facts.ts';

const NOW = new Date('2026-11-21T03:00:00Z');
const CHUNKS = {
  entries: { admission: '/remotes/admission/entry.1.js' },
  pages: { '/children': ['/remotes/admission/entry.1.js', '/remotes/admission/2.js'] },
};
const facts = (path: string, hasSession = true) => pageFacts(path, hasSession, CHUNKS, NOW);

test.each([
  ['/', 'landing', ''],
  ['/auth', 'auth', ''],
  ['/reset-password', 'wait', ''],
  ['/tidak-ada', 'wait', ''],
  ['/children', 'frame', 'family'],
  ['/admin/registration', 'frame', 'staff'],
  ['/dashboard', 'frame', 'either'],
])(
  'when a visitor with a session opens %s, then the first paint is %s and the frame of %j',
  (path, first, frame) => {
    expect(facts(path)).toMatchObject({ first, frame });
  },
);

test('when a page is opened, then it has its title, its files its first reads and the day in both calendars', () => {
  expect(facts('/children').data).toEqual({
    entries: CHUNKS.entries,
    files: CHUNKS.pages['/children'],
    area: 'admission',
    path: '/children',
    dashboard: false,
    title: 'Biodata Anak',
    description: 'Data anak yang akan didaftarkan',
    crumbs: [],
    today: { day: '2026-11-21', text: 'Sabtu, 21 November · 11 Jumadilakhir 1448 H' },
    reads: ['/api/user', '/api/children'],
  });
  expect(facts('/dashboard').data).toMatchObject({
    dashboard: true,
    reads: ['/api/user', '/api/dashboard'],
  });
  expect(facts('/admin/registration').data).toMatchObject({
    reads: ['/api/user', '/api/admin/years'],
    ofYear: expect.stringContaining('{year}'),
  });
});

test.each([
  ['/', 'guest', 'Penerimaan Murid Baru'],
  ['/auth', 'guest', 'Masuk atau Daftar'],
  ['/reset-password', '', 'Reset Password'],
])(
  'when a visitor without a session opens %s, then the frame is %j and the title %j',
  (path, frame, title) => {
    expect(facts(path, false)).toMatchObject({ frame, data: { title } });
  },
);

test('when the visitor has no session, then the page waits and reads nothing ahead', () => {
  const { first, frame, data } = facts('/children', false);
  expect([first, frame]).toEqual(['wait', '']);
  expect(data).not.toHaveProperty('reads');
  expect(data).not.toHaveProperty('title');
});
