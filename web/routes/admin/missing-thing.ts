import { data, type LoaderFunctionArgs } from 'react-router'
import type { MissingThing } from '../../features/admin/admin-places.ts'
import { siteContext } from '../../platform/router-context.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { pageTitle } from './page-title.ts'

/** What a page of the admin with a route of its own answers for an unknown id. */
export function missingThing({ request, context }: LoaderFunctionArgs, what: MissingThing) {
  const { productName } = context.get(siteContext)
  return data(
    { missing: what, title: pageTitle({ page: 'missing', what }, '', { t: translateFor(request), productName }) },
    { status: 404 },
  )
}
