import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const assets = fileURLToPath(new URL('../web/build/client/assets/', import.meta.url))
const begins = 'window.__reactRouterManifest='

type Route = Record<string, unknown>

/** Makes the route manifest small, which every page loads. The file name stays valid: the routes are the same. */
export function slimManifest() {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
  if (!name) throw new Error('The build has no manifest.')
  writeFileSync(assets + name, slimSource(readFileSync(assets + name, 'utf8')))
}

/** The manifest without preload lists, false flags and what only the build reads. */
export function slimSource(source: string): string {
  if (!source.startsWith(begins)) throw new Error('The manifest is written in another way.')
  const manifest: { routes: Record<string, Route> } = JSON.parse(source.slice(begins.length).replace(/;\s*$/, ''))
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, slim(route)] as const)
  return `${begins}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`
}

const slim = (route: Route) =>
  Object.fromEntries(
    Object.entries(route).filter(
      ([name, fact]) => !['imports', 'hasDefaultExport'].includes(name) && fact !== false && !(name === 'css' && String(fact) === ''),
    ),
  )
