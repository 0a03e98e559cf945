import { useState } from 'react'
import { captureDelay, captureDelayMaxSeconds } from '#contract/constants.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { FieldShell } from '../../fields/field-shell.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { Words } from '../../fields/text-field.tsx'
import { Toggle } from '../../fields/toggle.tsx'
import { useDraft, useFault } from '../../use-editor.ts'

/** Whether visitors are asked for their details, when, and how who leaves them is labelled. */
export function CaptureFields() {
  const t = useTranslate()
  const [capture, set] = useDraft('settings.connectClientsSetting')
  const { enabled = true, desktopEnabled = true, timeout = captureDelay.defaultSeconds, applyTags = '' } = capture
  const fault = useFault('settings.connectClientsSetting.timeout')
  // An empty field, on its way to another number, stays empty.
  const [typed, type] = useState(String(timeout))
  const seconds = secondsOf(typed) === timeout ? typed : String(timeout)
  return (
    <>
      <Group title={t('editor.capture')} isRows>
        <Toggle
          label={t('editor.capture.enabled')}
          more={t('editor.capture.enabledMore')}
          isOn={enabled}
          choose={(isOn) => set({ ...capture, enabled: isOn })}
        />
        <Toggle label={t('editor.capture.desktop')} isOn={desktopEnabled} choose={(isOn) => set({ ...capture, desktopEnabled: isOn })} />
      </Group>
      <Group title={t('editor.capture.how')}>
        <FieldShell label={t('editor.capture.timeout')} hint={t('editor.capture.timeoutHint')} fault={fault}>
          {(marks) => (
            <input
              {...marks}
              type="number"
              min={0}
              max={captureDelayMaxSeconds}
              inputMode="numeric"
              value={seconds}
              onChange={({ target }) => {
                type(target.value)
                set({ ...capture, timeout: secondsOf(target.value) })
              }}
            />
          )}
        </FieldShell>
        <Words
          label={t('editor.capture.labels')}
          hint={t('editor.capture.labelsHint')}
          value={applyTags}
          change={(text) => set({ ...capture, applyTags: text })}
          max={1200}
          isWide
        />
        <ProNote right="ConnectedClientLabels" />
      </Group>
    </>
  )
}

const secondsOf = (typed: string) => Math.min(captureDelayMaxSeconds, Math.max(0, Math.round(Number(typed)) || 0))
