import { useTranslate } from '../../i18n/use-translate.ts'
import type { Language } from '#contract/languages.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { Notice } from './notice.tsx'

type Props = {
  passkeys: readonly { id: string; name: string; createdAt: string; usedAt: string | null }[]
  returnUrl: string
  language: Language
  trouble: { message: string } | null
}

/** The passkeys of an account with their days, each to be removed, and the way on. */
export function KnownPasskeys({ passkeys, returnUrl, language, trouble }: Props) {
  const t = useTranslate()
  // The same day wherever it is drawn.
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const on = (iso: string) => day.format(new Date(iso))
  return (
    <>
      {trouble && <Notice isBad>{trouble.message}</Notice>}
      <form method="post">
        <ul className="login-list login-keys">
          {passkeys.map(({ id, name, createdAt, usedAt }) => {
            const named = name || t('account.passkey')
            return (
              <li key={id}>
                <span>
                  <b>{named}</b>
                  <small>
                    {usedAt
                      ? t('account.passkeyUsed', { added: on(createdAt), used: on(usedAt) })
                      : t('account.passkeyUnused', { added: on(createdAt) })}
                  </small>
                </span>
                <button className="btn small" type="submit" name="id" value={id} aria-label={t('account.passkeyRemoveOf', { name: named })}>
                  {t('account.passkeyRemove')}
                </button>
              </li>
            )
          })}
        </ul>
      </form>
      <a className="btn large wide door" href={returnUrl}>
        {t('login.goOn')}
        <Icon name="arrow-right" />
      </a>
    </>
  )
}
