import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isRefused, type Api } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { cardHref, noDataPath } from '#contract/pages.ts'
import type { Site } from '#contract/site.ts'
import { initialsOf } from '#contract/text/initials.ts'
import type { Translate } from '#common/messages/message.ts'
import { homeView } from '../features/cards/home/home-view.ts'
import { layoutOf } from '../features/cards/home/layout.ts'
import { buildTheme, layoutColours } from '../features/cards/theme.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { apiContext, siteContext } from '../platform/provided.ts'
import { useSite } from '../platform/use-site.ts'
import mark from '../ui/art/mark.svg?url'
import street from '../ui/art/doors-street.svg?url'
import type { IconName } from '../ui/icons/icon-names.ts'
import { Icon } from '../ui/icons/icon.tsx'
import css from './front.css?inline'
import { BlankPhone, Phone } from './front-phone.tsx'
import { metas } from './metas.ts'
import { ProductStyle } from './product-page.tsx'
import { translateFor } from './translate-for.ts'

const demoAliases = ['maren', 'julian', 'priya', 'oyelaran', 'free', 'closed']
const colors = ['ground', 'plate', 'text', 'text-2', 'line', 'contact', 'on-contact', 'icon-bg', 'icon', 'accent-text'].map(
  (name) => `--card-${name}`,
)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [site, api, t] = [context.get(siteContext), context.get(apiContext), translateFor(request)]
  const found = site.isDemo ? await Promise.all(demoAliases.map((alias) => findDemoCard(api, alias))) : []
  const demos = found.filter((demo) => demo !== null)
  const open = demos.flatMap(({ card }) => (card && 'pictures' in card ? [card] : []))
  const [first] = open
  return {
    title: `${site.productName} | ${t('page.front')}`,
    takesSignUps: !site.isLoginOutside,
    phone: first ? await phoneOf(api, first, t, site) : null,
    cards: open.slice(0, 4).map((card) => tileOf(card, t, site)),
    others: demos
      .filter(({ card }) => !open.slice(0, 4).some((shown) => shown === card))
      .map(({ alias, card }) => ({ alias, name: card.fullName || alias })),
  }
}

/** A demo card, unless somebody removed it, or lives there now. */
async function findDemoCard(api: Api, alias: string) {
  try {
    const card = (await api.call('cards.read', { params: { alias } }))['{product}']
    return card.isDemo ? { alias, card } : null
  } catch (thrown) {
    if (isRefused(thrown)) return null
    throw thrown
  }
}

function tileOf(card: Card, t: Translate, site: Site) {
  const { view, layout, css: theme } = viewOf(card, [], t, site)
  const { name, company, title, portrait, cutout, scene } = view
  return {
    alias: card.alias,
    name,
    company: company || title,
    layout,
    theme,
    picture: cutout ?? portrait,
    isCutout: cutout !== null,
    scene,
  }
}

async function phoneOf(api: Api, card: Card, t: Translate, site: Site) {
  const services = await api.call('cards.services', { query: { subjectId: card.id } })
  const { view } = viewOf(card, services, t, site)
  const { name, title, tagLine, license, company, portrait, scene, rows, tiles, action } = view
  // The screen that is drawn has room for three.
  const first = rows.length > 3 ? rows.filter(({ kind }) => kind !== 'direct') : rows
  const shown = first.map(({ kind, icon, text, label, sms }) => ({ kind, icon, text, label, hasText: sms !== null }))
  return {
    alias: card.alias,
    name,
    firstName: card.firstName || name,
    initials: initialsOf(name),
    title,
    tagLine,
    firm: [company, license].filter(Boolean),
    portrait,
    scene,
    rows: shown,
    glyphs: tiles.slice(0, 5).map(({ glyph }) => glyph),
    action: action?.label ?? '',
    isTeam: card.profile === 2,
  }
}

function viewOf(card: Card, services: Parameters<typeof homeView>[0]['services'], t: Translate, site: Site) {
  const layout = layoutOf(card.eCardTheme)
  const { vars } = buildTheme(card, layoutColours[layout])
  const view = homeView({ card, services, address: { alias: card.alias } }, t, site)
  const declared = Object.entries(vars).filter(([name]) => colors.includes(name))
  return { view, layout, css: `.of-${card.alias}{${declared.map(([name, value]) => `${name}:${value}`).join(';')}}` }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: true })

