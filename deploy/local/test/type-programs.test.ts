import { readFileSync } from 'node:fs';
import { typePrograms } from '../src/type-programs.ts';

const all = typePrograms();
const programOf = (workspace: string) => all.filter(({ workspaces }) => workspaces.includes(workspace));

describe('the programs of the type check', () => {
  test.each(['gateway', 'services/auth', 'frontends/shell', 'deploy/checks', 'deploy/local'])(
    'when %s is looked for, then one program holds its files',
    (workspace) => {
      const [program, ...others] = programOf(workspace);
      expect(others).toEqual([]);
      const { include } = JSON.parse(readFileSync(program?.file ?? '', 'utf8')) as { include: string[] };
      expect(include).toContain(`../../${workspace}/**/*.ts`);
    },
  );

  test('when workspaces run in different places, then they share no program', () => {
    const of = (workspace: string) => programOf(workspace)[0]?.file;
    expect(of('gateway')).toBe(of('services/auth'));
    expect(of('frontends/shell')).toBe(of('packages/ui'));
    expect(new Set([of('gateway'), of('frontends/shell'), of('deploy/checks')]).size).toBe(3);
  });
});
