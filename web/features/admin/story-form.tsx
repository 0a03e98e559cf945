import { useAccountSay } from '../../i18n/use-account-say.ts'
import { DeskField } from './desk-field.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import { blankSlide, type StoryView, type Trouble } from './desk-view.ts'
import { SlideFields } from './slide-fields.tsx'
import { SlidePreview } from './slide-preview.tsx'

type Props = { story: StoryView; places: number; isOurs: boolean; productName: string; told: string | null; trouble: Trouble | null }

/** One story with its slides. A plain form: it works before any script. */
export function StoryForm({ story, places, isOurs, productName, told, trouble }: Props) {
  const say = useAccountSay()
  const isNew = story.storyId === ''
  const faults = trouble?.faults ?? {}
  const heading = story.updateTitle.replaceAll('{product}', productName)
  const slides = story.slides.length > 0 ? story.slides : [blankSlide]
  return (
    <DeskMain isBack title={say(isNew ? 'desk.storyNew' : 'desk.story')} lead={isOurs && !isNew ? say('desk.oursChange') : undefined}>
      {told && <DeskTold text={told} isBad={false} />}
      {trouble && <DeskTold text={trouble.message} isBad />}
      <form className="desk-form" method="post" encType="multipart/form-data">
        <input type="hidden" name="storyId" defaultValue={story.storyId} />
        <div className="desk-pair">
          <DeskField label={say('desk.updateTitle')} fault={faults['updateTitle']} hint={say('desk.updateTitleHint')}>
            {(around) => <input {...around} name="updateTitle" defaultValue={story.updateTitle} maxLength={60} required dir="auto" />}
          </DeskField>
          <DeskField label={say('desk.place')}>
            {(around) => <input {...around} type="number" name="place" defaultValue={story.place} min={1} max={places} />}
          </DeskField>
        </div>
        {slides.map((slide, index) => (
          <fieldset className="desk-slide" key={index}>
            <legend>{say('desk.slide', { at: index + 1 })}</legend>
            <div>
              <SlideFields index={index} slide={slide} faults={faults} mayRemove={slides.length > 1} isRequired />
            </div>
            <SlidePreview slide={slide} heading={heading} />
          </fieldset>
        ))}
        {story.slides.length > 0 && story.slides.length < 12 && (
          <details className="desk-more">
            <summary>{say('desk.slideAdd')}</summary>
            <fieldset className="desk-slide">
              <legend>{say('desk.slide', { at: slides.length + 1 })}</legend>
              <div>
                <SlideFields index={slides.length} slide={blankSlide} faults={{}} mayRemove={false} isRequired={false} />
              </div>
            </fieldset>
          </details>
        )}
        {!isNew && (
          <label className="desk-check">
            <input type="checkbox" name="again" />
            {say('desk.again')}
          </label>
        )}
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="publish">
            {say('desk.publish')}
          </button>
          <button className="btn large outline" type="submit" name="intent" value="draft">
            {say('desk.draftKeep')}
          </button>
        </div>
      </form>
      {!isNew && (
        <DeskRemove
          summary={say('desk.storyRemove')}
          sentence={say('desk.storyRemoveSentence')}
          button={say('desk.storyRemove')}
          intent="remove"
        />
      )}
    </DeskMain>
  )
}
