import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { matchingContactsMax, selectedContactsMax } from '#contract/contact-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, ButtonLink, SummaryButton } from '../../../ui/button/button.tsx'
import { CheckChips } from '../../../ui/field/check-chips.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useReader } from '../../../platform/use-reader.ts'
import { Cluster } from '../../../ui/page/layout.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import type { Matching, RejectedForm } from '../contacts-view.ts'
import { hasHiddenTags, visibleTags } from '../sheet/tags.ts'
import { matchingValue } from './selected.ts'
import { useMutation } from '../use-mutation.ts'

type Props = {
  labels: readonly string[]
  mayLabel: boolean
  closeHref: string
  rejected: RejectedForm | null
  /** The contacts that match the search, if not all of them can be selected one by one. */
  matching: Matching | null
  tagsOf(id: string): readonly string[]
  serverReach: ReturnType<typeof useServerRequired>
  /** Labels or deletes the selected contacts; false if something is missing. */
  act(form: FormData): Promise<boolean>
  children: ReactNode
}

/** Rows with check boxes, and what to do with the selected ones. A form, which also posts without script. */
export function Selection({ labels, mayLabel, closeHref, rejected, matching, tagsOf, serverReach, act, children }: Props) {
  const t = useTranslate()
  const { isBusy, run } = useMutation()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const { language } = useReader()
  const [selected, setSelected] = useState({ ids: rejected?.selected ?? [], isAllMatching: false })
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[name=id]') ?? [])]
  function countSelected() {
    if (!form.current) return
    const isAllMatching = new FormData(form.current).has('matching')
    // Also those that are loaded next, and none that is held for review.
    if (isAllMatching) for (const box of boxes()) box.checked = !('quarantined' in box.dataset)
    const ids = boxes().flatMap((box) => (box.checked ? box.value : []))
    const next = { ids, isAllMatching }
    setSelected((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
  }
  function selectLoaded() {
    for (const [at, box] of boxes().entries()) box.checked = at < selectedContactsMax
    countSelected()
  }
  /** One that is unchecked ends the selection of all that match. */
  function changed({ target }: FormEvent<HTMLFormElement>) {
    const all = form.current?.querySelector<HTMLInputElement>('[name=matching]')
    if (all && target instanceof HTMLInputElement && target.name === 'id') all.checked = false
    if (target === all && !all?.checked) selectLoaded()
    countSelected()
  }
  const count = selected.isAllMatching ? (matching?.count ?? 0) : selected.ids.length
  /** How many of the selected have each label; unknown if some aren't loaded. */
  const tagged = selected.isAllMatching ? [] : selected.ids.flatMap((id) => tagsOf(id))
  // Without script it can't appear once a row is checked.
  const offersAll = matching !== null && (!isHydrated || count > 0)
  // After each render: rows come and go, and a browser restores check boxes.
  useEffect(countSelected)

  async function submit(submitter: HTMLElement | null) {
    const sent = form.current
    if (!sent) return
    let isDone = false
    await run(async () => (isDone = await act(new FormData(sent, submitter))))
    if (!isDone) return
    sent.reset()
    countSelected()
    const open = sent.querySelector<HTMLDetailsElement>('details[open]')
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the check boxes' events bubble up to one handler
    <form
      ref={form}
      className="contacts-selection"
      method="post"
      onChange={changed}
      onSubmit={(event) => {
        event.preventDefault()
        void submit((event.nativeEvent as SubmitEvent).submitter)
      }}
    >
      {/* The default button, which Enter clicks: never the one that deletes. */}
      <button
        className="sr-only"
        type="submit"
        name="intent"
        value="labelSeveral"
        disabled={!mayLabel || !serverReach.isReached}
        tabIndex={-1}
        aria-hidden="true"
      />
      {children}
      <div className="contacts-selected ui-panel padded across">
        <p role="status">{count > 0 ? t('contacts.selected', { count }) : t('contacts.selectNone')}</p>
        {offersAll && (
          <label className="contacts-matching across">
            <input type="checkbox" name="matching" value={matchingValue(matching)} defaultChecked={rejected?.typed['matching'] === 'on'} />
            {t(matching.count < matchingContactsMax ? 'contacts.selectMatching' : 'contacts.selectFirst', {
              count: matching.count.toLocaleString(language),
            })}
          </label>
        )}
        {isHydrated && (
          <Button size="small" onClick={selectLoaded}>
            {t('contacts.selectLoaded')}
          </Button>
        )}
        <ButtonLink size="small" href={closeHref}>
          {t('close')}
        </ButtonLink>
        {mayLabel && (
          <details name="selection" open={rejected !== null && rejected.typed['intent'] !== 'eraseSeveral'}>
            <SummaryButton kind="line" size="small" icon="plus">
              {t('contacts.label')}
            </SummaryButton>
            {labels.length > 0 && (
              <CheckChips
                label={t('contacts.labels')}
                isLabelHidden
                name="tag"
                choices={visibleTags(labels, tagged).map((value) => ({
                  value,
                  isChecked: rejected?.tags?.includes(value) ?? false,
                  count: tagged.filter((tag) => tag === value).length,
                }))}
              />
            )}
            <TextField
              label={t(hasHiddenTags(labels) ? 'contacts.labelOther' : 'contacts.labelNew')}
              name="newTag"
              list="contact-labels-selection"
              maxLength={60}
              autoComplete="off"
              dir="auto"
              defaultValue={rejected?.typed['newTag']}
            />
            <datalist id="contact-labels-selection">
              {labels.map((label) => (
                <option key={label}>{label}</option>
              ))}
            </datalist>
            <OnlineOnly {...serverReach}>
              <Cluster>
                <Button type="submit" name="intent" value="labelSeveral" isBusy={isBusy}>
                  {t('contacts.labelAdd')}
                </Button>
                {labels.length > 0 && (
                  <Button type="submit" name="intent" value="unlabelSeveral" isBusy={isBusy}>
                    {t('contacts.labelRemove')}
                  </Button>
                )}
              </Cluster>
            </OnlineOnly>
          </details>
        )}
        <details name="selection">
          <SummaryButton kind="danger-line" size="small" icon="trash-2">
            {t('contacts.eraseSeveral')}
          </SummaryButton>
          <p>{t('contacts.eraseSeveralSure', { count })}</p>
          <OnlineOnly {...serverReach}>
            <Button kind="danger" type="submit" name="intent" value="eraseSeveral" isBusy={isBusy}>
              {t('contacts.eraseDo')}
            </Button>
          </OnlineOnly>
        </details>
      </div>
    </form>
  )
}
