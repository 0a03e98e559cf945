import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { openOwner } from './parts/open-owner.ts'

/** What stands around every page of the owner's. */
export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  return { owner }
}

export default function OwnerRoute() {
  const { owner } = useLoaderData<typeof loader>()
  return <Outlet context={owner} />
}
