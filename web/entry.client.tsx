/** What the page's starter carries: where the manifest is, and the modules of the routes on this page. */
type Carried = { manifest?: string; routes?: string }

const { manifest = '', routes = '{}' }: Carried = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
const modules = Object.entries(JSON.parse(routes) as Record<string, string>)

const [{ hydrate }, , ...loaded] = await Promise.all([
  import('./hydrate.tsx'),
  import(/* @vite-ignore */ manifest),
  ...modules.map(([, address]) => import(/* @vite-ignore */ address)),
])

// Where React Router looks for the modules that its own Scripts element would have loaded.
Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(modules.map(([id], place) => [id, loaded[place]])) })
await hydrate()
