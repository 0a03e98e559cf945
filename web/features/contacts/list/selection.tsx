import { useEffect, useRef, useState, type ReactNode } from 'react'
import { selectedContactsMax } from '#contract/contact-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, ButtonLink, SummaryButton } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import type { RejectedForm } from '../contacts-view.ts'
import { useMutation } from '../use-mutation.ts'

type Props = {
  labels: readonly string[]
  mayLabel: boolean
  closeHref: string
  rejected: RejectedForm | null
  serverReach: ReturnType<typeof useServerRequired>
  /** Labels or deletes the selected contacts; false if something is missing. */
  act(form: FormData): Promise<boolean>
  children: ReactNode
}

/** Rows with check boxes, and what to do with the selected ones. A form, which also posts without script. */
export function Selection({ labels, mayLabel, closeHref, rejected, serverReach, act, children }: Props) {
  const t = useTranslate()
  const { isBusy, run } = useMutation()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const [count, setCount] = useState(rejected?.selected?.length ?? 0)
  const countSelected = () => {
    if (form.current) setCount(new FormData(form.current).getAll('id').length)
  }
  function selectLoaded() {
    const boxes = form.current?.querySelectorAll<HTMLInputElement>('[name=id]') ?? []
    for (const [at, box] of [...boxes].entries()) box.checked = at < selectedContactsMax
    countSelected()
  }
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
      onChange={countSelected}
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
      <div className="contacts-selected ui-panel padded">
        <p role="status">{count > 0 ? t('contacts.selected', { count }) : t('contacts.selectNone')}</p>
        {isHydrated && (
          <Button size="small" onClick={selectLoaded}>
            {t('contacts.selectLoaded')}
          </Button>
        )}
        <ButtonLink size="small" href={closeHref}>
          {t('close')}
        </ButtonLink>
        {mayLabel && (
          <details name="selection" open={rejected?.typed['intent'] === 'labelSeveral'}>
            <SummaryButton kind="line" size="small" icon="plus">
              {t('contacts.label')}
            </SummaryButton>
            <TextField
              label={t('contacts.label')}
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
              <Button type="submit" name="intent" value="labelSeveral" isBusy={isBusy}>
                {t('contacts.labelAdd')}
              </Button>
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
