// Which files may import which. Imports go one way, schemas ← streams ← services, and one folder owns each outside
// system.

const product = '^(schemas|streams|services|migrations)/';
const testFiles = '[.]test[.]ts$';
// Files that tests use, in the folders of the code under test.
const testKits = '(/fixtures/|[.]fixture[.]ts$)';
// Tools that developers and `npm run check` run, never the product.
const schemaTools = '^schemas/(generate|compatibility|release|topics-diagram|events-catalogue)[.]ts$';
const besideTheProduct = '^(test|bench)/';

const layers = [
  forbid(
    'schemas-import-nothing-of-ours',
    { path: '^schemas/' },
    { path: '^(streams|services|migrations)/' },
  ),
  forbid('streams-never-import-services', { path: '^streams/' }, { path: '^(services|migrations)/' }),
  forbid(
    'migrations-import-nothing-of-ours',
    { path: '^migrations/' },
    { path: '^(schemas|streams|services|test|bench)/' },
  ),
  forbid(
    'product-never-imports-tests',
    { path: product, pathNot: [testFiles, testKits] },
    { path: [besideTheProduct, testFiles, testKits] },
  ),
  forbid('unit-tests-need-no-servers', { path: product + '.*' + testFiles }, { path: besideTheProduct }),
];

const siblings = [
  forbid(
    'processors-never-import-each-other',
    { path: '^streams/((?!runtime/)[^/]+)/' },
    {
      path: '^streams/[^/]+/',
      // Every processor may use the rules of a channel, but its sender is a processor of its own.
      pathNot: [
        '^streams/$1/',
        '^streams/(runtime|rules|wording|sender)/',
        '^streams/channels/(?!.*/sender/)',
      ],
    },
  ),
  forbid(
    'runtime-knows-no-processor',
    { path: '^streams/runtime/' },
    { path: '^streams/[^/]+/', pathNot: '^streams/runtime/' },
  ),
  // webhook-caller is not a process: it makes HTTP requests for the code that delivers webhooks or tests endpoints.
  forbid(
    'services-never-import-each-other',
    { path: '^services/([^/]+)/' },
    { path: '^services/', pathNot: ['^services/$1/', '^services/(shared|providers|webhook-caller)/'] },
  ),
  // The local servers are for a developer's machine. If another service imported them, they would be shipped.
  forbid(
    'local-is-for-tests-alone',
    { pathNot: ['^services/local/', besideTheProduct] },
    { path: '^services/local/' },
  ),
];

// Each folder of the runtime may import those listed before it, and none listed after it.
const roomsOfTheRuntime = ['timing', 'failures', 'postgres', 'kafka', 'commands'].map((room, index, all) =>
  forbid(
    `runtime-${room}-knows-no-later-room`,
    { path: `^streams/runtime/${room}/` },
    { path: `^streams/runtime/(${all.slice(index + 1).join('|') || 'none'})/` },
  ),
);

// A static import would load the stand-in in production, too.
const playedForTests = '^services/providers/[^/]+/stand-in/';
const providers = [
  forbid(
    'stand-ins-are-loaded-by-the-simulator-alone',
    { pathNot: [playedForTests, besideTheProduct] },
    { path: playedForTests, dynamic: false },
  ),
  // A plugin loads its parts when they are opened, so providers that are not chosen are not loaded.
  forbid(
    'a-provider-is-known-by-its-plugin-alone',
    { path: product, pathNot: ['^services/providers/', testFiles, testKits] },
    { path: '^services/providers/[^/]+/' },
  ),
  forbid(
    'providers-never-import-each-other',
    { path: '^services/providers/([^/]+)/' },
    { path: '^services/providers/[^/]+/', pathNot: '^services/providers/$1/' },
  ),
  forbid('shared-knows-no-provider', { path: '^services/shared/' }, { path: '^services/providers/' }),
];

const outsideSystems = [
  forbid(
    'only-one-room-knows-kafka',
    { path: product, pathNot: '^streams/runtime/kafka/' },
    { path: packages('kafkajs', '@kafkajs/confluent-schema-registry') },
  ),
  forbid(
    'only-shared-knows-databases',
    { path: product, pathNot: ['^services/shared/', '^migrations/'] },
    { path: packages('pg', 'knex', 'ioredis', '@types/pg') },
  ),
  forbid(
    'migrations-know-knex-alone',
    { path: '^migrations/' },
    { path: 'node_modules/', pathNot: packages('knex') },
  ),
  forbid(
    'only-services-know-express',
    { path: product, pathNot: '^services/' },
    { path: packages('express', '@types/express', 'helmet') },
  ),
];

const hygiene = [
  forbid('no-circular-imports', {}, { circular: true }),
  forbid(
    'no-orphans',
    {
      orphan: true,
      path: '[.]ts$',
      // The compiler reads declarations. A migration, a tool or a tidy test may import no file of ours.
      pathNot: ['^migrations/', '[.]d[.]ts$', testFiles, schemaTools, '^test/global-(setup|teardown)[.]ts$'],
    },
    {},
  ),
  forbid('no-unresolvable-imports', {}, { couldNotResolve: true }),
  forbid(
    'no-dev-dependency-in-the-product',
    // The simulator and the stand-ins run in a checkout only: the image holds neither.
    { path: product, pathNot: [testFiles, testKits, schemaTools, '^services/simulator/', playedForTests] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('@types/[^/]+') },
  ),
  forbid('no-undeclared-dependency', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layers, ...siblings, ...providers, ...roomsOfTheRuntime, ...outsideSystems, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    // Type imports count, too: a type from another layer is a dependency on that layer.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'types'],
    },
  },
};

function forbid(name, from, to) {
  return { name, severity: 'error', from, to };
}

function packages(...names) {
  return names.map((name) => `node_modules/${name}/`);
}
