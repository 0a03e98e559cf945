import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { languages, languageTable } from '#contract/languages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { setLanguage } from '../../../platform/language.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { Settings, SettingWords } from '../../../ui/list/settings.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import type { AccountView } from './account-view.ts'
import { languageSetting } from './account-settings.ts'
import { throwUnlessSuccess } from '../../../platform/api/throw-unless-success.ts'
import { saveErrorText } from '../../../i18n/error-text.ts'

/** The language on this device, and the card’s default for visitors without a choice. */
export function AccountLanguage({ view: { language, alias, cardKey } }: { view: AccountView }) {
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias)
  const [isBusy, setIsBusy] = useState(false)

  async function makeDefault() {
    setIsBusy(true)
    try {
      throwUnlessSuccess(
        await call('cards.updateApplicationSettings', { input: { alias, key: cardKey, ...languageSetting, value: language } }),
      )
      showToast(t('account.languageSaved', { language: languageTable[language].name }), { forMs: snackbarMs.error })
    } catch (thrown) {
      showToast(saveErrorText(thrown, t), { kind: 'error', forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Settings aria-label={t('account.language')}>
      <form
        className="ui-setting"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          // Read from the form: it may have been chosen before hydration.
          const chosen = new FormData(event.currentTarget).get('value')
          setLanguage(languages.find((known) => known === chosen) ?? language)
        }}
      >
        <input type="hidden" name="intent" value="language" />
        <SettingWords icon="languages" title={t('account.language')} note={t('account.languageMore')} />
        <SelectField label={t('account.language')} isLabelHidden name="value" defaultValue={language}>
          {languages.map((known) => (
            <option key={known} value={known} lang={known}>
              {languageTable[known].name}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t('account.languageUse')}</Button>
      </form>
      <form
        className="ui-setting"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void makeDefault()
        }}
      >
        <input type="hidden" name="intent" value="default-language" />
        <input type="hidden" name="value" value={language} />
        <SettingWords
          title={t('account.languageDefault')}
          note={t('account.languageDefaultMore', { language: languageTable[language].name })}
        />
        <Button type="submit" isBusy={isBusy} aria-label={t('account.languageDefault')}>
          {t('account.languageSet')}
        </Button>
      </form>
    </Settings>
  )
}
