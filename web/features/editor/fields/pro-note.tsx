import { has, type Permission } from '#contract/permissions.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { useEditor } from '../use-editor.ts'

/** Whether visitors see what this right is for. */
export const useMay = (right: Permission): boolean => has(useEditor().facts.permissions, right)

/** Where the card has no right to show something: it can be prepared all the same, and PRO shows it. */
export function ProNote({ right }: { right: Permission }) {
  const t = useTranslate()
  const { facts } = useEditor()
  if (useMay(right)) return null
  return (
    <p className="pro-note">
      <Icon name="key-round" />
      <span>
        <b>{t('editor.proTitle')}</b> {t('editor.proLead')}
      </span>
      <a className="btn brass" href={facts.upgradeHref}>
        {t('editor.proButton')}
      </a>
    </p>
  )
}
