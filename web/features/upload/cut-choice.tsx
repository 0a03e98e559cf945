import { useId } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import type { Cut } from './cuts.ts'

const words = { whole: 'upload.cutWhole', trimmed: 'upload.cutTrimmed', square: 'upload.cutSquare' } as const

/** The shape, where there is a choice. */
export function CutChoice({ cuts, chosen, choose }: { cuts: readonly Cut[]; chosen: number; choose(at: number): void }) {
  const say = useAccountSay()
  const name = useId()
  if (cuts.length < 2) return null
  return (
    <fieldset className="crop-cuts">
      <legend className="sr-only">{say('upload.cut')}</legend>
      {cuts.map((cut, at) => (
        <label key={cut.name}>
          <input type="radio" name={name} checked={at === chosen} onChange={() => choose(at)} />
          {say(words[cut.name])}
        </label>
      ))}
    </fieldset>
  )
}
