import type { Block } from '#common/text/bio.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { iconInClass } from '../../../ui/icons/named-icons.ts'
import { outward } from '../../../ui/safe-link.ts'
import type { MenuEntry } from '../frame/menu.ts'
import { BioText } from '../home/bio-text.tsx'
import { UnavailableNote } from '../home/unavailable-note.tsx'

/** The desktop's second row. If only one of the two exists, it takes the full width. */
export function AboutAndLinks({ about, links, isTeam }: { about: Block[]; links: MenuEntry[]; isTeam: boolean }) {
  if (about.length === 0 && links.length === 0) return null
  return (
    <div className="pair desktop">
      {about.length > 0 && <About words={about} isTeam={isTeam} />}
      {links.length > 0 && <Links links={links} isTeam={isTeam} />}
    </div>
  )
}

function About({ words, isTeam }: { words: Block[]; isTeam: boolean }) {
  const t = useTranslate()
  return (
    <section className="box" id="about" aria-labelledby="about-title">
      <div className="box-head">
        <h2 id="about-title">{t('menu.about', { team: isTeam })}</h2>
        <button className="btn quiet" type="button" popoverTarget="share">
          <Icon name="share-2" />
          {t('nav.share')}
        </button>
      </div>
      <div className="bio">
        <BioText words={words} />
      </div>
    </section>
  )
}

function Links({ links, isTeam }: { links: MenuEntry[]; isTeam: boolean }) {
  const t = useTranslate()
  return (
    <section className="box links" aria-labelledby="links-title">
      <h2 id="links-title">{t('home.links', { team: isTeam })}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.key}>
            <LinkRow link={link} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link }: { link: MenuEntry }) {
  const tile = (
    <span className="tile center">
      <Icon name={iconInClass(link.cssClass) ?? 'link'} />
    </span>
  )
  if (!link.href) {
    return (
      <div className="shut">
        {tile}
        <span>{link.label}</span>
        <UnavailableNote isPro={link.isPro} />
      </div>
    )
  }
  return (
    <a href={link.href} {...outward}>
      {tile}
      <span>
        {link.label}
        <small>{link.about || hostOf(link.href)}</small>
      </span>
      <Icon name="arrow-up-right" />
    </a>
  )
}

/** The link's host, shown before the link is followed. */
const hostOf = (href: string) => (URL.canParse(href) ? new URL(href).host.replace(/^www\./, '') : '')
