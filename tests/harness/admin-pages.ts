import { fileURLToPath } from 'node:url'
import { matchRoutes, RouterContextProvider, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Api } from '#contract/api.ts'
import { noSite } from '../../web/platform/use-site.ts'
import { apiContext, siteContext } from '../../web/platform/router-context.ts'
import routes from '../../web/routes.ts'

type Handler = (args: LoaderFunctionArgs) => Promise<unknown>
type AdminPage = Record<'loader' | 'action', Handler>

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path = '', index, file, children = [] }) =>
    index ? { index, handle: file } : { path, handle: file, children: asObjects(children) },
  )

/** The files of the admin’s pages. */
export const adminFiles = routes.flatMap(({ id, children = [] }) => (id === 'admin' ? children.map(({ file }) => file) : []))

export const importPage = (file: string): Promise<AdminPage> => import(fileURLToPath(new URL(`../../web/${file}`, import.meta.url)))

const notFound = () => Object.assign(new Error('Refused'), { problem: { type: '/problems/not-found', title: 'Refused', status: 404 } })

type Options = {
  /** Stubs the API, which otherwise refuses all calls. */
  call?: (name: string, options: { query?: Record<string, string>; input?: object }) => unknown
  isAdmin?: boolean
  form?: readonly (readonly [string, string])[]
}

/** What the page at a path of the admin loads; with a form, what it answers. */
export async function openAdminPage(href: string, { form, ...options }: Options = {}): Promise<unknown> {
  const url = new URL(`https://carte.example/admin/${href}`)
  const match = matchRoutes(asObjects(routes), url)?.at(-1)
  const page = await importPage(String(match?.route.handle))
  const body = form && new URLSearchParams(form.map(([name, value]) => [name, value]))
  const request = new Request(url, body && { method: 'POST', body })
  return (form ? page.action : page.loader)(argsFor(request, options, match?.params))
}

/** What a handler of a page gets. Administrators can read what is published, which is nothing. */
export function argsFor(request: Request, { call, isAdmin = true }: Options, params: LoaderFunctionArgs['params'] = {}) {
  const stub = async (name: string, options = {}) => {
    if (name === 'releases.admin' && isAdmin) return { stories: { groups: [], isBuiltIn: false }, versions: [] }
    if (!call || !isAdmin) throw notFound()
    return call(name, options)
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: stub } as unknown as Api)
  context.set(siteContext, { ...noSite, hasPlans: true, productName: 'Carte' } as never)
  return { params, request, context } as unknown as LoaderFunctionArgs
}
