import { useTranslate } from '../../i18n/use-translate.ts'
import { black, contrast, flatten, parseColour, white } from '../../ui/colour.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import type { SlideView } from './desk-view.ts'

/** A slide as it will look, as far as it is saved. Its ground is drawn: a page carries no styles of an operator's. */
export function SlidePreview({
  slide: { title, content, url, size, isPro, ground, label },
  heading,
}: {
  slide: SlideView
  heading: string
}) {
  const t = useTranslate()
  const behind = flatten(parseColour(ground) ?? [...white, 1], white)
  const isInkDark = contrast(black, behind) >= contrast(white, behind)
  return (
    <figure className={isInkDark ? 'desk-preview' : 'desk-preview light-ink'}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={/^#[0-9a-f]{6}$/i.test(ground) ? ground : '#fbfaf7'} />
      </svg>
      {url && <img className={size === 'contain' ? 'contain' : ''} src={url} alt="" loading="lazy" />}
      <div className="desk-preview-words" dir="auto">
        <small>{heading}</small>
        {isPro && (
          <span className="badge">
            <Icon name="key-round" />
            {t('stories.pro')}
          </span>
        )}
        <b>{title}</b>
        {content && <p>{content}</p>}
      </div>
      {label && (
        <span className="desk-preview-action" dir="auto">
          {label}
          <Icon name="arrow-right" />
        </span>
      )}
      <figcaption className="sr-only">{t('desk.preview')}</figcaption>
    </figure>
  )
}
