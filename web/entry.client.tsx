import { untilNeeded } from './start-on-demand.ts'
import { importWithRetry } from './platform/connection/import-with-retry.ts'
import { replayClicks } from './platform/hydration/replay-clicks.ts'
import { watchConnection } from './platform/connection/watch-connection.ts'

/** Data of the inline starter script: the manifest and the modules of this page's routes. */
type StarterData = { manifest?: string; routes?: string }

const { manifest = '', routes = '{}' }: StarterData = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
const modules = Object.entries(JSON.parse(routes) as Record<string, string>)

const release = replayClicks()
watchConnection()
await untilNeeded()
const [{ hydrate }, loaded] = await importWithRetry(() =>
  Promise.all([
    import('./hydrate.tsx'),
    Promise.all(modules.map(([, address]) => import(/* @vite-ignore */ address))),
    import(/* @vite-ignore */ manifest),
    // Requested now; otherwise its name would be known only after the first file that imports it has loaded.
    import('./platform/hydration/framework.ts'),
  ]),
)

// React Router expects the modules here, as its own Scripts element would have loaded them.
Object.assign(window, { __reactRouterRouteModules: Object.fromEntries(modules.map(([id], place) => [id, loaded[place]])) })
await hydrate()
release()
