import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CheckChips } from '../../../ui/field/check-chips.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { ContactFields, hasMoreFields, withoutIssue } from '../contact-fields.tsx'
import type { UserError } from '../contacts-view.ts'
import { hasHiddenTags, labelListId, visibleTags } from '../sheet/tags.ts'

type Props = {
  labels: readonly string[]
  submissionId: string
  /** The error of a form posted without script. */
  rejected: UserError | null
  /** Data shared by another app: opens the sheet. */
  shared: Record<string, string> | null
  /** Saves the contact. Returns the error, or null. */
  send(form: FormData): Promise<UserError | null>
}

/** Adds a contact by hand. The sheet opens and the form posts without script. */
export function NewContact({ labels, submissionId, rejected, shared, send }: Props) {
  const t = useTranslate()
  const sheet = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState(rejected)
  const [isBusy, setIsBusy] = useState(false)
  const serverReach = useServerRequired()
  const values = rejected?.typed ?? shared ?? {}
  useEffect(() => {
    if (shared) sheet.current?.showPopover()
  }, [shared])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    setIsBusy(true)
    const error = await send(new FormData(form))
    setIsBusy(false)
    setFailure(error)
    if (!error) {
      form.reset()
      return sheet.current?.hidePopover()
    }
    const [firstField] = Object.keys(error.issues)
    if (firstField) form.querySelector<HTMLElement>(`[name="${CSS.escape(firstField)}"]`)?.focus()
  }

  return (
    <Sheet
      ref={sheet}
      id="new-contact"
      title={t('contacts.add')}
      closeLabel={t('close')}
      onToggle={({ newState }) => newState === 'open' && sheet.current?.querySelector<HTMLElement>('[name="name"]')?.focus()}
    >
      <form method="post" noValidate onInput={(event) => setFailure((now) => withoutIssue(now, event))} onSubmit={submit}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="submissionId" value={submissionId} />
        <Stack isTight>
          <FormError>{failure?.message}</FormError>
          <ContactFields values={values} issues={failure?.issues ?? {}} isMoreOpen={shared !== null && hasMoreFields(shared)} />
          {labels.length > 0 && (
            <>
              <CheckChips label={t('contacts.labels')} name="tag" choices={visibleTags(labels, []).map((value) => ({ value }))} />
              {hasHiddenTags(labels) && (
                <TextField label={t('contacts.labelOther')} name="newTag" list={labelListId} maxLength={60} autoComplete="off" />
              )}
            </>
          )}
          <OnlineOnly {...serverReach}>
            <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
              {t('contacts.save')}
            </Button>
          </OnlineOnly>
        </Stack>
      </form>
    </Sheet>
  )
}
