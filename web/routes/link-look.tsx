import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { cardHref, sideHref } from '#contract/pages.ts'
import { apiContext, siteContext } from '../platform/provided.ts'
import closedDoor from '../ui/art/spot-closed-door.svg?url'
import signpost from '../ui/art/spot-signpost.svg?url'
import { outward, safeLink } from '../ui/safe-link.ts'
import { metas } from './metas.ts'
import type { NobodyHome } from './card/shell/open-card.ts'
import { MessagePage, ProductStyle } from './product-page.tsx'
import { translateFor } from './translate-for.ts'
import css from './card/report.css?inline'

/** Where a short link leads, before somebody goes; or that it leads nowhere any more. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = translateFor(request)
  const link = await context
    .get(apiContext)
    .call('links.look', { params: { code: params['code'] ?? '' } })
    .catch((error: unknown) => {
      if (isRefused(error) && [404, 422].includes(error.problem.status)) throw data<NobodyHome>({ nobodyAt: '' }, { status: 404 })
      throw error
    })
  const { alias, code, state, name, longUrl } = link
  const isOn = state === 'own'
  const told = {
    title: t(isOn ? 'look.title' : 'look.goneTitle'),
    product: context.get(siteContext).productName,
    lead: state === 'own' ? t('look.lead', { name }) : t(`look.gone.${state}`, { name }),
    longUrl,
    cardHref: state === 'card-off' ? null : cardHref({ alias }, 'home'),
    reportHref: isOn ? `${sideHref(alias, 'report')}?link=${code}` : null,
    said: { go: t('look.go'), report: t('look.report'), card: t('look.card') },
  }
  return data(told, { status: isOn ? 200 : 410 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  metas({ title: loaderData ? `${loaderData.title} | ${loaderData.product}` : '', isListed: false })

export default function LinkLook() {
  const { title, lead, longUrl, cardHref: card, reportHref, said } = useLoaderData<typeof loader>()
  const href = safeLink(longUrl)
  return (
    <>
      <ProductStyle name="report" css={css} />
      <MessagePage
        art={href ? signpost : closedDoor}
        title={title}
        lead={lead}
        actions={
          <>
            {href && (
              <a className="btn large wide door" href={href} {...outward}>
                {said.go}
              </a>
            )}
            {card && (
              <a className="btn wide ghost" href={card}>
                {said.card}
              </a>
            )}
            {reportHref && (
              <a className="btn wide ghost" href={reportHref}>
                {said.report}
              </a>
            )}
          </>
        }
      >
        {href && (
          <p className="sheet-panel report-where" dir="ltr">
            {href}
          </p>
        )}
      </MessagePage>
    </>
  )
}
