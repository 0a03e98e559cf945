import { useLaterSay } from '../../../i18n/use-later-say.ts'
import { useBack, useReach } from '../../../platform/connection/use-reach.ts'
import spot from '../../../ui/art/spot-mailbox.svg?url'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { Wanted } from '../contacts-view.ts'

export function NoContacts({ of: { q, label } }: { of: Wanted }) {
  const say = useLaterSay()
  if (q || label) return <p className="contacts-none">{say(q ? 'contacts.nobody' : 'contacts.nobodyLabelled')}</p>
  return (
    <div className="contacts-empty">
      <img src={spot} width="240" height="180" alt="" />
      <p>{say('contacts.empty')}</p>
      <button className="btn outline" type="button" popoverTarget="new-contact">
        <Icon name="user-plus" />
        {say('contacts.add')}
      </button>
    </div>
  )
}

/** What could not be read can be asked for again, and is by itself once the connection is back; without a script that is the same page. */
export function ContactsFailed({ href, again }: { href: string; again(): void }) {
  const say = useLaterSay()
  const reach = useReach()
  useBack(again)
  return (
    <div className="contacts-failed" role="alert">
      <Icon name="circle-alert" />
      <div>
        <b>{say(reach === 'no-internet' ? 'reach.noInternet' : reach === 'no-data' ? 'reach.noData' : 'failed.title')}</b>
        <p>{say('failed.sentence')}</p>
        <a
          className="btn outline"
          href={href}
          onClick={(event) => {
            event.preventDefault()
            again()
          }}
        >
          {say('failed.again')}
        </a>
      </div>
    </div>
  )
}
