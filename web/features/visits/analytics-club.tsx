import { useLaterSay } from '../../i18n/use-later-say.ts'
import openDoor from '../../ui/art/door-ajar.svg?url'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

/** What more there is to see, behind a door that stands ajar. */
export function AnalyticsClub({ upgradeHref, price }: { upgradeHref: string; price: string }) {
  const say = useLaterSay()
  return (
    <section className="club" aria-labelledby="pro-club">
      <img src={openDoor} width="108" height="137" alt="" />
      <h2 id="pro-club">{say('analytics.club')}</h2>
      <p>{say('analytics.clubLead')}</p>
      <a className="btn large wide brass" href={upgradeHref}>
        <Icon name="key-round" />
        {say('restricted.upgrade')}
      </a>
      <p className="club-price">{say('restricted.price', { price })}</p>
    </section>
  )
}
