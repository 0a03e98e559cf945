import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useAppUpdate } from '../../platform/app/app-update.ts'
import { note } from '../../platform/device/log-book.ts'
import { hasTypedWords } from '../../platform/device/typed-words.ts'
import { useReached } from '../../platform/connection/use-reach.ts'
import { remember } from './version-memory.ts'

const lookAgainMs = 500

type Progress = 'idle' | 'updating' | 'typing' | 'failed'

/** Brings the newest version onto this page, and says how far it is. Words that somebody typed are waited for. */
export function useUpdate(version: string) {
  const t = useTranslate()
  const isReached = useReached()
  const { check, apply } = useAppUpdate()
  const [progress, setProgress] = useState<Progress>('idle')

  async function update() {
    if (progress === 'updating' || !isReached) return
    setProgress('updating')
    try {
      await check()
      const applied = await apply()
      note(`update to ${version || 'another build'}: ${applied}`)
      if (applied === 'typing') return setProgress('typing')
      // Where the server still runs an older one, it is not offered at every start.
      if (version) remember({ shut: version })
    } catch {
      note(`update to ${version || 'another build'}: failed`)
      setProgress('failed')
    }
  }

  // Sent, taken back, or left behind on another page: then nothing holds it any more.
  const goOn = useEffectEvent(() => {
    if (!hasTypedWords()) void update()
  })
  useEffect(() => {
    if (progress !== 'typing') return
    const looking = setInterval(() => goOn(), lookAgainMs)
    return () => clearInterval(looking)
  }, [progress])

  const said = !isReached
    ? t('releases.offline')
    : progress === 'typing'
      ? t('releases.typing')
      : progress === 'failed'
        ? t('releases.failed')
        : ''
  return { update, said, isReached, isUpdating: progress === 'updating' }
}
