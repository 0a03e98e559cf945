import { useTranslate } from '../../i18n/use-translate.ts'
import { black, contrast, flatten, parseColour, white } from '../../ui/colour.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { DeskField } from './desk-field.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import { blankSlide, type SlideView, type StoryView, type Trouble } from './desk-view.ts'
import { SlideFields } from './slide-fields.tsx'

type Props = { story: StoryView; places: number; isOurs: boolean; productName: string; told: string | null; trouble: Trouble | null }

/** One story with its slides. A plain form: it works before any script. */
export function StoryForm({ story, places, isOurs, productName, told, trouble }: Props) {
  const t = useTranslate()
  const isNew = story.storyId === ''
  const faults = trouble?.faults ?? {}
  const heading = story.updateTitle.replaceAll('{product}', productName)
  const slides = story.slides.length > 0 ? story.slides : [blankSlide]
  return (
    <DeskMain isBack title={t(isNew ? 'desk.storyNew' : 'desk.story')} lead={isOurs && !isNew ? t('desk.oursChange') : undefined}>
      {told && <DeskTold text={told} isBad={false} />}
      {trouble && <DeskTold text={trouble.message} isBad />}
      <form className="desk-form" method="post" encType="multipart/form-data">
        <input type="hidden" name="storyId" defaultValue={story.storyId} />
        <div className="desk-pair">
          <DeskField label={t('desk.updateTitle')} fault={faults['updateTitle']} hint={t('desk.updateTitleHint')}>
            {(around) => <input {...around} name="updateTitle" defaultValue={story.updateTitle} maxLength={60} required dir="auto" />}
          </DeskField>
          <DeskField label={t('desk.place')}>
            {(around) => <input {...around} type="number" name="place" defaultValue={story.place} min={1} max={places} />}
          </DeskField>
        </div>
        {slides.map((slide, index) => (
          <fieldset className="desk-slide" key={index}>
            <legend>{t('desk.slide', { at: index + 1 })}</legend>
            <div>
              <SlideFields index={index} slide={slide} faults={faults} mayRemove={slides.length > 1} isRequired />
            </div>
            <SlidePreview slide={slide} heading={heading} />
          </fieldset>
        ))}
        {story.slides.length > 0 && story.slides.length < 12 && (
          <details className="desk-more">
            <summary>{t('desk.slideAdd')}</summary>
            <fieldset className="desk-slide">
              <legend>{t('desk.slide', { at: slides.length + 1 })}</legend>
              <div>
                <SlideFields index={slides.length} slide={blankSlide} faults={{}} mayRemove={false} isRequired={false} />
              </div>
            </fieldset>
          </details>
        )}
        {!isNew && (
          <label className="desk-check">
            <input type="checkbox" name="again" />
            {t('desk.again')}
          </label>
        )}
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="publish">
            {t('desk.publish')}
          </button>
          <button className="btn large outline" type="submit" name="intent" value="draft">
            {t('desk.draftKeep')}
          </button>
        </div>
      </form>
      {!isNew && (
        <DeskRemove
          summary={t('desk.storyRemove')}
          sentence={t('desk.storyRemoveSentence')}
          button={t('desk.storyRemove')}
          intent="remove"
        />
      )}
    </DeskMain>
  )
}

/** A slide as it will look, as far as it is saved. Its ground is drawn: a page carries no styles of an operator's. */
function SlidePreview({ slide: { title, content, url, size, isPro, ground, label }, heading }: { slide: SlideView; heading: string }) {
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
