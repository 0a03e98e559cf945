import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { PrivacyStyle } from './privacy-style.tsx'
import type { PrivacyTold } from './privacy-view.ts'

/** Where the mailed link leads: one press, without a login. */
export function WayBack({ token, told }: { token: string; told: PrivacyTold | null }) {
  const t = useTranslate()
  return (
    <div className="privacy">
      <PrivacyStyle />
      <Panel>
        {told ? (
          <>
            <Banner kind={told.isBad ? 'bad' : 'ok'} isLive>
              {told.text}
            </Banner>
            <ButtonLink kind="primary" size="large" isDocument href="/account">
              {t('dashboard.cards')}
            </ButtonLink>
          </>
        ) : (
          <form method="post">
            <p>{t('privacy.backMore')}</p>
            <input type="hidden" name="token" value={token} />
            <Button kind="primary" size="large" type="submit" name="intent" value="keep">
              {t('privacy.keep')}
            </Button>
          </form>
        )}
      </Panel>
    </div>
  )
}
