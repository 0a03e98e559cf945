import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useNeedsReach } from '../../../platform/connection/use-reach.ts'
import { Button, ButtonLink, SummaryButton } from '../../../ui/button/button.tsx'
import { CheckChips } from '../../../ui/field/check-chips.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Tag } from '../../../ui/status/badge.tsx'
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
        <Tag key={tag} icon="tag">
          {tag}
        </Tag>
      ))}
      {!keep && (
        <ButtonLink size="small" icon="key-round" isDocument href={upgradeHref} data-upgrade="" title={t('contacts.labelsPro')}>
          {t('contacts.label')}
          <span className="sr-only">{t('contacts.labelsPro')}</span>
        </ButtonLink>
      )}
      {keep && (
        <details ref={more} key={tags.join(',')}>
          <SummaryButton kind="line" size="small" icon="plus">
            {t('contacts.label')}
          </SummaryButton>
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
            <CheckChips
              label={t('contacts.labels')}
              isLabelHidden
              name="tag"
              choices={shownTags(labels, tags).map((value) => ({ value, isChecked: tags.includes(value) }))}
            />
            <TextField
              label={t(isLong ? 'contacts.labelOther' : 'contacts.labelNew')}
              name="newTag"
              list={isLong ? labelListId : undefined}
              maxLength={60}
              autoComplete="off"
            />
            <WhenReached {...needs}>
              <Button type="submit" isBusy={isBusy}>
                {t('contacts.labelsSave')}
              </Button>
            </WhenReached>
          </form>
        </details>
      )}
    </div>
  )
}
