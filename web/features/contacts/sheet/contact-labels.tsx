import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink, SummaryButton } from '../../../ui/button/button.tsx'
import { CheckChips } from '../../../ui/field/check-chips.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Tag } from '../../../ui/status/badge.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { hasHiddenTags, chosenTags, labelListId, visibleTags } from './tags.ts'
import { useMutation } from '../use-mutation.ts'

type Props = {
  id: string
  tags: readonly string[]
  labels: readonly string[]
  /** Null if the plan has no labels. */
  save: ((tags: string[]) => Promise<void>) | null
  upgradeHref: string
}

/** A contact's labels, chosen in a form that also posts without script. */
export function ContactLabels({ id, tags, labels, save, upgradeHref }: Props) {
  const t = useTranslate()
  const isLong = hasHiddenTags(labels)
  const { isBusy, run } = useMutation()
  const serverReach = useServerRequired()
  const { hasPlans } = useSite()
  const more = useRef<HTMLDetailsElement>(null)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} className="ui-cluster contact-labels">
      {tags.map((tag) => (
        <Tag key={tag} icon="tag">
          {tag}
        </Tag>
      ))}
      {!save && hasPlans && (
        <ButtonLink size="small" icon="key-round" isDocument href={upgradeHref} data-upgrade="" title={t('contacts.labelsPro')}>
          {t('contacts.label')}
          <span className="sr-only">{t('contacts.labelsPro')}</span>
        </ButtonLink>
      )}
      {save && (
        <details ref={more} key={tags.join(',')}>
          <SummaryButton kind="line" size="small" icon="plus">
            {t('contacts.label')}
          </SummaryButton>
          <form
            method="post"
            onSubmit={async (event) => {
              event.preventDefault()
              const chosen = chosenTags(new FormData(event.currentTarget))
              if (!(await run(() => save(chosen)))) return
              if (more.current) more.current.open = false
              // The form is replaced with the labels: its button is gone.
              requestAnimationFrame(() => place.current?.querySelector('summary')?.focus())
            }}
          >
            <input type="hidden" name="intent" value="labels" />
            <input type="hidden" name="id" value={id} />
            <CheckChips
              label={t('contacts.labels')}
              isLabelHidden
              name="tag"
              choices={visibleTags(labels, tags).map((value) => ({ value, isChecked: tags.includes(value) }))}
            />
            <TextField
              label={t(isLong ? 'contacts.labelOther' : 'contacts.labelNew')}
              name="newTag"
              list={isLong ? labelListId : undefined}
              maxLength={60}
              autoComplete="off"
            />
            <OnlineOnly {...serverReach}>
              <Button type="submit" isBusy={isBusy}>
                {t('contacts.labelsSave')}
              </Button>
            </OnlineOnly>
          </form>
        </details>
      )}
    </div>
  )
}
