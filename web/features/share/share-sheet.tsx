import { useSay } from '../../i18n/use-say.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'

export type Sharing = { link: string; subject: string; textBody: string; emailBody: string }

/** Ways to pass a card on that need no script: a message, a mail, Whatsapp, or the address to copy. */
export function ShareSheet({ sharing }: { sharing: Sharing }) {
  const say = useSay()
  const { link, subject, textBody, emailBody } = sharing
  return (
    <div className="panel sheet" id="share" popover="auto" role="dialog" aria-labelledby="share-title">
      <div className="panel-head">
        <h2 id="share-title">{say('share.title')}</h2>
        <button className="panel-close" type="button" popoverTarget="share" popoverTargetAction="hide" aria-label={say('close')}>
          <Icon name="x" />
        </button>
      </div>
      <label className="share-link">
        <span>{say('share.link')}</span>
        <input readOnly value={link.replace(/^https?:\/\//, '')} />
      </label>
      <div className="share-rows">
        {/* Phones of both kinds read this form of the address. */}
        <a href={`sms:?&body=${encodeURIComponent(textBody)}`}>
          <Icon name="message-circle" />
          {say('share.text')}
        </a>
        <a href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(emailBody)}`}>
          <Icon name="mail" />
          {say('share.email')}
        </a>
        <a href={`https://wa.me/?text=${encodeURIComponent(textBody)}`} target="_blank" rel="noopener noreferrer">
          <Mark name="whatsapp" />
          {say('share.whatsapp')}
        </a>
      </div>
    </div>
  )
}
