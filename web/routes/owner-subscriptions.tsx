import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { PlanPage } from '../features/accounts/plan-page.tsx'
import { siteContext } from '../platform/provided.ts'
import { subscriptionHref } from './parts/account-links.ts'
import { metas } from './parts/metas.ts'
import { sayFor } from './parts/say-for.ts'
import { useOwner } from './parts/use-owner.ts'

export function loader({ request, context }: LoaderFunctionArgs) {
  return { title: [sayFor(request)('plan.title'), context.get(siteContext).productName].join(' | ') }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerSubscriptions() {
  const { subscription, alias } = useOwner()
  return <PlanPage subscription={subscription} changeHref={subscriptionHref(alias)} />
}
