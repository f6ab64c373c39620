import { workspacesOf } from '../src/development.ts';

test('when a program is watched, then so are the packages that it uses, and no others', () => {
  expect(workspacesOf('services/billing').toSorted()).toEqual([
    'packages/contracts',
    'packages/domain',
    'packages/service-kit',
    'services/billing',
  ]);
});
