import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const assets = fileURLToPath(new URL('../web/build/client/assets/', import.meta.url))
const begins = 'window.__reactRouterManifest='

type Route = { module: string; imports?: string[]; css?: string[]; [name: string]: unknown }
type Manifest = { entry: Route; routes: Record<string, Route> }

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

export function parseManifest(source: string): Manifest {
  if (!source.startsWith(begins)) throw new Error('The route manifest has an unexpected format.')
  return JSON.parse(source.slice(begins.length).replace(/;\s*$/, ''))
}

/** The manifest without preload lists, false flags and what only the build reads. */
export function slimSource(source: string): string {
  const manifest = parseManifest(source)
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, slim(route)] as const)
  return `${begins}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`
}

const slim = (route: Route) =>
  Object.fromEntries(
    Object.entries(route).filter(
      ([name, fact]) => !['imports', 'hasDefaultExport'].includes(name) && fact !== false && !(name === 'css' && String(fact) === ''),
    ),
  )