export default function Front() {
  const { phone, cards, others, takesSignUps } = useLoaderData<typeof loader>()
  const { productName } = useSite()
  const t = useTranslate()
  const themes = cards.map(({ theme }) => theme).join('')
  return (
    <>
      <ProductStyle name="front" css={import.meta.env.SSR ? css + themes : ''} />
      <div className="front">
        <header>
          <a className="brand" href="/">
            {phone ? <img src={mark} width="30" height="30" alt="" /> : <span className="own-mark">{initialsOf(productName)}</span>}
            {productName}
          </a>
          <a className="btn ghost" href="/bff/login">
            {t('login.button')}
          </a>
        </header>
        <main>
          <section className="hero">
            <div className="words">
              <h1>{phone ? t('front.title') : t('front.ownTitle', { product: productName })}</h1>
              <p className="lead">{t(phone ? 'front.lead' : 'front.ownLead')}</p>
              {phone ? (
                <>
                  <p className="begin">
                    {takesSignUps && (
                      <a className="btn large door" href="/account/sign-up">
                        {t('front.begin')}
                      </a>
                    )}
                    <a className={takesSignUps ? 'btn large line' : 'btn large door'} href={cardHref({ alias: phone.alias }, 'home')}>
                      {t('front.see', { name: phone.firstName })}
                      <Icon name="arrow-up-right" />
                    </a>
                  </p>
                  <p className="fine">{t('front.fine')}</p>
                </>
              ) : (
                <>
                  <FindForm isMain />
                  <p className="fine">
                    {t('front.work')} <a href="/bff/login">{t('front.workLogin')}</a>
                    {' · '}
                    {takesSignUps ? <a href="/account/sign-up">{t('front.begin')}</a> : t('front.office')}
                  </p>
                </>
              )}
            </div>
            <div className="stage" aria-hidden="true">
              <img className="street" src={street} width="1400" height="520" alt="" />
              {phone ? <Phone {...phone} /> : <BlankPhone company={productName} />}
            </div>
            <ul className="three">
              {phone ? (
                <>
                  <Line icon="qr-code" title={t('front.show')} text={t('front.showText')} />
                  <Line icon="user-plus" title={t('front.saved')} text={t('front.savedText')} />
                  <Line icon="chart-no-axes-column" title={t('front.follow')} text={t('front.followText')} />
                </>
              ) : (
                <>
                  <Line icon="phone" title={t('front.reach')} text={t('front.reachText')} />
                  <Line icon="star" title={t('front.read')} text={t('front.readText')} />
                  <Line icon="user-plus" title={t('front.keep')} text={t('front.keepText')} />
                </>
              )}
            </ul>
          </section>
          {phone && (
            <section className="seek">
              <div>
                <h2>{t('front.seek')}</h2>
                <p>{t('front.seekText')}</p>
              </div>
              <FindForm />
            </section>
          )}
          {cards.length > 0 && (
            <section className="demos">
              <h2>{t('front.demo')}</h2>
              <p>{t('front.demoLead')}</p>
              <ul>
                {cards.map(({ alias, name, company, layout, picture, isCutout, scene }) => (
                  <li key={alias}>
                    <a className={`tile-card ${layout} of-${alias}`} href={cardHref({ alias }, 'home')}>
                      {layout === 'porch' && scene && <img className="scene" {...lazy(scene)} sizes="280px" alt="" />}
                      {picture && <img className={isCutout ? 'cutout' : 'face'} {...lazy(picture)} sizes="150px" alt="" />}
                      <b>{name}</b>
                      <small>{company}</small>
                      <span className="go">
                        <Icon name="arrow-up-right" />
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
              {others.length > 0 && (
                <p className="others">
                  {t('front.demoMore')}
                  {others.map(({ alias, name }) => (
                    <a key={alias} href={cardHref({ alias }, 'home')}>
                      {name}
                    </a>
                  ))}
                </p>
              )}
            </section>
          )}
        </main>
        {phone && (
          <footer>
            <p>{t('front.free', { product: productName })}</p>
          </footer>
        )}
      </div>
    </>
  )
}

const lazy = ({ src, srcSet, width, height }: { src: string; srcSet: string; width: number; height: number }) => ({
  src,
  srcSet,
  width,
  height,
  loading: 'lazy' as const,
})

/** Opens a card by its name. A plain form: it works before any script. */
function FindForm({ isMain = false }: { isMain?: boolean }) {
  const t = useTranslate()
  return (
    <form className="finder" action={noDataPath} method="get">
      <label htmlFor="alias">{t('front.findLabel')}</label>
      <span>
        <Icon name="search" />
        <input id="alias" name="alias" required autoCapitalize="none" autoCorrect="off" spellCheck={false} maxLength={60} />
      </span>
      <button className={isMain ? 'btn large door' : 'btn line'} type="submit">
        {t('front.findButton')}
      </button>
    </form>
  )
}

function Line({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li>
      <span className="sign">
        <Icon name={icon} />
      </span>
      <b>{title}</b>
      <p>{text}</p>
    </li>
  )
}
