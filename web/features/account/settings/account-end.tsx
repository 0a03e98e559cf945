import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { useSnackbar } from '../../../ui/snackbar.tsx'
import { RowWords } from './account-row.tsx'

/** Everything anew, or out. */
export function AccountEnd({ logoutHref }: { logoutHref: string }) {
  const t = useTranslate()
  const snack = useSnackbar()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function reload() {
    setIsBusy(true)
    await revalidate()
    setIsBusy(false)
    snack(t('account.reloaded'), { forMs: snackbarMs.error })
  }

  return (
    <section className="rows" aria-label={t('account.more')}>
      {/* Without a script the form asks for this page again, which is the same. */}
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          void reload()
        }}
      >
        <button className="row" type="submit" aria-busy={isBusy} disabled={isBusy}>
          <RowWords icon="refresh-cw" name={t(isBusy ? 'account.reloading' : 'account.reload')} />
        </button>
      </form>
      <a className="row" href="/account/privacy" data-needs-reach>
        <RowWords icon="key-round" name={t('account.privacy')} more={t('account.privacyMore')} />
        <Icon name="chevron-right" />
      </a>
      <a className="row bad" href={logoutHref} data-needs-reach>
        <RowWords icon="log-out" name={t('account.logout')} />
      </a>
    </section>
  )
}
