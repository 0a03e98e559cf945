import { initialsOf } from '#contract/text/initials.ts'

const tints = 5

/** A picture, or the initials in a tint that stays the same for a name. */
export const Avatar = ({ name, picture, size = 40 }: { name: string; picture?: string | undefined; size?: 36 | 40 | 48 | 64 | 76 }) =>
  picture ? (
    <img className="ui-avatar" src={picture} width={size} height={size} alt="" loading="lazy" />
  ) : (
    <span className="ui-avatar" data-size={size} data-tint={tintOf(name)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )

const tintOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints
