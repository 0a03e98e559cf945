import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import { WhenReached } from '../../../ui/when-reached.tsx'
import { areSomeUnshown, chosenTags, labelListId, shownTags } from './tags.ts'
import { useDeed } from '../use-deed.ts'

type Props = {
  id: string
  tags: readonly string[]
  labels: readonly string[]
  /** Null where the plan does not open labels. */
  keep: ((tags: string[]) => Promise<void>) | null
  upgradeHref: string
}

/** The labels of a contact; which ones is chosen in a form that also posts by itself. */
export function ContactLabels({ id, tags, labels, keep, upgradeHref }: Props) {
  const t = useTranslate()
  const isLong = areSomeUnshown(labels)
  const { isBusy, run } = useDeed()
  const needs = useNeedsReach()
  const more = useRef<HTMLDetailsElement>(null)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="contact-labels">
      {tags.map((tag) => (
        <span key={tag} className="tag" dir="auto">
          <Icon name="tag" />
          {tag}
        </span>
      ))}
      {!keep && (
        <a className="tag add" href={upgradeHref} data-upgrade="" title={t('contacts.labelsPro')}>
          <Icon name="key-round" />
          {t('contacts.label')}
          <span className="sr-only">{t('contacts.labelsPro')}</span>
        </a>
      )}
      {keep && (
        <details ref={more} key={tags.join(',')}>
          <summary className="tag add">
            <Icon name="plus" />
            {t('contacts.label')}
          </summary>
          <form
            method="post"
            onSubmit={async (event) => {
              event.preventDefault()
              const chosen = chosenTags(new FormData(event.currentTarget))
              if (!(await run(() => keep(chosen)))) return
              if (more.current) more.current.open = false
              // Other labels are another form: what was pressed is gone.
              requestAnimationFrame(() => place.current?.querySelector('summary')?.focus())
            }}
          >
            <input type="hidden" name="intent" value="labels" />
            <input type="hidden" name="id" value={id} />
            <fieldset>
              <legend className="sr-only">{t('contacts.labels')}</legend>
              {shownTags(labels, tags).map((label) => (
                <label key={label} className="filter" dir="auto">
                  <input type="checkbox" name="tag" value={label} defaultChecked={tags.includes(label)} />
                  {label}
                </label>
              ))}
            </fieldset>
            <label className="contact-field">
              {t(isLong ? 'contacts.labelOther' : 'contacts.labelNew')}
              <input type="text" name="newTag" list={isLong ? labelListId : undefined} maxLength={60} dir="auto" autoComplete="off" />
            </label>
            <WhenReached {...needs}>
              <button className="btn outline" type="submit" aria-busy={isBusy} disabled={isBusy}>
                {t('contacts.labelsSave')}
              </button>
            </WhenReached>
          </form>
        </details>
      )}
    </div>
  )
}
