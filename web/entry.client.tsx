import { untilNeeded } from './first-look.ts'
import { bring } from './platform/connection/bring.ts'
import { holdPress } from './platform/waking/hold-press.ts'
import { watchConnection } from './platform/connection/watch-connection.ts'

/** What the page's starter carries: where the manifest is, and the modules of the routes on this page. */
type Carried = { manifest?: string; routes?: string }

const { manifest = '', routes = '{}' }: Carried = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
const modules = Object.entries(JSON.parse(routes) as Record<string, string>)

const release = holdPress()
watchConnection()
await untilNeeded()
const [{ hydrate }, loaded] = await bring(() =>
  Promise.all([
    import('./hydrate.tsx'),
    Promise.all(modules.map(([, address]) => import(/* @vite-ignore */ address))),
    import(/* @vite-ignore */ manifest),
    // Asked for at once: its name would be known only when the first file that uses it has come.
    import('./platform/waking/framework.ts'),
  ]),
)

// Where React Router looks for the modules that its own Scripts element would have loaded.
Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(modules.map(([id], place) => [id, loaded[place]])) })
await hydrate()
release()
