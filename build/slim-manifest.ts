import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

const assets = fileURLToPath(new URL('../web/build/client/assets/', import.meta.url))
const begins = 'window.__reactRouterManifest='

type Script = { module: string; imports?: string[]; css?: string[]; [name: string]: unknown }
type Route = Script & { id: string }
type Manifest = { entry: Script; routes: Record<string, Route> }

/** Makes the route manifest small, which every page loads. The file name stays valid: the routes are the same. */
export function slimManifest() {
  const name = findManifest(readdirSync(assets))
  writeFileSync(assets + name, slimSource(readFileSync(assets + name, 'utf8')))
}

/** The name of the manifest among the files of a build. */
export function findManifest(names: readonly string[]): string {
  const name = names.find((one) => /^manifest-\w+\.js$/.test(one))
  if (!name) throw new Error('The build has no manifest.')
  return name
}

/** The manifest as a browser reads it. */
export function parseManifest(source: string): Manifest {
  if (!source.startsWith(begins)) throw new Error('The route manifest has an unexpected format.')
  const window: { __reactRouterManifest?: Manifest } = {}
  runInNewContext(source, { window })
  const { entry, routes } = window.__reactRouterManifest ?? {}
  if (!entry || !routes) throw new Error('The route manifest has no entry or no routes.')
  return { entry, routes }
}

/**
 * The manifest without preload lists, false flags and what only the build reads. Each route is a row, from which the browser restores
 * what all of them have in common: most have a loader and a file that is named after them.
 */
export function slimSource(source: string): string {
  const { entry, routes } = parseManifest(source)
  const restored =
    '{id,parentId:parentId??undefined,path:path??undefined,hasLoader:true,module:`/assets/${/^-/.test(file)?id:""}${file}.js`,...facts}'
  return `${begins}{entry:${JSON.stringify(entry)},routes:Object.fromEntries(${JSON.stringify(Object.values(routes).map(rowOf))}.map(([id,file,parentId,path,facts])=>[id,${restored}]))};`
}

function rowOf({ id, module, parentId = null, path = null, hasLoader, ...rest }: Route) {
  const file = module.replace(/^\/assets\/(.*)\.js$/, '$1')
  const facts = Object.entries(rest).filter(
    ([name, fact]) => !['imports', 'hasDefaultExport'].includes(name) && fact !== false && !(name === 'css' && String(fact) === ''),
  )
  return [
    id,
    file.startsWith(`${id}-`) ? file.slice(id.length) : file,
    parentId,
    path,
    { ...Object.fromEntries(facts), ...(!hasLoader && { hasLoader: false }) },
  ]
}
