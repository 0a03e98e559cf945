import { useTranslate } from '../../i18n/use-translate.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'

type Props = {
  notice: string | null
  productName: string
  /** The way to the login at a moment, and the moment the page was made: it may be a while in a cache before it is opened. */
  loginHref(atMs: number): string
  madeAtMs: number
  homeHref: string
  /** Null for a card that has an owner. */
  claimHref: string | null
}

const reasons = [
  ['users', 'login.contacts'],
  ['palette', 'login.customize'],
  ['share-2', 'login.sharing'],
  ['star', 'login.reviews'],
  ['chart-column', 'login.analytics'],
] as const satisfies [IconName, string][]

/** Why an owner logs in, and the way to do it. */
export function CardLogin({ notice, productName, loginHref, madeAtMs, homeHref, claimHref }: Props) {
  const t = useTranslate()
  return (
    <>
      {notice && (
        <p className="login-notice" role="status">
          <Icon name="check" />
          <span>{notice}</span>
        </p>
      )}
      <ul className="login-list">
        {reasons.map(([icon, words]) => (
          <li key={icon}>
            <Icon name={icon} />
            {t(words, { product: productName })}
          </li>
        ))}
      </ul>
      <a
        className="btn large wide door"
        href={loginHref(madeAtMs)}
        onClick={({ currentTarget }) => {
          currentTarget.href = loginHref(Date.now())
        }}
        data-needs-reach
      >
        {t('login.button')}
        <Icon name="arrow-right" />
      </a>
      <p className="login-foot">
        {t('login.unlock', { product: productName })}
        <br />
        {claimHref && (
          <>
            {t('login.new')} <a href={claimHref}>{t('login.claim')}</a>
            {' · '}
          </>
        )}
        <a href={homeHref}>{t('restricted.backToCard')}</a>
      </p>
    </>
  )
}
