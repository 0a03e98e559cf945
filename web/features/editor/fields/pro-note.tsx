import { has, type Permission } from '#contract/permissions.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { useEditor } from '../use-editor.ts'

/** True if the card's plan includes this permission. */
export const usePermission = (permission: Permission): boolean => has(useEditor().facts.permissions, permission)

/** Says that visitors see this with PRO only; it can be edited anyway. Without plans, an administrator turned it off. */
export function ProNote({ permission }: { permission: Permission }) {
  const t = useTranslate()
  const { facts } = useEditor()
  const { hasPlans } = useSite()
  if (usePermission(permission)) return null
  if (!hasPlans)
    return (
      <div className="pro-note">
        <Banner kind="info">{t('restricted.ownerOffMore')}</Banner>
      </div>
    )
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
