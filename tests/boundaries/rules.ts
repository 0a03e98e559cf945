import { codeFolders } from './code-folders.ts'
import type { Import } from './read-imports.ts'

/** The order of slices: a slice may use the actions of the slices before it. */
export const sliceOrder = [
  'accounts',
  'billing',
  'media',
  'push',
  'connections',
  'cards',
  'access-keys',
  'reviews',
  'links',
  'visits',
  'contacts',
  'inbox',
  'rest',
  'releases',
  'abuse',
  'privacy',
  'admin',
] as const

/** Functions of texts and browsers, which know nothing of the product. */
const leaves = ['common/text', 'common/browser', 'common/own-property.ts', 'common/picture-type.ts']

const topFolders = [...codeFolders, 'messages']

/** What is wrong with an import, or null. */
export function issueOf({ from, to, isType = false }: Import): string | null {
  const folderName = from.split('/')[0] ?? ''
  if (isTest(from) || ['scripts', 'tests', 'lab'].includes(folderName)) return null
  if (topFolders.includes(to.split('/')[0] ?? '') && !to.includes('/')) return null
  if (folderName === 'contract')
    return within(to, ['contract', ...leaves]) || to === 'zod' ? null : 'the contract imports itself, zod and the leaves of common'
  if (within(from, leaves)) return within(to, leaves) ? null : 'leaves of common import leaves only'
  if (folderName === 'common') return issueInCommon(to)
  if (folderName === 'cli')
    return isOwnCode(to) && !within(to, ['cli', 'server', 'contract', 'common'])
      ? 'the command line imports server, contract and common'
      : null
  if (folderName === 'server') return issueInServer(from, to, isType)
  if (folderName === 'web') return issueInWeb(from, to)
  if (folderName === 'build')
    return isOwnCode(to) && !within(to, ['build', 'web', 'contract', 'common']) ? 'the build imports web, contract and common' : null
  return null
}

/** Pure functions that the server and the browser both run; messages are compiled by a parser of their standard. */
const issueInCommon = (to: string) =>
  within(to, ['common', 'contract', 'messages']) || to.startsWith('@formatjs/icu-messageformat-parser')
    ? null
    : 'common imports itself and the contract: no I/O, no React'

function issueInServer(from: string, to: string, isType: boolean): string | null {
  if (!isOwnCode(to)) return drawing.has(to) && from !== pageBuild ? 'the server renders no React itself' : null
  if (!within(to, ['server', 'contract', 'common'])) return 'the server imports server, contract and common'

  if (within(from, ['server/common']) && within(to, ['server']) && !within(to, ['server/common', 'server/http/problems']))
    return 'of the server, server/common imports problems only'
  const here = sliceOf(from)
  const there = sliceOf(to)
  if (here === null)
    return there === null || knowsSlices(from) || (within(from, ['server/database']) && roleOf(to) === 'tables')
      ? null
      : 'only app.ts and report-ready.ts know the slices'
  if (there === null) return issueBesideSlice(to)
  if (here === there) return issueInSlice(from, to, isType)
  if (sliceOrder.indexOf(there) > sliceOrder.indexOf(here)) return `${here} comes before ${there} in the order of slices: use a job`
  return roleOf(to) === 'action' ? null : `of another slice only the actions may be used, and this is none (${roleOf(to)})`
}

/** What a slice may import from the server's other folders. */
function issueBesideSlice(to: string): string | null {
  if (to === 'server/app.ts' || to === 'server/main.ts' || within(to, ['server/demo'])) return 'a slice does not import the app'
  if (within(to, ['server/http']))
    return /\/(mount|problem|as-file)\.ts$/.test(to) ? null : 'from http/ a slice may import mount, problem and as-file only'
  return null
}

/** routes -> action -> store, policy, presenter -> tables */
function issueInSlice(from: string, to: string, isType: boolean): string | null {
  const [importer, imported] = [roleOf(from), roleOf(to)]
  if (imported === 'routes') return 'no module of a slice imports its routes'
  if (importer === 'routes' && (imported === 'store' || imported === 'tables')) return 'routes call actions; actions call the store'
  // A presenter may import the type of an action's result.
  if (imported === 'action' && ['store', 'policy', 'presenter'].includes(importer) && !(importer === 'presenter' && isType))
    return `a ${importer} is called by actions and calls none`
  if ((importer === 'policy' || importer === 'presenter') && imported === 'store')
    return `a ${importer} gets its data passed in and reads nothing`
  if (importer === 'tables' && imported !== 'tables' && imported !== 'shape') return 'tables import no other module of the slice'
  return null
}

