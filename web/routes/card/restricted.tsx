import { redirect, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { displayName } from '#common/text/display-name.ts'
import { cardHref, cardPages, restrictedHref, type CardPage } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { proFeatures } from '../../features/account/home/pro-features.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { useSite } from '../../platform/use-site.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import openDoor from '../../ui/art/spot-open-door.svg?url'
import { Icon } from '../../ui/icons/icon.tsx'
import { KitStyle } from '../../ui/kit-style.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import { subscriptionHref } from '../../loaders/account-links.ts'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'
import { AppIdentity } from '../shell/app-identity.tsx'
import { metas } from '../metas.ts'
import { openCard } from '../../loaders/open-card.ts'
import { Brand, ProductStyle } from '../product-page.tsx'
import { readViewer } from './shell/read-viewer.ts'
import css from './restricted.css?inline'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const { card, address } = open
  const page = pageOf(args.request)
  if (has(card.permissions, cardPages[page].permission)) throw redirect(cardHref(address, page))
  const viewer = await readViewer(open, args)
  const t = translateFor(args.request)
  const owner = viewer && {
    title: t(viewer.isActive ? 'restricted.ownerOff' : 'restricted.ownerPlan', {
      page: t(`menu.${page === 'socialServices' ? 'connect' : page}`, { team: viewer.isTeam }),
    }),
    mayUpgrade: !viewer.isActive,
  }
  const title = [card.fullName, owner?.title ?? t('restricted.visitor'), args.context.get(siteContext).productName]
    .filter(Boolean)
    .join(' | ')
  return { name: displayName(card), address, title, price: formatMonthlyPrice(args), owner }
}

/** The page whose restricted form this is. */
function pageOf({ url }: Request): CardPage {
  const path = new URL(url).pathname.replace(/(\.data)?\/?$/, '')
  const pages = Object.keys(cardPages) as CardPage[]
  return pages.find((page) => path.endsWith(restrictedHref({ alias: '' }, page).slice(1))) ?? 'home'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

/** Tells a visitor that the page isn't available, and the owner how to unlock it. A signed-in owner sees only the latter. */
export default function Restricted() {
  const { name, address, price, owner } = useLoaderData<typeof loader>()
  const { hasPlans } = useSite()
  const t = useTranslate()
  const home = cardHref(address, 'home')
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={address.alias} />}
      <ProductStyle name="restricted" css={import.meta.env.SSR ? ownerTokens + css : ''} />
      <KitStyle />
      <main>
        {(!owner || !owner.mayUpgrade) && (
          <div className="not-here">
            <Brand />
            <h1>{owner?.title ?? t('restricted.visitor')}</h1>
            <p>{owner ? t('restricted.ownerOffMore') : t('restricted.visitorMore', { name })}</p>
            <ButtonLink kind="primary" icon="arrow-left" isDocument href={home}>
              {t('restricted.backToCard')}
            </ButtonLink>
          </div>
        )}
        {hasPlans && (!owner || owner.mayUpgrade) && (
          <div className="pro">
            <div className="pro-art">
              <img src={openDoor} width="240" height="200" alt="" />
            </div>
            <div>
              <p className="ui-note">
                <Badge kind="brass" icon="key-round">
                  {t('home.pro')}
                </Badge>{' '}
                {!owner && t('restricted.owner')}
              </p>
              {owner ? <h1>{owner.title}</h1> : <h2>{t('restricted.title')}</h2>}
              <p className="lead">{t('restricted.lead')}</p>
              <ul className="ui-tiles small">
                {proFeatures.map(([icon, words]) => (
                  <li key={icon} className="ui-panel">
                    <Icon name={icon} />
                    {t(words)}
                  </li>
                ))}
              </ul>
              <p className="ui-note price">{t('restricted.price', { price })}</p>
              <ButtonLink kind="brass" size="large" isWide icon="key-round" isDocument href={subscriptionHref(address.alias)}>
                {t('restricted.upgrade')}
              </ButtonLink>
              <ButtonLink kind="ghost" isWide isDocument href={home}>
                {t('restricted.cancel')}
              </ButtonLink>
            </div>
          </div>
        )}
      </main>
    </>
  )
}
