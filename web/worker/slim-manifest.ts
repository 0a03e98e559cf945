import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const assets = fileURLToPath(new URL('../build/client/assets/', import.meta.url))
const begins = 'window.__reactRouterManifest='

type Route = Record<string, unknown>

/**
 * Removes preload lists, false flags and what only the build reads from the route manifest, which every page loads. The file name stays
 * valid: the routes are the same.
 */
export function slimManifest() {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error('The build has no manifest.')
  const source = readFileSync(assets + name, 'utf8')
  if (!source.startsWith(begins)) throw new Error('The manifest is written in another way.')
  const manifest: { routes: Record<string, Route> } = JSON.parse(source.slice(begins.length).replace(/;\s*$/, ''))
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, slim(route)] as const)
  writeFileSync(assets + name, `${begins}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`)
}

const slim = (route: Route) =>
  Object.fromEntries(
    Object.entries(route).filter(
      ([name, fact]) => !['imports', 'hasDefaultExport'].includes(name) && fact !== false && !(name === 'css' && String(fact) === ''),
    ),
  )
