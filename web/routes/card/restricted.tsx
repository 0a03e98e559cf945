import { redirect, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { displayName } from '#contract/text/display-name.ts'
import { cardHref, cardPages, restrictedHref, type CardPage } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../translate-for.ts'
import { siteContext } from '../../platform/provided.ts'
import openDoor from '../../ui/art/spot-open-door.svg?url'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { subscriptionHref } from '../account/account-links.ts'
import { priceFor } from '../owner/price-for.ts'
import { AppIdentity } from './shell/app-identity.tsx'
import { metas } from '../metas.ts'
import { openCard } from './shell/open-card.ts'
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
  return { name: displayName(card), address, title, price: priceFor(args), owner }
}

/** The page whose restricted form this is. */
function pageOf({ url }: Request): CardPage {
  const path = new URL(url).pathname.replace(/(\.data)?\/?$/, '')
  const pages = Object.keys(cardPages) as CardPage[]
  return pages.find((page) => path.endsWith(restrictedHref({ alias: '' }, page).slice(1))) ?? 'home'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

const features = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['badge-check', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, string][]

/** Tells a visitor that the page is not there, and then its owner what opens it; an owner who is signed in reads their part only. */
export default function Restricted() {
  const { name, address, price, owner } = useLoaderData<typeof loader>()
  const t = useTranslate()
  const home = cardHref(address, 'home')
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={address.alias} />}
      <ProductStyle name="restricted" css={import.meta.env.SSR ? css : ''} />
      <main>
        {(!owner || !owner.mayUpgrade) && (
          <div className="not-here">
            <div>
              <Brand />
              <h1>{owner?.title ?? t('restricted.visitor')}</h1>
              <p>{owner ? t('restricted.ownerOffMore') : t('restricted.visitorMore', { name })}</p>
              <a className="btn door" href={home}>
                <Icon name="arrow-left" />
                {t('restricted.backToCard')}
              </a>
            </div>
          </div>
        )}
        {(!owner || owner.mayUpgrade) && (
          <div className="pro">
            <div className="art">
              <img src={openDoor} width="240" height="200" alt="" />
            </div>
            <div>
              <p className="owner">
                <span className="badge">
                  <Icon name="key-round" />
                  {t('home.pro')}
                </span>{' '}
                {!owner && t('restricted.owner')}
              </p>
              {owner ? <h1>{owner.title}</h1> : <h2>{t('restricted.title')}</h2>}
              <p className="lead">{t('restricted.lead')}</p>
              <ul>
                {features.map(([icon, words]) => (
                  <li key={icon}>
                    <Icon name={icon} />
                    {t(words)}
                  </li>
                ))}
              </ul>
              <p className="price">{t('restricted.price', { price })}</p>
              <a className="btn large wide brass" href={subscriptionHref(address.alias)}>
                <Icon name="key-round" />
                {t('restricted.upgrade')}
              </a>
              <a className="btn wide ghost" href={home}>
                {t('restricted.cancel')}
              </a>
            </div>
          </div>
        )}
      </main>
    </>
  )
}
