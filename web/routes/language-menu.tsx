import { languages, languageTable } from '#contract/languages.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useLanguage } from './shell/use-language.ts'

type Props = {
  returnUrl: string
  /**
   * With a fragment, browsers carry it along the redirect. Null sends the form to the address of the page, fragment included, which only the
   * browser knows before a script runs.
   */
  action?: string | null
}

/** The language of the product's own pages on this device. Works without scripts, and returns to the page at `returnUrl`. */
export function LanguageMenu({ returnUrl, action = '/?index' }: Props) {
  const language = useLanguage()
  const t = useTranslate()
  return (
    <details className="language-menu">
      <summary>
        <Icon name="languages" />
        <span className="sr-only">{t('front.language')}</span>
        {languageTable[language].name}
      </summary>
      <form method="post" action={action ?? undefined}>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        {languages.map((known) => (
          <button
            key={known}
            type="submit"
            name="language"
            value={known}
            lang={known}
            aria-current={known === language ? 'true' : undefined}
          >
            {languageTable[known].name}
          </button>
        ))}
      </form>
    </details>
  )
}
