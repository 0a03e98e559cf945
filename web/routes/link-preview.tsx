import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { cardHref, sideHref, unknownLinkCode } from '#contract/pages.ts'
import { apiContext, siteContext } from '../platform/router-context.ts'
import closedDoor from '../ui/art/spot-closed-door.svg?url'
import signpost from '../ui/art/spot-signpost.svg?url'
import { outward, safeLink } from '../ui/safe-link.ts'
import { metas } from './metas.ts'
import { MessagePage } from './product-page.tsx'
import { translateFor } from '../loaders/translate-for.ts'

/** Shows the target of a short link before it is opened, or that the link is inactive or unknown. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = translateFor(request)
  const { code: requested = '' } = params
  // The page that all unknown short links share is cached: it asks for nothing, and the server sets its status.
  const isShared = requested === unknownLinkCode
  const link = isShared
    ? null
    : await context
        .get(apiContext)
        .call('links.preview', { params: { code: requested } })
        .catch((error: unknown) => {
          if (isProblem(error) && [404, 422].includes(error.problem.status)) return null
          throw error
        })
  const product = context.get(siteContext).productName
  const texts = { go: t('linkPreview.continue'), report: t('linkPreview.report'), card: t('linkPreview.openCard') }
  if (!link) {
    const unknown = { title: t('linkPreview.unknownTitle'), lead: t('linkPreview.unknown'), longUrl: '', cardHref: null, reportHref: null }
    return data({ ...unknown, product, texts }, { status: isShared ? 200 : 404 })
  }
  const { alias, code, state, name, longUrl } = link
  const isOn = state === 'own'
  const view = {
    title: t(isOn ? 'linkPreview.title' : 'linkPreview.inactiveTitle'),
    product,
    lead: state === 'own' ? t('linkPreview.lead', { name }) : t(`linkPreview.inactive.${state}`, { name }),
    longUrl,
    cardHref: state === 'card-off' ? null : cardHref({ alias }, 'home'),
    reportHref: isOn ? `${sideHref(alias, 'report')}?link=${code}` : null,
    texts,
  }
  return data(view, { status: isOn ? 200 : 410 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  metas({ title: loaderData ? `${loaderData.title} | ${loaderData.product}` : '', isListed: false })

export default function LinkPreview() {
  const { title, lead, longUrl, cardHref: card, reportHref, texts } = useLoaderData<typeof loader>()
  const href = safeLink(longUrl)
  return (
    <MessagePage
      art={href ? signpost : closedDoor}
      title={title}
      lead={lead}
      actions={
        <>
          {href && (
            <a className="btn large wide door" href={href} {...outward}>
              {texts.go}
            </a>
          )}
          {card && (
            <a className="btn wide ghost" href={card}>
              {texts.card}
            </a>
          )}
          {reportHref && (
            <a className="btn wide ghost" href={reportHref}>
              {texts.report}
            </a>
          )}
        </>
      }
    >
      {href && (
        <p className="sheet-panel" dir="ltr">
          {href}
        </p>
      )}
    </MessagePage>
  )
}
