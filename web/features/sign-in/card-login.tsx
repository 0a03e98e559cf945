import { useTranslate } from '../../i18n/use-translate.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  notice: string | null
  productName: string
  /** The login address for a time, and the time the page was rendered: it may come from a cache. */
  loginHref(atMs: number): string
  madeAtMs: number
  homeHref: string
  /** Null if the card has an owner. */
  claimHref: string | null
}

const reasons = [
  ['users', 'login.contacts'],
  ['palette', 'login.customize'],
  ['share-2', 'login.sharing'],
  ['star', 'login.reviews'],
  ['chart-column', 'login.analytics'],
] as const satisfies [IconName, string][]

/** What an owner gets by logging in, and the login link. */
export function CardLogin({ notice, productName, loginHref, madeAtMs, homeHref, claimHref }: Props) {
  const t = useTranslate()
  return (
    <>
      {notice && (
        <Banner kind="ok" isLive>
          {notice}
        </Banner>
      )}
      <ul className="login-list">
        {reasons.map(([icon, words]) => (
          <li className="across" key={icon}>
            <Icon name={icon} />
            {t(words, { product: productName })}
          </li>
        ))}
      </ul>
      <ButtonLink
        kind="primary"
        size="large"
        isWide
        isDocument
        href={loginHref(madeAtMs)}
        onClick={({ currentTarget }) => {
          currentTarget.href = loginHref(Date.now())
        }}
        data-online-only
      >
        {t('login.button')}
        <Icon name="arrow-right" />
      </ButtonLink>
      <p className="login-foot">
        {t('login.unlock', { product: productName })}
        <br />
        {claimHref && (
          <>
            {t('login.new')}{' '}
            <TextLink isDocument href={claimHref}>
              {t('login.claim')}
            </TextLink>
            {' · '}
          </>
        )}
        <TextLink isDocument href={homeHref}>
          {t('restricted.backToCard')}
        </TextLink>
      </p>
    </>
  )
}
