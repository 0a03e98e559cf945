import { has, type Permission } from '#contract/permissions.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { useEditor } from '../use-editor.ts'

/** Whether visitors see what this right is for. */
export const useMay = (right: Permission): boolean => has(useEditor().facts.permissions, right)

/** Where the card has no right to show something: it can be prepared all the same, and PRO shows it. */
export function ProNote({ right }: { right: Permission }) {
  const t = useTranslate()
  const { facts } = useEditor()
  if (useMay(right)) return null
  return (
    <div className="pro-note">
      <Banner
        kind="brass"
        title={t('editor.proTitle')}
        action={
          <ButtonLink kind="brass" isDocument href={facts.upgradeHref}>
            {t('editor.proButton')}
          </ButtonLink>
        }
      >
        {t('editor.proLead')}
      </Banner>
    </div>
  )
}
