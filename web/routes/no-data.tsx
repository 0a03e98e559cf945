import { redirect, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import { Alias } from '#contract/cards/cards.ts'
import { foundCardsMax } from '#contract/constants.ts'
import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { apiContext, siteContext } from '../platform/router-context.ts'
import { CardNotFound } from './card-not-found.tsx'
import { FindCard } from './find-card.tsx'
import { metas } from './metas.ts'
import { MessagePage } from './product-page.tsx'
import { translateFor } from '../loaders/translate-for.ts'

/** The field accepts a full address; its first path segment is the alias. */
const typedAlias = (typed: string) => typed.replace(/^https?:\/\/[^/]+\//i, '').split(/[/?#]/)[0] ?? ''

/** Opens the card with this alias, or lists those with these words in their name. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [api, t] = [context.get(apiContext), translateFor(request)]
  const searched = (new URL(request.url).searchParams.get('alias') ?? '').trim().slice(0, 100)
  const alias = typedAlias(searched)
  if (Alias.safeParse(alias).success && (await exists(api, alias))) return redirect(cardHref({ alias }, 'home'))
  const found = searched === '' ? [] : await api.call('cards.find', { query: { search: searched } })
  const [first] = found
  if (first && found.length === 1) return redirect(cardHref(first, 'home'))
  const title = found.length > 0 ? t('find.title') : t('noData.title')
  return { title: `${title} | ${context.get(siteContext).productName}`, searched, found }
}

async function exists(api: Api, alias: string): Promise<boolean> {
  try {
    await api.call('cards.read', { params: { alias } })
    return true
  } catch (thrown) {
    if (isProblem(thrown) && thrown.problem.status === 404) return false
    throw thrown
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function NoData() {
  const { searched, found } = useLoaderData<typeof loader>()
  const t = useTranslate()
  if (found.length === 0) return <CardNotFound searched={searched} />
  return (
    <MessagePage title={t('find.title')} lead={t('find.lead', { search: searched })}>
      <ul className="sheet-panel found">
        {found.map(({ alias, fullName, title, companyName }) => (
          <li key={alias}>
            <a href={cardHref({ alias }, 'home')}>
              <b>{fullName || alias}</b>
              <small>{[title, companyName].filter(Boolean).join(' · ') || alias}</small>
            </a>
          </li>
        ))}
      </ul>
      {found.length === foundCardsMax && <p className="lead">{t('find.more')}</p>}
      <section className="sheet-panel">
        <FindCard label={t('front.findLabel')} button={t('front.findButton')} searched={searched} />
      </section>
    </MessagePage>
  )
}
