import type { Import } from './read-imports.ts'

/** In the order of the street: a slice may use the acts of the slices before it. */
export const street = [
  'accounts',
  'billing',
  'media',
  'push',
  'cards',
  'reviews',
  'links',
  'visits',
  'contacts',
  'releases',
  'abuse',
  'privacy',
  'admin',
] as const

const house = ['common', 'contract', 'messages', 'server', 'web', 'cli', 'scripts', 'tests', 'lab']

/** Says what is wrong with an import, or nothing. */
export function faultOf({ from, to, isType = false }: Import): string | null {
  const room = from.split('/')[0] ?? ''
  if (isTest(from) || ['scripts', 'tests', 'lab'].includes(room)) return null
  if (house.includes(to.split('/')[0] ?? '') && !to.includes('/')) return null
  if (room === 'contract') return within(to, ['contract']) || to === 'zod' ? null : 'the contract imports itself and zod, nothing else'
  if (room === 'common') return faultInCommon(to)
  if (room === 'cli')
    return inHouse(to) && !within(to, ['cli', 'server', 'contract', 'common'])
      ? 'the command line imports server, contract and common'
      : null
  if (room === 'server') return faultInServer(from, to, isType)
  if (room === 'web') return faultInWeb(from, to)
  return null
}

/** Pure functions that the server and the browser both run; messages are compiled by a parser of their standard. */
const faultInCommon = (to: string) =>
  within(to, ['common', 'contract', 'messages']) || to.startsWith('@formatjs/icu-messageformat-parser')
    ? null
    : 'common imports itself and the contract: no I/O, no React'

function faultInServer(from: string, to: string, isType: boolean): string | null {
  if (!inHouse(to)) return drawing.has(to) && from !== pageBuild ? 'the server draws nothing itself' : null
  if (!within(to, ['server', 'contract', 'common'])) return 'the server imports server, contract and common'

  const here = sliceOf(from)
  const there = sliceOf(to)
  if (here === null)
    return there === null || knowsSlices(from) || (within(from, ['server/database']) && roleOf(to) === 'tables')
      ? null
      : 'only app.ts knows the slices'
  if (there === null) return faultBesideSlice(to)
  if (here === there) return faultInSlice(from, to, isType)
  if (street.indexOf(there) > street.indexOf(here)) return `${here} comes before ${there} on the street: let it hear by a job`
  return roleOf(to) === 'act' ? null : `of another slice only the acts may be used, and this is none (${roleOf(to)})`
}

/** What a slice may use of the server's other rooms. */
function faultBesideSlice(to: string): string | null {
  if (to === 'server/app.ts' || to === 'server/main.ts' || within(to, ['server/demo'])) return 'a slice does not know who put it together'
  if (within(to, ['server/http']))
    return /\/(mount|problem|as-file)\.ts$/.test(to) ? null : 'of http/ a slice knows mount, problem and as-file'
  return null
}

/** routes -> act -> store, policy, presenter -> tables */
function faultInSlice(from: string, to: string, isType: boolean): string | null {
  const [asking, asked] = [roleOf(from), roleOf(to)]
  if (asked === 'routes') return 'nobody inside a slice imports its routes'
  if (asking === 'routes' && (asked === 'store' || asked === 'tables')) return 'routes call acts; acts call the store'
  // A presenter may name the shape of what an act gives it.
  if (asked === 'act' && ['store', 'policy', 'presenter'].includes(asking) && !(asking === 'presenter' && isType))
    return `a ${asking} is called by acts and calls none`
  if ((asking === 'policy' || asking === 'presenter') && asked === 'store') return `a ${asking} is given what it needs and reads nothing`
  if (asking === 'tables' && asked !== 'tables' && asked !== 'shape') return 'tables stand by themselves'
  return null
}

function faultInWeb(from: string, to: string): string | null {
  if (!inHouse(to))
    return ['pg', 'hono', 'sharp'].includes(to) || to.startsWith('drizzle-orm') ? 'the web does not know the server’s parts' : null
  if (!within(to, ['web', 'contract', 'common'])) return 'the web imports web, contract and common'
  if (within(to, ['contract', 'common']))
    return within(from, ['web/ui']) && !within(to, ['contract/text']) ? 'ui knows no product words' : null

  if (within(from, ['web/features'])) {
    if (within(to, ['web/routes'])) return 'routes use features, not the other way'
    if (within(to, ['web/features']) && folder(from) !== folder(to)) return 'a feature does not know another: let the route introduce them'
  }
  if (within(from, ['web/ui']) && !within(to, ['web/ui'])) return 'ui knows no product words'
  if (within(from, ['web/platform', 'web/i18n']) && within(to, ['web/features', 'web/routes', 'web/ui']))
    return 'platform and i18n are used by what stands above them'
  return null
}

/** Modules of contract and common whose values bring that package along, themselves or by one they import. */
export function bringing(name: string, imports: readonly Import[]): ReadonlySet<string> {
  const values = imports.filter(({ from, isType }) => within(from, ['contract', 'common']) && !isType)
  const bring = new Set([name])
  for (let before = 0; before < bring.size;) {
    before = bring.size
    for (const { from, to } of values) if (bring.has(to)) bring.add(from)
  }
  return bring
}

/**
 * Schemas are heavy, and try `new Function`, which a page forbids: no browser gets one. Of a route's module only what is drawn travels:
 * what its loaders and actions use cannot be told from imports, and is held by the weight of the build.
 */
export function faultInBrowser({ from, to, isType = false }: Import, schemas: ReadonlySet<string>): string | null {
  if (isType || !schemas.has(to) || !within(from, ['web']) || isTest(from) || within(from, ['web/routes'])) return null
  return from === 'web/entry.server.tsx' ? null : 'a browser takes types of a schema, never its value: put the constant where no schema is'
}

type Role = 'act' | 'store' | 'policy' | 'presenter' | 'routes' | 'tables' | 'job' | 'shape'

function roleOf(path: string): Role {
  const name = path.split('/').at(-1) ?? ''
  if (name === 'routes.ts' || name === 'tables.ts') return name.slice(0, -3) as 'routes' | 'tables'
  if (name.endsWith('.job.ts')) return 'job'
  if (name.endsWith('-store.ts')) return 'store'
  if (name.endsWith('-policy.ts')) return 'policy'
  if (name.startsWith('present-')) return 'presenter'
  return verbs.has(name.split('-')[0] ?? '') ? 'act' : 'shape'
}

function sliceOf(path: string) {
  const [room, name] = path.split('/')
  return room === 'server' ? (street.find((slice) => slice === name) ?? null) : null
}

const drawing = new Set(['react', 'react-dom', 'react-router'])
const pageBuild = 'server/http/pages/page-build.ts'

/** An act's name begins with what it does; a file that is named after a thing holds a shape or a rule of its slice. */
const verbs = new Set(
  'add announce block change check claim count create decode derive describe discard draw end erase export find follow gather give hold import keep leave list make mark note open parse promote publish put read refuse register remove request reserve reset rotate save search send set shorten sign start submit take track update use verify write'.split(
    ' ',
  ),
)

const knowsSlices = (path: string) => path === 'server/app.ts' || within(path, ['server/demo'])
const folder = (path: string) => path.split('/').slice(0, 3).join('/')
const inHouse = (path: string) => within(path, house)
const within = (path: string, folders: readonly string[]) => folders.some((folder) => path.startsWith(`${folder}/`))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
