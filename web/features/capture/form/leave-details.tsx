import { Link } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/** A link to the form. Once the prompt is loaded, it opens the form over this page instead. */
export function LeaveDetails({ alias }: { alias: string }) {
  const t = useTranslate()
  return (
    <Link className="btn large wide quiet below" to={sideHref(alias, 'letsConnect')}>
      <Icon name="user-plus" />
      {t('capture.leave')}
    </Link>
  )
}
