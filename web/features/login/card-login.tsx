import { useLaterSay } from '../../i18n/use-later-say.ts'
import type { OwnerIconName } from '../../ui/icons/icon-names.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'
import { Notice } from './notice.tsx'

type Props = { isForced: boolean; productName: string; loginHref: string; homeHref: string; claimHref: string }

const reasons = [
  ['users', 'login.contacts'],
  ['palette', 'login.customize'],
  ['share-2', 'login.sharing'],
  ['star', 'login.reviews'],
  ['chart-column', 'login.analytics'],
] as const satisfies [OwnerIconName, string][]

/** Why an owner logs in, and the way to do it. */
export function CardLogin({ isForced, productName, loginHref, homeHref, claimHref }: Props) {
  const say = useLaterSay()
  return (
    <>
      {isForced && <Notice>{say('login.again')}</Notice>}
      <ul className="login-list">
        {reasons.map(([icon, words]) => (
          <li key={icon}>
            <Icon name={icon} />
            {say(words, { product: productName })}
          </li>
        ))}
      </ul>
      <a className="btn large wide door" href={loginHref} data-needs-reach>
        {say('login.button')}
        <Icon name="arrow-right" />
      </a>
      <p className="login-foot">
        {say('login.unlock', { product: productName })}
        <br />
        {say('login.new')} <a href={claimHref}>{say('login.claim')}</a>
        {' · '}
        <a href={homeHref}>{say('restricted.backToCard')}</a>
      </p>
    </>
  )
}
