import { useTranslate } from '../../../i18n/use-translate.ts'
import door from '../../../ui/art/spot-open-door.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { CardTile } from './card-tile.tsx'
import type { TileView } from './tile-view.ts'

/** Every card of an account, with what would help each; or the way to the first one. */
export function Dashboard({ tiles }: { tiles: readonly TileView[] }) {
  const t = useTranslate()
  if (tiles.length === 0) return <NoCard />
  return (
    <>
      <ul className={tiles.length === 1 ? 'tiles one' : 'tiles'}>
        {tiles.map((tile) => (
          <li key={tile.alias}>
            <CardTile tile={tile} />
          </li>
        ))}
      </ul>
      <p className="home-new">
        <a className="btn large" href="/account/new">
          <Icon name="plus" />
          {t('dashboard.newCard')}
        </a>
      </p>
    </>
  )
}

function NoCard() {
  const t = useTranslate()
  return (
    <section className="no-card">
      <img src={door} width="240" height="180" alt="" />
      <h2>{t('dashboard.none')}</h2>
      <p>{t('dashboard.noneMore')}</p>
      <a className="btn large door" href="/account/new">
        {t('dashboard.first')}
      </a>
    </section>
  )
}
