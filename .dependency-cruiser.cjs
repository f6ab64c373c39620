/** The arrow between packages (README, 'Map'), and no circles. `npm run check` runs it. */
const outside = (from, allowed) => ({
  from: { path: from },
  to: { path: '^(packages|gateway|services|frontends|deploy)/', pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'contracts-know-domain',
      severity: 'error',
      ...outside('^packages/contracts/src', '^packages/(contracts|domain)/'),
    },
    { name: 'ui-knows-none-of-ours', severity: 'error', ...outside('^packages/ui/src', '^packages/ui/') },
    {
      name: 'service-kit-knows-contracts',
      severity: 'error',
      ...outside('^packages/service-kit/src', '^packages/(service-kit|contracts|domain)/'),
    },
    {
      name: 'file-store-knows-service-kit',
      severity: 'error',
      ...outside('^packages/file-store/src', '^packages/(file-store|service-kit)/'),
    },
    {
      name: 'web-kit-knows-contracts-and-ui',
      severity: 'error',
      ...outside('^packages/web-kit/src', '^packages/(web-kit|ui|contracts|domain)/'),
    },
    {
      name: 'gateway-knows-kit-and-contracts',
      severity: 'error',
      ...outside('^gateway/src', '^(gateway|packages/(service-kit|contracts|domain))/'),
    },
    {
      name: 'service-knows-itself-and-kit',
      severity: 'error',
      from: { path: '^services/([^/]+)/(src|migrations)' },
      to: {
        path: '^(packages|gateway|services|frontends|deploy)/',
        pathNot: '^(services/$1|packages/(service-kit|file-store|contracts|domain))/',
      },
    },
    {
      name: 'first-paint-knows-contracts',
      severity: 'error',
      ...outside('^packages/first-paint/src', '^packages/(first-paint|contracts|domain)/'),
    },
    {
      name: 'front-end-knows-itself-and-web',
      severity: 'error',
      from: { path: '^frontends/([^/]+)/src' },
      to: {
        path: '^(packages|gateway|services|frontends|deploy)/',
        pathNot: '^(frontends/$1|packages/(web-kit|ui|contracts|domain|federation|first-paint))/',
      },
    },
    {
      name: 'nobody-imports-a-program',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(gateway|services|frontends|deploy)/' },
    },
    {
      name: 'browser-takes-no-server-code',
      severity: 'error',
      from: {
        path: '^(frontends|packages/(ui|web-kit))/',
        pathNot: '\\.test\\.tsx?$|/test/|\\.config\\.mjs$',
      },
      to: { path: '^packages/service-kit/' },
    },
    {
      name: 'router-from-one-place',
      severity: 'error',
      from: { path: '^frontends/' },
      to: { path: 'node_modules/react-router' },
    },
    {
      name: 'programs-take-no-test-help',
      severity: 'error',
      from: { path: '^(gateway|services|frontends)/.*src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '/testing/|node_modules/@testing-library' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/|[.]d[.]m?ts$' },
    moduleSystems: ['es6', 'cjs'],
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
