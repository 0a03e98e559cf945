import { redirect, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { siteContext } from '../platform/router-context.ts'
import { translateFor } from './translate-for.ts'
import { metas } from './metas.ts'
import { CardNotFound } from './card-not-found.tsx'

/** The field accepts a full address; its first path segment is the alias. */
const typedAlias = (typed: string) =>
  typed
    .trim()
    .replace(/^https?:\/\/[^/]+\//i, '')
    .split(/[/?#]/)[0] ?? ''
const couldBeAlias = /^[a-z0-9][a-z0-9-]{0,59}$/i

export function loader({ request, context }: LoaderFunctionArgs) {
  const alias = typedAlias(new URL(request.url).searchParams.get('alias') ?? '')
  if (couldBeAlias.test(alias)) return redirect(cardHref({ alias }, 'home'))
  return { title: `${translateFor(request)('noData.title')} | ${context.get(siteContext).productName}` }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function NoData() {
  return <CardNotFound alias="" />
}
