import { isCrm } from '#contract/connection-choices.ts'
import type { Connection } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { DangerDialog } from '../../ui/overlay/danger-dialog.tsx'
import { KeyField } from './send-fields.tsx'

type Props = { connection: Connection; open: string; keyIssue: string | undefined; close(): void }

/** The questions before switching on, replacing the secret or key and removing; opened by the address. */
export function ConnectionDialogs({ connection: { preset, name, isOn, offReason }, open, keyIssue, close }: Props) {
  const t = useTranslate()
  // Each form loads its answer as a document, so that the dialog is gone with it.
  const shared = { isOpen: true, onClose: close, cancel: t('restricted.cancel') }
  const confirm = (label: string, value: string) => ({ label, busyLabel: label, name: 'intent', value })
  if (open === 'on' && !isOn && offReason !== 'host')
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('connections.onTitle', { name })}
        fields={
          <RadioCards
            label={t('connections.missed')}
            isLabelHidden
            name="missed"
            defaultValue="send"
            choices={[
              { value: 'send', label: t('connections.missedSend'), hint: t('connections.missedSendHint') },
              { value: 'skip', label: t('connections.missedSkip'), hint: t('connections.missedSkipHint') },
            ]}
          />
        }
        confirm={confirm(t('connections.switchOn'), 'on')}
      />
    )
  if (open === 'key' && isCrm(preset))
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('connections.keyReplaceTitle')}
        lead={isOn && t('connections.keyReplaceLead')}
        form={{ noValidate: true }}
        fields={<KeyField preset={preset} error={keyIssue} />}
        confirm={confirm(t('connections.keyReplaceDo'), 'replaceKey')}
      />
    )
  if (open === 'secret' && !isCrm(preset))
    return (
      <DangerDialog
        {...shared}
        isHarmless
        title={t('connections.replaceTitle')}
        lead={t('connections.replaceLead')}
        confirm={confirm(t('connections.replaceDo'), 'replace')}
      />
    )
  if (open === 'remove')
    return (
      <DangerDialog
        {...shared}
        title={t('connections.removeTitle', { name })}
        happens={[
          { icon: 'ban', text: t('connections.removeSends') },
          { icon: 'trash-2', text: t(isCrm(preset) ? 'connections.removeKey' : 'connections.removeList') },
          { icon: 'users', text: t('connections.removeStays') },
        ]}
        confirm={confirm(t('connections.removeDo'), 'remove')}
      />
    )
  return null
}
