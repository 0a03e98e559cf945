import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { languages, languageTable } from '#contract/languages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { keepLanguage } from '../../../platform/language.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useSnackbar } from '../../../ui/snackbar.tsx'
import type { AccountView } from './account-view.ts'
import { RowWords } from './account-row.tsx'
import { languageSetting } from './settings.ts'
import { successOf } from './success-of.ts'
import { whyNotKept } from './why-not-kept.ts'

/** The language on this device, and the one the card speaks to who has no wish of their own. */
export function AccountLanguage({ view: { language, alias, cardKey } }: { view: AccountView }) {
  const t = useTranslate()
  const snack = useSnackbar()
  const call = useOwnerCall(alias)
  const [isBusy, setIsBusy] = useState(false)

  async function makeDefault() {
    setIsBusy(true)
    try {
      successOf(await call('cards.updateApplicationSettings', { input: { alias, key: cardKey, ...languageSetting, value: language } }))
      snack(t('account.languageKept', { language: languageTable[language].name }), { forMs: snackbarMs.error })
    } catch (thrown) {
      snack(whyNotKept(thrown, t), { isBad: true, forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="rows" aria-label={t('account.language')}>
      <form
        className="row"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          // As it stands there: it may have been chosen before the page came alive.
          const chosen = new FormData(event.currentTarget).get('value')
          keepLanguage(languages.find((known) => known === chosen) ?? language)
        }}
      >
        <input type="hidden" name="intent" value="language" />
        <RowWords icon="languages" name={t('account.language')} more={t('account.languageMore')} />
        <select name="value" aria-label={t('account.language')} defaultValue={language}>
          {languages.map((known) => (
            <option key={known} value={known} lang={known}>
              {languageTable[known].name}
            </option>
          ))}
        </select>
        <button className="btn small" type="submit">
          {t('account.languageUse')}
        </button>
      </form>
      <form
        className="row"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void makeDefault()
        }}
      >
        <input type="hidden" name="intent" value="default-language" />
        <input type="hidden" name="value" value={language} />
        <RowWords name={t('account.languageDefault')} more={t('account.languageDefaultMore', { language: languageTable[language].name })} />
        <button className="btn small" type="submit" aria-busy={isBusy} disabled={isBusy} aria-label={t('account.languageDefault')}>
          {t('account.languageSet')}
        </button>
      </form>
    </section>
  )
}
