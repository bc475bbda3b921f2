// The dependency rules: the allowed imports. Each rule has a sentence as its name, so that
// a failing check explains itself. Type imports count too, on purpose.

// A domain imports lower tiers only, never its own, never a higher one.
const tiers = [
  ['bank'],
  ['audit', 'live', 'notifications', 'reauthentication'],
  ['accounts', 'counterparties', 'overdrafts', 'factors'],
  [
    'session',
    'operations',
    'beneficiaries',
    'statements',
    'rib',
    'deposits',
    'credits',
    'inbox',
    'exchange-rates',
    'alerts',
  ],
  ['signing', 'clearing'],
  ['instant-payments'],
  ['transfers', 'cards', 'chequebooks', 'debits', 'profile', 'access'],
  ['transfer-imports', 'transfer-proofs'],
  ['batches'],
  ['transfer-execution', 'closed-days'],
  ['approvals', 'audit-log'],
  ['dashboard', 'payment-methods', 'search'],
]
const domains = (names) => `^(api|web)/src/domains/(${names.join('|')})/`
const tests = [
  '\\.test\\.tsx?$',
  '^api/test/',
  '^web/test/',
  '^database/(test/|test-database\\.ts$)',
  '^tools/test/',
  '^e2e/',
]

const forbid = (name, { path = '', pathNot = [] }, to) => ({
  name,
  severity: 'error',
  from: { path, pathNot: [...tests, ...pathNot] },
  to,
})

const lookDownOnly = tiers.map((tier, i) =>
  forbid(
    `tier-${i + 1}-imports-lower-tiers-only`,
    { path: domains(tier) },
    { path: domains(tiers.slice(i).flat()), pathNot: '^$1/src/domains/$2/' },
  ),
)

export default {
  forbidden: [
    forbid('no-circles', {}, { circular: true }),
    forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(api|web|database|tools|e2e)/' }),
    forbid('web-never-meets-api', { path: '^web/' }, { path: '^api/' }),
    forbid('api-never-meets-web', { path: '^api/' }, { path: '^web/' }),
    forbid('database-serves-and-asks-nobody', { path: '^database/' }, { path: '^(api|web|tools|e2e)/' }),
    // A database is handed to the server by its address: how it was started is nothing to it.
    forbid('what-ships-knows-no-tools', { path: '^(api|web)/' }, { path: '^(database|tools|e2e)/' }),
    forbid('tools-stand-outside', { path: '^tools/', pathNot: ['^tools/bench/'] }, { path: '^(api|web|e2e)/' }),
    ...lookDownOnly,
    forbid(
      'nothing-imports-the-roof',
      { path: '^(api/src/(domains|ledger|http|db|formats|documents|adapters)/|web/src/(domains|shell|lib|ui)/)' },
      { path: '^(api/src/((main|worker|app|connect)\\.ts|(jobs|demo)/)|web/src/(main\\.tsx|app/))' },
    ),
    forbid(
      'ground-knows-no-domain',
      { path: '^(api/src/(ledger|http|db|formats|documents|adapters)|web/src/(shell|lib|ui))/' },
      { path: '/src/domains/' },
    ),
    forbid(
      'operators-stand-above-domains-and-jobs',
      { path: '^api/src/(domains|ledger|http|db|formats|documents|adapters|jobs|demo)/' },
      { path: '^api/src/operators/' },
    ),
    forbid('operators-speak-no-http', { path: '^api/src/operators/' }, { path: '^api/src/http/' }),
    forbid('ui-knows-nothing-of-the-bank', { path: '^web/src/ui/' }, { path: '^(contract/|web/src/(lib|shell)/)' }),
    forbid('lib-draws-nothing', { path: '^web/src/lib/' }, { path: '^web/src/(ui|shell)/' }),
    forbid(
      'only-routes-speak-http',
      { path: '^api/src/(domains|ledger)/', pathNot: ['-routes\\.ts$'] },
      { path: '^api/src/http/' },
    ),
    forbid(
      'only-stores-speak-sql',
      { path: '^api/src/(domains|ledger|operators)/', pathNot: ['-store\\.ts$'] },
      { path: '^api/src/db/sql\\.ts' },
    ),
    forbid(
      'rules-are-pure',
      { path: '-(rules|schedule)\\.ts$' },
      { path: '(-store\\.ts$|^api/src/(db|http|documents|adapters|ledger)/)' },
    ),
    forbid('tests-are-never-imported', {}, { path: tests }),
  ],
  options: {
    tsPreCompilationDeps: true, // a circle of types is a circle
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist[^/]*)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
