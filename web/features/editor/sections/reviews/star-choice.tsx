import { useId } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'

const all = [1, 2, 3, 4, 5] as const

/** One to five stars: a press, or the arrow keys. A half, kept from elsewhere, stays until another is chosen. */
export function StarChoice({ stars, choose, fault }: { stars: number; choose(stars: number): void; fault?: string | undefined }) {
  const t = useTranslate()
  const name = useId()
  return (
    <fieldset className="star-choice" aria-describedby={fault ? `${name}-fault` : undefined}>
      <legend>{t('editor.reviews.stars')}</legend>
      <div>
        {all.map((value) => (
          <label key={value} className={value <= Math.round(stars) ? 'lit' : undefined}>
            <input
              type="radio"
              name={name}
              checked={value === Math.round(stars)}
              onChange={() => choose(value)}
              aria-label={t('editor.reviews.starCount', { count: value })}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      {fault && (
        <p className="fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}
