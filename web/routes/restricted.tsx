import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { useLaterSay } from '../i18n/use-later-say.ts'
import { siteContext } from '../platform/provided.ts'
import openDoor from '../ui/art/spot-open-door.svg?url'
import type { AccountIconName } from '../ui/icons/icon-names.ts'
import { AccountIcon as Icon } from '../ui/icons/account-icon.tsx'
import { subscriptionHref } from './parts/account-links.ts'
import { priceFor } from './parts/price-for.ts'
import { sayFor } from './parts/say-for.ts'
import { AppIdentity } from './parts/app-identity.tsx'
import { metas } from './parts/metas.ts'
import { openCard } from './parts/open-card.ts'
import { Brand, ProductStyle } from './parts/product-page.tsx'
import css from './restricted.css?inline'

export async function loader(args: LoaderFunctionArgs) {
  const { card, address } = await openCard(args)
  const title = [card.fullName, sayFor(args.request)('restricted.visitor'), args.context.get(siteContext).productName].join(' | ')
  return { name: card.fullName, address, title, price: priceFor(args) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

const features = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['badge-check', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [AccountIconName, string][]

/** First what a visitor needs to hear, then what the owner could do about it. */
export default function Restricted() {
  const { name, address, price } = useLoaderData<typeof loader>()
  const say = useLaterSay()
  const home = cardHref(address, 'home')
  return (
    <>
      {import.meta.env.SSR && <AppIdentity alias={address.alias} />}
      <ProductStyle name="restricted" css={import.meta.env.SSR ? css : ''} />
      <main>
        <div className="not-here">
          <div>
            <Brand />
            <h1>{say('restricted.visitor')}</h1>
            <p>{say('restricted.visitorMore', { name })}</p>
            <a className="btn door" href={home}>
              <Icon name="arrow-left" />
              {say('restricted.backToCard')}
            </a>
          </div>
        </div>
        <div className="pro">
          <div className="art">
            <img src={openDoor} width="240" height="200" alt="" />
          </div>
          <div>
            <p className="owner">
              <span className="badge">
                <Icon name="key-round" />
                {say('home.pro')}
              </span>{' '}
              {say('restricted.owner')}
            </p>
            <h2>{say('restricted.title')}</h2>
            <p className="lead">{say('restricted.lead')}</p>
            <ul>
              {features.map(([icon, words]) => (
                <li key={icon}>
                  <Icon name={icon} />
                  {say(words)}
                </li>
              ))}
            </ul>
            <p className="price">{say('restricted.price', { price })}</p>
            <a className="btn large wide brass" href={subscriptionHref(address.alias)}>
              <Icon name="key-round" />
              {say('restricted.upgrade')}
            </a>
            <a className="btn wide ghost" href={home}>
              {say('restricted.cancel')}
            </a>
          </div>
        </div>
      </main>
    </>
  )
}
