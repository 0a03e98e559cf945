import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { whenPromptSlotFree } from '../../platform/prompts/prompt-slot.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './plan-notices.css?page-style'

const afterMs = 4000

/** Offers PRO to the owner of a free card once no other prompt is open; closing it hides it for a week. */
export function FreemiumPanel({ alias, href }: { alias: string; href: string }) {
  const t = useTranslate()
  const [leave, setLeave] = useState<(() => void) | null>(null)

  useEffect(() => {
    if (wasShutLately(alias, Date.now())) return
    let callOff = () => {}
    const timer = setTimeout(() => {
      callOff = whenPromptSlotFree('freemium', (left) => {
        callOff = left
        setLeave(() => left)
      })
    }, afterMs)
    return () => {
      clearTimeout(timer)
      callOff()
    }
  }, [alias])

  function shut() {
    rememberShut(alias, Date.now())
    leave?.()
    setLeave(null)
  }
  return (
    <div role="status">
      {leave && (
        <section className="freemium-panel" aria-label={t('restricted.upgrade')}>
          <PageStyle name="plan-notices" styles={styles} />
          <Icon name="key-round" />
          <p>
            <b>{t('restricted.upgrade')}</b> <span>{t('frame.upgradeMore')}</span>
          </p>
          <a className="btn" href={href} data-upgrade="">
            {t('frame.upgrade')}
          </a>
          <button className="center" type="button" aria-label={t('close')} onClick={shut}>
            <Icon name="x" />
          </button>
        </section>
      )}
    </div>
  )
}

const silentForMs = 7 * 86_400_000
const placeOf = (alias: string) => `freemium-shut:${alias.toLowerCase()}`

/** Without storage it is shown on each page load. */
function wasShutLately(alias: string, now: number): boolean {
  try {
    return now - Number(localStorage.getItem(placeOf(alias)) ?? 0) < silentForMs
  } catch {
    return false
  }
}

function rememberShut(alias: string, now: number) {
  try {
    localStorage.setItem(placeOf(alias), String(now))
  } catch {
    // Storage is full or blocked.
  }
}
