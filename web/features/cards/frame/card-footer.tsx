import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import type { FrameView } from './frame-view.ts'

export function CardFooter({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  const { productName } = useSite()
  return (
    <footer className="foot">
      <div>
        <span>{frame.company || frame.name}</span>
        {frame.place && <span>{frame.place}</span>}
      </div>
      <div>
        {frame.place && (
          <a
            href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(frame.place)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('home.directions')}
          </a>
        )}
        <a className="brand" href="/">
          <img src={mark} width="20" height="20" alt="" loading="lazy" />
          {productName}
        </a>
      </div>
    </footer>
  )
}