function issueInWeb(from: string, to: string): string | null {
  if (!isOwnCode(to))
    return ['pg', 'hono', 'sharp'].includes(to) || to.startsWith('drizzle-orm') ? 'the web does not import server packages' : null
  if (!within(to, ['web', 'contract', 'common'])) return 'the web imports web, contract and common'
  if (within(to, ['contract', 'common']))
    return within(from, ['web/ui']) && !within(to, ['common/text']) ? 'ui knows no product words' : null

  if (within(from, ['web/routes']) && within(to, ['web/routes']) && isOfAnotherRoute(from, to))
    return 'a route imports no other route: share data in web/loaders, frames in web/routes/shell'
  if (within(from, ['web/loaders']) && within(to, ['web/routes', 'web/ui'])) return 'loaders read data and draw nothing'
  if (within(from, ['web/features'])) {
    if (within(to, ['web/routes', 'web/loaders'])) return 'routes use features, not the other way'
    if (within(to, ['web/features']) && folder(from) !== folder(to)) return 'a feature does not import another: compose them in the route'
  }
  if (within(from, ['web/ui']) && !within(to, ['web/ui'])) return 'ui knows no product words'
  if (within(from, ['web/platform', 'web/i18n']) && within(to, ['web/features', 'web/routes', 'web/loaders', 'web/ui']))
    return 'platform and i18n do not import features, routes or ui'
  return null
}

/** Files beside the folders are for all of them. */
function isOfAnotherRoute(from: string, to: string): boolean {
  const [mine, theirs] = [from, to].map((path) => path.split('/').slice(2))
  return mine?.length !== 1 && theirs?.length !== 1 && theirs?.[0] !== 'shell' && mine?.[0] !== theirs?.[0]
}

/** Modules of contract and common whose values depend on the package, directly or through an import. */
export function modulesUsing(name: string, imports: readonly Import[]): ReadonlySet<string> {
  const values = imports.filter(({ from, isType }) => within(from, ['contract', 'common']) && !isType)
  const reached = new Set([name])
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const { from, to } of values) if (reached.has(to)) reached.add(from)
  }
  return reached
}

/**
 * Schemas are heavy and try `new Function`, which a page's policy forbids, so no browser gets one. Loaders and actions of a route are
 * removed from the browser's bundle; imports do not show that, so routes are checked by the size budget instead.
 */
export function issueInBrowser({ from, to, isType = false }: Import, schemas: ReadonlySet<string>): string | null {
  if (isType || !schemas.has(to) || !within(from, ['web']) || isTest(from) || within(from, ['web/routes', 'web/loaders'])) return null
  return from === 'web/entry.server.tsx' ? null : 'a browser takes types of a schema, never its value: put the constant where no schema is'
}

type Role = 'action' | 'store' | 'policy' | 'presenter' | 'routes' | 'tables' | 'job' | 'shape'

function roleOf(path: string): Role {
  const name = path.split('/').at(-1) ?? ''
  if (name === 'routes.ts' || name === 'tables.ts') return name.slice(0, -3) as 'routes' | 'tables'
  if (name.endsWith('.job.ts')) return 'job'
  if (name.endsWith('-store.ts')) return 'store'
  if (name.endsWith('-policy.ts')) return 'policy'
  if (name.startsWith('present-')) return 'presenter'
  return verbs.has(name.split('-')[0] ?? '') ? 'action' : 'shape'
}

function sliceOf(path: string) {
  const [folderName, name] = path.split('/')
  return folderName === 'server' ? (sliceOrder.find((slice) => slice === name) ?? null) : null
}

const drawing = new Set(['react', 'react-dom', 'react-router'])
const pageBuild = 'server/http/pages/page-build.ts'

/** The file name of an action begins with a verb; other files hold a type or a rule of the slice. */
const verbs = new Set(
  'add adjust announce assert block build cancel change check claim count create decode delete derive describe discard draw end erase export find follow gather import insert leave list load make manage mark open override parse promote publish rasterize read record refuse register remove render request require reserve reset resize rotate save search send serve set shorten sign start submit take track update upload use verify write'.split(
    ' ',
  ),
)

const knowsSlices = (path: string) =>
  ['server/app.ts', 'server/report-ready.ts'].includes(path) || within(path, ['server/demo', 'server/backup'])
const folder = (path: string) => path.split('/').slice(0, 3).join('/')
const isOwnCode = (path: string) => within(path, topFolders)
const within = (path: string, folders: readonly string[]) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
