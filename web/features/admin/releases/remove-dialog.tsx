import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { ActionRow } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { useAddressDialog } from '../address-dialog.tsx'

/** Removes published content, after a dialog that says what happens. */
export function RemovePanel({ title, note, intent }: { title: string; note: string; intent: 'remove' | 'reset' }) {
  const t = useTranslate()
  const { open, hrefOf, close } = useAddressDialog()
  const short = t(intent === 'reset' ? 'admin.restoreShort' : 'admin.removeShort')
  return (
    <Panel>
      <ActionRow title={title} note={note}>
        <ButtonLink kind="danger-line" size="small" href={hrefOf(intent)} aria-label={`${short}… ${title}`}>
          {short}…
        </ButtonLink>
      </ActionRow>
      {open === intent && (
        <DangerDialog
          isOpen
          onClose={close}
          title={title}
          lead={`${note} ${t('admin.releases.final')}`}
          cancel={t('admin.cancel')}
          confirm={{ label: title, busyLabel: title, name: 'intent', value: intent }}
        />
      )}
    </Panel>
  )
}
