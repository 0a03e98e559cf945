import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useAppUpdate } from '../../platform/app/app-update.ts'
import { logEvent } from '../../platform/device/error-log.ts'
import { hasUnsavedInput } from '../../platform/device/unsaved-input.ts'
import { useServerReached } from '../../platform/connection/use-reach.ts'
import { remember } from './version-memory.ts'

const pollMs = 500

type Progress = 'idle' | 'updating' | 'typing' | 'failed'

/** Applies the newest version and reports its progress. Waits while a form has unsaved input. */
export function useUpdate(version: string) {
  const t = useTranslate()
  const isReached = useServerReached()
  const { check, apply } = useAppUpdate()
  const [progress, setProgress] = useState<Progress>('idle')

  async function update() {
    if (progress === 'updating' || !isReached) return
    setProgress('updating')
    try {
      await check()
      const applied = await apply()
      logEvent(`update to ${version || 'another build'}: ${applied}`)
      if (applied === 'typing') return setProgress('typing')
      // If the server still runs an older version, don't offer this one at every start.
      if (version) remember({ dismissed: version })
    } catch {
      logEvent(`update to ${version || 'another build'}: failed`)
      setProgress('failed')
    }
  }

  // The input was sent, discarded, or left on another page.
  const continueUpdate = useEffectEvent(() => {
    if (!hasUnsavedInput()) void update()
  })
  useEffect(() => {
    if (progress !== 'typing') return
    const timer = setInterval(() => continueUpdate(), pollMs)
    return () => clearInterval(timer)
  }, [progress])

  const message = !isReached
    ? t('releases.offline')
    : progress === 'typing'
      ? t('releases.typing')
      : progress === 'failed'
        ? t('releases.failed')
        : ''
  return { update, message, isReached, isUpdating: progress === 'updating' }
}
