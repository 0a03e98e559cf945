import { useTranslate } from '../i18n/use-translate.ts'
import { useSite } from '../platform/use-site.ts'
import { LanguageMenu } from './language-menu.tsx'

/** The site's own links and the choice of a language. */
export function FrontFooter({ links }: { links: readonly { text: string; href: string }[] }) {
  const { productName } = useSite()
  const t = useTranslate()
  return (
    <footer>
      <p>{t('front.free', { product: productName })}</p>
      {links.map(({ text, href }) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
      <LanguageMenu returnUrl="/" />
    </footer>
  )
}
