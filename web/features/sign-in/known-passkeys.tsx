import { formatDate } from '#common/format-date.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Language } from '#contract/languages.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { List, ListRow } from '../../ui/list/list.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  passkeys: readonly { id: string; name: string; createdAt: string; usedAt: string | null }[]
  returnUrl: string
  language: Language
  failure: { message: string } | null
}

/** The account's passkeys with dates, each removable, and a link to continue. */
export function KnownPasskeys({ passkeys, returnUrl, language, failure }: Props) {
  const t = useTranslate()
  // UTC, so that server and browser render the same day.
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const on = (iso: string) => formatDate(day, new Date(iso))
  return (
    <>
      {failure && (
        <Banner kind="bad" isLive>
          {failure.message}
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
