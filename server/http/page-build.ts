import { existsSync } from 'node:fs'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { Site } from '#contract/site.ts'
import { Refusal } from '#server/refusal.ts'

export const webFolder = new URL('../../web/build/', import.meta.url)
const serverEntry = new URL('server/index.js', webFolder)

/** What entry.server of the web build hands us. Its modules are another graph than ours: nothing of it is compared by instanceof. */
type Entry = {
  createRequestHandler: typeof createRequestHandler
  provideContext(given: { api: Api; site: Site }): RouterContextProvider
  languageOf(request: Request): string
}

export type PageBuild = {
  languageOf: Entry['languageOf']
  render(request: Request, api: Api): Promise<Response>
}

export async function loadPageBuild(site: Site): Promise<PageBuild> {
  if (!existsSync(serverEntry)) throw new Refusal('The pages are not built. Run npm run build, or npm start, which does it.')
  // The build is made by another tool: its shape is what entry.server.tsx exports.
  const build = (await import(serverEntry.href)) as ServerBuild
  const entry = build.entry.module as typeof build.entry.module & Entry
  const handle = entry.createRequestHandler(build, 'production')
  return {
    languageOf: entry.languageOf,
    render: (request, api) => handle(request, entry.provideContext({ api, site })),
  }
}
