import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button } from '../../../ui/button/button.tsx'
import { black, contrast, flatten, parseColor, white } from '../../../ui/color.ts'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Cluster, Fields } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { AdminMain } from '../admin-main.tsx'
import type { FormError } from '../admin-view.ts'
import { blankSlide, type SlideView, type StoryView } from './releases-view.ts'
import { RemovePanel } from './remove-dialog.tsx'
import { SlideFields } from './slide-fields.tsx'
import styles from './slide-preview.css?page-style'

type Props = { story: StoryView; places: number; isBuiltIn: boolean; productName: string; error: FormError | null }

const slidesMax = 12

/** One story with its slides. A plain form: it works before any script. */
export function StoryForm({ story, places, isBuiltIn, productName, error }: Props) {
  const t = useTranslate()
  const isNew = story.storyId === ''
  const errors = error?.errors ?? {}
  const heading = story.updateTitle.replaceAll('{product}', productName)
  const slides = story.slides.length > 0 ? story.slides : [blankSlide]
  return (
    <AdminMain
      below="/releases"
      title={t(isNew ? 'admin.releases.storyNew' : 'admin.releases.story')}
      lead={isBuiltIn && !isNew && t('admin.releases.builtInChange')}
    >
      <PageStyle name="slide-preview" styles={styles} />
      <form className="ui-stack" method="post" encType="multipart/form-data">
        <input type="hidden" name="storyId" defaultValue={story.storyId} />
        <Panel>
          <Fields>
            <TextField
              label={t('admin.releases.updateTitle')}
              error={errors['updateTitle']}
              hint={t('admin.releases.updateTitleHint')}
              name="updateTitle"
              defaultValue={story.updateTitle}
              maxLength={60}
              required
            />
            <TextField label={t('admin.releases.place')} type="number" name="place" defaultValue={story.place} min={1} max={places} />
          </Fields>
        </Panel>
        {slides.map((slide, index) => (
          <fieldset className="ui-panel ui-group with-preview" key={index}>
            <legend>{t('admin.releases.slide', { at: index + 1 })}</legend>
            <div className="ui-stack">
              <SlideFields index={index} slide={slide} errors={errors} mayRemove={slides.length > 1} isRequired />
            </div>
            <SlidePreview slide={slide} heading={heading} />
          </fieldset>
        ))}
        {story.slides.length > 0 && story.slides.length < slidesMax && (
          <details className="ui-more">
            <summary>
              <Icon name="plus" />
              {t('admin.releases.slideAdd')}
            </summary>
            <fieldset className="ui-panel ui-group">
              <legend>{t('admin.releases.slide', { at: slides.length + 1 })}</legend>
              <SlideFields index={slides.length} slide={blankSlide} errors={{}} mayRemove={false} isRequired={false} />
            </fieldset>
          </details>
        )}
        {!isNew && <CheckBox label={t('admin.releases.again')} name="again" />}
        <Cluster>
          <Button kind="primary" type="submit" name="intent" value="publish">
            {t('admin.releases.publish')}
          </Button>
          <Button type="submit" name="intent" value="draft">
            {t('admin.releases.saveDraft')}
          </Button>
        </Cluster>
      </form>
      {!isNew && <RemovePanel title={t('admin.releases.storyRemove')} note={t('admin.releases.storyRemoveSentence')} intent="remove" />}
    </AdminMain>
  )
}

/** A preview of a slide as saved. The background is an SVG, because a custom inline style would break the content policy. */
function SlidePreview({ slide: { title, content, url, size, isPro, ground, label }, heading }: { slide: SlideView; heading: string }) {
  const { hasPlans } = useSite()
  const t = useTranslate()
  const behind = flatten(parseColor(ground) ?? [...white, 1], white)
  const isTextDark = contrast(black, behind) >= contrast(white, behind)
  return (
    <figure className={isTextDark ? 'slide-preview' : 'slide-preview light-ink'}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={/^#[0-9a-f]{6}$/i.test(ground) ? ground : '#fbfaf7'} />
      </svg>
      {url && <img className={size === 'contain' ? 'contain' : ''} src={url} alt="" loading="lazy" />}
      <div className="slide-preview-words" dir="auto">
        <small>{heading}</small>
        {isPro && hasPlans && (
          <Badge kind="brass" icon="key-round">
            {t('stories.pro')}
          </Badge>
        )}
        <b>{title}</b>
        {content && <p>{content}</p>}
      </div>
      {label && (
        <span className="slide-preview-action across" dir="auto">
          {label}
          <Icon name="arrow-right" />
        </span>
      )}
      <figcaption className="sr-only">{t('admin.releases.preview')}</figcaption>
    </figure>
  )
}
