import { initialsOf } from '#common/text/initials.ts'
import { Icon } from '../icons/icon.tsx'

const tints = 5

type Props = { name: string; picture?: string | undefined; size?: 36 | 40 | 48 | 64 | 76 | 84 }

/** A picture, or the initials in a tint that stays the same for a name. */
export const Avatar = ({ name, picture, size = 40 }: Props) =>
  picture ? (
    <img className="ui-avatar center" src={picture} width={size} height={size} alt="" loading="lazy" />
  ) : (
    <span className="ui-avatar center" data-size={size} data-tint={tintOf(name)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )

/** With a link to the page that changes the picture. */
export const EditableAvatar = ({ editHref, editLabel, ...avatar }: Props & { editHref: string; editLabel: string }) => (
  <span className="ui-avatar-edit">
    <Avatar {...avatar} />
    <a className="center" href={editHref} aria-label={editLabel}>
      <Icon name="camera" />
    </a>
  </span>
)

const tintOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints
