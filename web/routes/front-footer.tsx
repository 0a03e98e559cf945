import { languages, languageTable } from '#contract/languages.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import { useSite } from '../platform/use-site.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useLanguage } from './shell/use-language.ts'

/** The site's own links and the choice of a language, which works without scripts. */
export function FrontFooter({ links }: { links: readonly { text: string; href: string }[] }) {
  const { productName } = useSite()
  const language = useLanguage()
  const t = useTranslate()
  return (
    <footer>
      <p>{t('front.free', { product: productName })}</p>
      {links.map(({ text, href }) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
      <details>
        <summary>
          <Icon name="languages" />
          <span className="sr-only">{t('front.language')}</span>
          {languageTable[language].name}
        </summary>
        <form method="post" action="/?index">
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
    </footer>
  )
}
