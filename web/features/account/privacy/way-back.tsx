import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import type { PrivacyTold } from './privacy-view.ts'
import css from './privacy.css?inline'
import href from './privacy.css?url'

/** Where the mailed link leads: one press, without a login. */
export function WayBack({ token, told }: { token: string; told: PrivacyTold | null }) {
  const t = useTranslate()
  return (
    <div className="privacy">
      <PageStyle name="privacy" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <section className="sheet-panel">
        {told ? (
          <>
            <p className={told.isBad ? 'privacy-told bad' : 'privacy-told'} role={told.isBad ? 'alert' : 'status'}>
              {told.text}
            </p>
            <a className="btn large door" href="/account">
              {t('dashboard.cards')}
            </a>
          </>
        ) : (
          <form method="post">
            <p>{t('privacy.backMore')}</p>
            <input type="hidden" name="token" value={token} />
            <button className="btn large door" type="submit" name="intent" value="keep">
              {t('privacy.keep')}
            </button>
          </form>
        )}
      </section>
    </div>
  )
}
