import { useAccountSay } from '../../../i18n/use-account-say.ts'
import door from '../../../ui/art/spot-open-door.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { CardTile } from './card-tile.tsx'
import type { TileView } from './tile-view.ts'

/** Every card of an account, with what would help each; or the way to the first one. */
export function Dashboard({ tiles }: { tiles: readonly TileView[] }) {
  const say = useAccountSay()
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
          {say('dashboard.newCard')}
        </a>
      </p>
    </>
  )
}

function NoCard() {
  const say = useAccountSay()
  return (
    <section className="no-card">
      <img src={door} width="240" height="180" alt="" />
      <h2>{say('dashboard.none')}</h2>
      <p>{say('dashboard.noneMore')}</p>
      <a className="btn large door" href="/account/new">
        {say('dashboard.first')}
      </a>
    </section>
  )
}
