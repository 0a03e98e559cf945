import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { isProblem, type Api } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { cardHref } from '#contract/pages.ts'
import type { Site } from '#contract/site.ts'
import { initialsOf } from '#common/text/initials.ts'
import { layoutFor, layouts } from '#common/layouts.ts'
import type { Translate } from '#common/messages/message.ts'
import { homeView } from '../features/cards/home/home-view.ts'
import { buildTheme } from '../features/cards/theme.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { apiContext, siteContext } from '../platform/router-context.ts'
import { useSite } from '../platform/use-site.ts'
import mark from '../ui/art/mark.svg?url'
import street from '../ui/art/doors-street.svg?url'
import type { IconName } from '../ui/icons/icon-names.ts'
import { Icon } from '../ui/icons/icon.tsx'
import dark from '../ui/styles/paper-dark.css?inline'
import { chooseLanguage } from '../loaders/choose-language.ts'
import { isLoggedIn } from '../loaders/open-account.ts'
import { FindCard } from './find-card.tsx'
import css from './front.css?inline'
import languageMenu from './language-menu.css?inline'
import { FrontFooter } from './front-footer.tsx'
import { BlankPhone, Phone } from './front-phone.tsx'
import { metas } from './metas.ts'
import { ProductStyle } from './product-page.tsx'
import { translateFor } from '../loaders/translate-for.ts'

const demoAliases = ['maren', 'julian', 'priya', 'oyelaran', 'eleanor', 'free', 'closed']
const colors = ['ground', 'plate', 'text', 'text-2', 'line', 'contact', 'on-contact', 'icon-bg', 'icon', 'accent-text'].map(
  (name) => `--card-${name}`,
)

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [site, api, t] = [context.get(siteContext), context.get(apiContext), translateFor(request)]
  const [hasSession, found] = await Promise.all([
    isLoggedIn(api),
    Promise.all(site.isDemo ? demoAliases.map((alias) => findDemoCard(api, alias)) : []),
  ])
  const demos = found.filter((demo) => demo !== null)
  const open = demos.flatMap(({ card }) => (card && 'pictures' in card ? [card] : []))
  const [first] = open
  return {
    title: `${site.productName} | ${t('page.front')}`,
    isLoggedIn: hasSession,
    links: linksOf(site, t),
    takesSignUps: !site.isLoginOutside && (site.signUp === 'open' || site.signUp === 'domains'),
    isInvited: site.signUp === 'invited',
    description: site.description,
    phone: first ? await phoneOf(api, first, t, site) : null,
    cards: open.slice(0, layouts.length).map((card) => tileOf(card, t, site)),
    others: demos
      .filter(({ card }) => !open.slice(0, layouts.length).some((tile) => tile === card))
      .map(({ alias, card }) => ({ alias, name: card.fullName || alias })),
  }
}

const linksOf = ({ privacyUrl, termsUrl, accessibilityUrl, sourceUrl }: Site, t: Translate) =>
  [
    { text: t('front.privacy'), href: privacyUrl },
    { text: t('front.terms'), href: termsUrl },
    { text: t('front.accessibility'), href: accessibilityUrl },
    { text: t('front.source'), href: sourceUrl },
  ].filter(({ href }) => href !== '')

/** Chooses the language of this device, for this page and for the login pages. */
export async function action({ request }: ActionFunctionArgs) {
  return chooseLanguage(await request.formData())
}

/** A demo card, unless it was removed or claimed. */
async function findDemoCard(api: Api, alias: string) {
  try {
    const card = (await api.call('cards.read', { params: { alias } }))['{product}']
    return card.isDemo ? { alias, card } : null
  } catch (thrown) {
    if (isProblem(thrown)) return null
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
  // The drawn phone has space for three.
  const first = rows.length > 3 ? rows.filter(({ kind }) => kind !== 'direct') : rows
  const visible = first.map(({ kind, icon, text, label, sms }) => ({ kind, icon, text, label, hasText: sms !== null }))
  return {
    alias: card.alias,
    name,
    firstName: card.firstName || name,
    initials: initialsOf(name),
    title,
    tagLine,
    firm: [license, company].filter(Boolean),
    portrait,
    scene,
    rows: visible,
    glyphs: tiles.slice(0, 5).map(({ glyph }) => glyph),
    action: action?.label ?? '',
    isTeam: card.profile === 2,
  }
}

function viewOf(card: Card, services: Parameters<typeof homeView>[0]['services'], t: Translate, site: Site) {
  const { key: layout, colors: defaults } = layoutFor(card.eCardTheme)
  const { vars } = buildTheme(card, defaults)
  const view = homeView({ card, services, address: { alias: card.alias } }, t, site)
  const declared = Object.entries(vars).filter(([name]) => colors.includes(name))
  return { view, layout, css: `.of-${card.alias}{${declared.map(([name, value]) => `${name}:${value}`).join(';')}}` }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  metas({ title: loaderData?.title ?? '', description: loaderData?.description, isListed: true })

export default function Front() {
  const { phone, cards, others, takesSignUps, isInvited, isLoggedIn, links, description } = useLoaderData<typeof loader>()
  const { productName, hasPlans } = useSite()
  const t = useTranslate()
  const themes = cards.map(({ theme }) => theme).join('')
  return (
    <>
      <ProductStyle name="front" css={import.meta.env.SSR ? dark + css + languageMenu + themes : ''} />
      <div className="front">
        <header className="across">
          <a className="brand" href="/">
            {phone ? <img src={mark} width="30" height="30" alt="" /> : <span className="own-mark center">{initialsOf(productName)}</span>}
            {productName}
          </a>
          <nav aria-label={t('front.menu')}>
            {phone && (
              <a className="btn ghost find-link" href="#find">
                {t('front.find')}
              </a>
            )}
            {isLoggedIn ? (
              <a className="btn line" href="/account">
                {t('menu.home')}
              </a>
            ) : (
              <>
                <a className="btn ghost" href="/bff/login">
                  {t('login.button')}
                </a>
                {takesSignUps && (
                  <a className="btn line sign-up-link" href="/account/sign-up">
                    {t('front.signUp')}
                  </a>
                )}
              </>
            )}
          </nav>
        </header>
        <main>
          <section className="hero">
            <div className="words">
              <h1>{phone ? t('front.title') : t('front.ownTitle', { product: productName })}</h1>
              <p className="lead">{phone ? t('front.lead') : description || t('front.ownLead')}</p>
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
                  <p className="fine">{t('front.fine', { plans: hasPlans })}</p>
                </>
              ) : (
                <>
                  <FindCard label={t('front.findLabel')} button={t('front.findButton')} isMain />
                  <p className="fine">
                    {t('front.work')} <a href="/bff/login">{t('front.workLogin')}</a>
                    {' · '}
                    {takesSignUps ? <a href="/account/sign-up">{t('front.begin')}</a> : t(isInvited ? 'front.invited' : 'front.office')}
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
            <section className="seek" id="find">
              <div>
                <h2>{t('front.seek')}</h2>
                <p>{t('front.seekText')}</p>
              </div>
              <FindCard label={t('front.findLabel')} isLabelHidden button={t('front.findButton')} example={phone.name} />
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
                      <span className="go center">
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
        <FrontFooter links={links} />
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

function Line({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li>
      <span className="sign center">
        <Icon name={icon} />
      </span>
      <b>{title}</b>
      <p>{text}</p>
    </li>
  )
}
