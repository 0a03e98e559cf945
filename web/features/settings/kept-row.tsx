import { useContext, useEffect, useState } from 'react'
import { LanguageContext } from '../../i18n/language-context.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { keptOn } from '../../platform/kept-on.ts'
import { SettingsRow } from './settings-row.tsx'

/** Whether the card opens here without a connection, and as it was when. */
export function KeptRow({ alias }: { alias: string }) {
  const say = useLaterSay()
  const language = useContext(LanguageContext)
  const [kept, setKept] = useState<number | null | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    void keptOn(alias).then((at) => isWanted && setKept(at))
    return () => {
      isWanted = false
    }
  }, [alias])
  const when = kept ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(kept) : ''
  return (
    <SettingsRow name={say('settings.kept')} more={say('settings.keptMore')}>
      <span className="quiet-value">{kept === undefined ? '' : when || say('settings.notKept')}</span>
    </SettingsRow>
  )
}
