import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import type { FrameView } from '../frame/frame-view.ts'
import type { HomeView } from './home-view.ts'

type Props = { view: HomeView; frame: FrameView; arrow?: IconName | undefined }

/** The main button. On desktops, beside it the connect form or an email link. */
export function CallToAction({ view, frame, arrow }: Props) {
  const t = useTranslate()
  const { action } = view
  return (
    <div className="cta">
      {action && (
        <PageLink className="btn large wide solid" href={action.href}>
          {!arrow && <Icon name={action.isDefault ? 'user-plus' : 'arrow-up-right'} />}
          <span className={action.isDefault ? 'caps' : undefined}>{action.label}</span>
          {arrow && <Icon name={arrow} />}
        </PageLink>
      )}
      {frame.connectHref ? (
        <PageLink className="btn quiet desktop" href={frame.connectHref}>
          {t('home.connect')}
        </PageLink>
      ) : (
        frame.dock.email && (
          <a className="btn quiet desktop" href={frame.dock.email}>
            <Icon name="mail" />
            {t('dock.email', { team: frame.isTeam })}
          </a>
        )
      )}
    </div>
  )
}
