import { useTranslate } from '../../../i18n/use-translate.ts'
import { useCardState } from '../../../platform/device/use-card-state.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { FrameView } from '../frame/frame-view.ts'
import type { HomeView } from './home-view.ts'

/** The portrait: the largest element on a phone, so it has high priority. If it is missing or fails, initials show instead. */
export function Portrait({ view, frame, sizes }: { view: HomeView; frame: FrameView; sizes: string }) {
  const { alias } = frame.address
  const t = useTranslate()
  const [state] = useCardState(alias)
  if (!view.showsPortrait) return null
  const picture = view.cutout ?? view.portrait
  return (
    <div className={view.cutout ? 'portrait cutout' : 'portrait'}>
      {picture && (
        <img
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={t('home.portrait', { name: view.name })}
          fetchPriority="high"
        />
      )}
      <span className="initials center" aria-hidden="true">
        {frame.initials}
      </span>
      {/* The device remembers whether the visitor left their details. */}
      {state?.connected && (
        <span className="connected">
          <Icon name="check" />
          {t('home.connected')}
        </span>
      )}
    </div>
  )
}
