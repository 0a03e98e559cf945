import { pathTo } from '#common/path-to.ts'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isRefused, type Api } from '#contract/api.ts'
import { cardHref } from '#contract/pages.ts'
import { apiContext, siteContext } from '../platform/provided.ts'
import { useSite } from '../platform/use-site.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { translateFor } from './translate-for.ts'
import street from '../ui/art/doors-street.svg?url'
import css from './front.css?inline'
import { FindCard } from './card/shell/find-card.tsx'
import { metas } from './metas.ts'
import { Brand, ProductStyle } from './product-page.tsx'

const demoAliases = ['maren', 'julian', 'priya', 'oyelaran', 'free', 'closed']

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { productName, isDemo } = context.get(siteContext)
  const doors = isDemo ? await Promise.all(demoAliases.map((alias) => doorOf(context.get(apiContext), alias))) : []
  return { title: `${productName} | ${translateFor(request)('page.front')}`, doors: doors.filter((door) => door !== null) }
}

/** A demo card as it stands on the street, unless somebody removed it, or lives there now. */
async function doorOf(api: Api, alias: string) {
  try {
    const card = (await api.call('cards.read', { params: { alias } }))['{product}']
    if (!card.isDemo) return null
    const revision = 'pictures' in card ? (card.pictures.profile?.revision ?? 'latest') : 'latest'
    const portrait = pathTo('media.profileIcon', { alias, version: revision })
    return { alias, name: card.fullName || alias, title: 'title' in card ? card.title : '', portrait }
  } catch (thrown) {
    if (isRefused(thrown)) return null
    throw thrown
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: true })

export default function Front() {
  const { doors } = useLoaderData<typeof loader>()
  const { productName } = useSite()
  const t = useTranslate()
  return (
    <>
      <ProductStyle name="front" css={import.meta.env.SSR ? css : ''} />
      <div className="front">
        <Brand />
        <main>
          <img className="street" src={street} width="1400" height="520" alt="" />
          <h1>{t('front.title')}</h1>
          <p className="lead">{t('front.lead', { product: productName })}</p>
          <a className="btn large door begin" href="/account/sign-up">
            {t('login.signUp')}
          </a>
          {doors.length > 0 && (
            <section>
              <h2>{t('front.demo')}</h2>
              <p className="demo-lead">{t('front.demoLead')}</p>
              <ul className="doors">
                {doors.map(({ alias, name, title, portrait }) => (
                  <li key={alias}>
                    <a href={cardHref({ alias }, 'home')}>
                      <img src={portrait} width="64" height="64" alt="" loading="lazy" />
                      <span>
                        {name}
                        <small>{title || `/${alias}`}</small>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <FindCard label={t('front.find')} />
          <p className="sign-up">
            {t('front.signUp')} <a href="/account/sign-up">{t('login.signUp')}</a> · <a href="/bff/login">{t('login.button')}</a>
          </p>
        </main>
      </div>
    </>
  )
}
