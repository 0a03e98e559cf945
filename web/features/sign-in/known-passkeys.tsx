import { useTranslate } from '../../i18n/use-translate.ts'
import type { Language } from '#contract/languages.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { List, ListRow } from '../../ui/list/list.tsx'
import { Banner } from '../../ui/page/banner.tsx'

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
      {trouble && (
        <Banner kind="bad" isLive>
          {trouble.message}
        </Banner>
      )}
      <form className="login-form" method="post">
        <List>
          {passkeys.map(({ id, name, createdAt, usedAt }) => {
            const named = name || t('account.passkey')
            return (
              <ListRow
                key={id}
                title={named}
                note={
                  usedAt
                    ? t('account.passkeyUsed', { added: on(createdAt), used: on(usedAt) })
                    : t('account.passkeyUnused', { added: on(createdAt) })
                }
                end={
                  <Button size="small" type="submit" name="id" value={id} aria-label={t('account.passkeyRemoveOf', { name: named })}>
                    {t('account.passkeyRemove')}
                  </Button>
                }
              />
            )
          })}
        </List>
        <ButtonLink kind="primary" size="large" isWide isDocument href={returnUrl}>
          {t('login.goOn')}
        </ButtonLink>
      </form>
    </>
  )
}
