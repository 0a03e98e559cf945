import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { clickName } from '../pages/click-name.ts'
import { Glyph } from '../services/glyph.tsx'
import type { HomeView } from './home-view.ts'

export function Socials({ view, isTeam }: { view: HomeView; isTeam: boolean }) {
  const t = useTranslate()
  if (view.tiles.length === 0) return null
  return (
    <ul className="socials" aria-label={t('home.socials', { team: isTeam })}>
      {view.tiles.map(({ name, href, glyph }) => (
        <li key={name}>
          <a className="tile center" href={href} aria-label={name} data-click={clickName(name)} {...outward}>
            <Glyph glyph={glyph} />
          </a>
        </li>
      ))}
      {view.moreCount > 0 && (
        <li>
          <PageLink className="tile center" href={view.connectHref} aria-label={t('home.more', { count: view.moreCount })}>
            <b aria-hidden="true">+{view.moreCount}</b>
          </PageLink>
        </li>
      )}
    </ul>
  )
}
