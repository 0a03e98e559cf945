import { useState } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useSnackbar } from '../../../ui/snackbar.tsx'
import { createOptimistic } from './optimistic.ts'
import { captureSettings, type CaptureSetting } from './settings.ts'
import { successOf } from './success-of.ts'
import { whyNotKept } from './why-not-kept.ts'

type Card = { alias: string; cardKey: string }

/** A setting of the card: shown as chosen at once, and as it was when the server does not keep it. */
export function useSetting<T extends string | number | boolean>(which: CaptureSetting, kept: T, { alias, cardKey }: Card) {
  const t = useTranslate()
  const snack = useSnackbar()
  const call = useOwnerCall(alias)
  const [shown, show] = useState(kept)
  const [setting] = useState(() => createOptimistic<T>(kept))

  const send = async (value: T) =>
    successOf(await call('cards.updateSettings', { input: { alias, key: cardKey, ...captureSettings[which], value } }))
  const refused = (thrown: unknown) => snack(whyNotKept(thrown, t), { isBad: true, forMs: snackbarMs.error })

  return [shown, (value: T) => void setting.choose(value, { send, show, refused })] as const
}
