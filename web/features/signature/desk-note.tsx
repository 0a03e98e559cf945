import { snackbarMs } from '#contract/constants.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useAwake } from '../../ui/use-awake.ts'

/** On a phone: the way to a desk, before the rest. */
export function DeskNote({ address, email }: { address: string; email: string }) {
  const say = useAccountSay()
  const [isCopied, copy] = useCopy({ good: say('share.copied'), bad: say('signature.copyFailed'), forMs: snackbarMs.copy })
  const mail = new URLSearchParams({ subject: say('signature.mailSubject'), body: address })
  // Mail programs read a plus as a plus.
  const href = `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll('+', '%20')}`
  return (
    <aside className="desk-note">
      <h2>{say('signature.desk')}</h2>
      <p>{say('signature.deskLead')}</p>
      <div>
        <a className="btn outline" href={href}>
          <Icon name="mail" />
          {say('signature.mailMe')}
        </a>
        <button className="btn outline with-script" type="button" disabled={!useAwake()} onClick={() => void copy(address)}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {say('signature.copyLink')}
        </button>
      </div>
    </aside>
  )
}
