import { pageFacts } from '../src/page-facts.ts';

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
  'when somebody with a session opens %s, then the first paint is %s and the frame of %j',
  (path, first, frame) => {
    expect(facts(path)).toMatchObject({ first, frame });
  },
);

test('when the page is told, then its title, its files and its first reads are, and only the dashboard has the day', () => {
  expect(facts('/children').told).toEqual({
    entries: CHUNKS.entries,
    files: CHUNKS.pages['/children'],
    dashboard: false,
    title: 'Biodata Anak',
    description: 'Data anak yang akan didaftarkan',
    crumbs: [],
    reads: ['/api/user', '/api/children'],
  });
  expect(facts('/dashboard').told).toMatchObject({
    today: 'Sabtu, 21 November 2026 · 11 Jumadilakhir 1448 H',
    reads: ['/api/user', '/api/dashboard'],
  });
});

test('when the visitor has no session, then the page waits and reads nothing ahead', () => {
  const { first, frame, told } = facts('/children', false);
  expect([first, frame]).toEqual(['wait', '']);
  expect(told).not.toHaveProperty('reads');
  expect(told).not.toHaveProperty('title');
});
