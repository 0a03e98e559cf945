import { existsSync } from 'node:fs'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Offer } from '#contract/billing/offer.ts'
import type { Site } from '#contract/site.ts'
import { UserError } from '#server/common/user-error.ts'

export const webFolder = new URL('../../../web/build/', import.meta.url)
const serverEntry = new URL('server/index.js', webFolder)

/** The exports of entry.server in the web build. It is a separate module graph, so instanceof does not work across it. */
type Entry = {
  createRequestHandler: typeof createRequestHandler
  createRouterContext(context: { api: Api; site: Site; offer: Offer }): RouterContextProvider
}

export type PageBuild = {
  /** The rendered page, and the errors of its calls. */
  render(request: Request, api: Api): Promise<{ response: Response; failures: readonly unknown[] }>
}

export async function loadPageBuild(facts: () => { site: Site; offer: Offer }): Promise<PageBuild> {
  if (!existsSync(serverEntry)) throw new UserError('The pages are not built. Run npm run build, or npm start, which builds them.')
  // The bundler's output has no types; its shape is what entry.server.tsx exports.
  const build = (await import(serverEntry.href)) as ServerBuild
  const entry = build.entry.module as typeof build.entry.module & Entry
  const failuresIn = new WeakMap<object, unknown[]>()
  const handleError = (error: unknown, { context }: { context: unknown }) => {
    if (typeof context === 'object' && context !== null) failuresIn.get(context)?.push(error)
  }
  const handle = entry.createRequestHandler({ ...build, entry: { module: { ...build.entry.module, handleError } } }, 'production')

  return {
    async render(request, api) {
      const context = entry.createRouterContext({ api, ...facts() })
      const failures: unknown[] = []
      failuresIn.set(context, failures)
      return { response: await handle(request, context), failures }
    },
  }
}
