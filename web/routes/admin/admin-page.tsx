import type { ReactNode } from 'react'
import { useLoaderData, type MetaDescriptor, type ShouldRevalidateFunctionArgs } from 'react-router'
import { withoutDone, type MissingThing } from '../../features/admin/admin-places.ts'
import type { Done } from '../../features/admin/admin-view.ts'
import { MissingPage } from '../../features/admin/missing-page.tsx'
import { metas } from '../metas.ts'

/** What the loader of an admin page returns. */
export type Loaded<View> = { title: string } & ({ view: View; done: Done | null } | { missing: MissingThing })

/** The component of a route: the page with what its loader read, or what isn’t there. */
export function adminPage<View extends object>(Page: (view: View) => ReactNode) {
  return function AdminPage() {
    const loaded: Loaded<View> = useLoaderData()
    return 'missing' in loaded ? <MissingPage what={loaded.missing} /> : <Page {...loaded.view} />
  }
}

export const meta = ({ loaderData }: { loaderData?: { title: string } }): MetaDescriptor[] =>
  metas({ title: loaderData?.title ?? '', isListed: false })

/** Opening or closing a dialog changes no data, nor does selecting cards. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const withoutDialog = ({ href }: URL) => {
    const { pathname, searchParams } = new URL(withoutDone(href))
    for (const name of ['dialog', 'of', 'card']) searchParams.delete(name)
    return `${pathname}?${searchParams}`
  }
  const isSame = currentUrl.href !== nextUrl.href && withoutDialog(currentUrl) === withoutDialog(nextUrl)
  return isSame && !formMethod ? false : defaultShouldRevalidate
}
