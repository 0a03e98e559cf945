import { useEffect, useState, type ReactNode } from 'react'
import type { Story, StoryGroup } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import mark from '../../ui/art/mark.svg?url'
import { Icon } from '../../ui/icons/icon.tsx'
import { flatten, toHex, white } from '../../ui/colour.ts'
import { groundOf, isInkDark, linkWithin, pictureWithin } from './story-links.ts'

const longFrom = 44

type Props = { group: StoryGroup; slide: number; alias: string; isActive: boolean; follow: () => void; children?: ReactNode }

/** As many letters as find room above what stands on the ground of a drawing. */
const shortWords = 130

/** One slide, as it stands in its group. `children` is what only the one on show has: its progress and its buttons. */
export function StoryCard({ group, slide, alias, isActive, follow, children }: Props) {
  const t = useTranslate()
  const story = group.stories[slide]
  if (!story) return null
  const { title, content, isPro, action, ground } = story
  const href = action && linkWithin(action.href, alias, location.origin)
  const paint = (card: HTMLElement | null) => card?.style.setProperty('--ground', toHex(flatten(groundOf(ground), white)))
  return (
    <article className={isInkDark(ground) ? 'story' : 'story on-dark'} ref={paint} inert={!isActive}>
      <Picture key={story.url} story={story} />
      {children}
      <p className="story-who">
        <img src={mark} width="22" height="22" alt="" />
        <span dir="auto">{group.updateTitle}</span>
      </p>
      <div className={title.length + content.length > shortWords ? 'story-words long' : 'story-words'}>
        {isPro && (
          <span className="badge">
            <Icon name="key-round" />
            {t('stories.pro')}
          </span>
        )}
        <h3 dir="auto" className={title.length > longFrom ? 'long' : undefined}>
          {title}
        </h3>
        {content && <p dir="auto">{content}</p>}
      </div>
      {href && (
        <a className="btn story-act" href={href} onClick={follow}>
          <span dir="auto">{action.label}</span>
          <Icon name="arrow-right" />
        </a>
      )}
    </article>
  )
}

/** One that does not come leaves the words. */
function Picture({ story }: { story: Story }) {
  const [isBroken, setBroken] = useState(false)
  const src = pictureWithin(story.url, location.origin)
  if (!src || isBroken) return null
  return (
    <img
      className={story.size === 'contain' ? 'story-picture inset' : 'story-picture'}
      src={src}
      alt=""
      draggable={false}
      onError={() => setBroken(true)}
    />
  )
}

/** The next picture is there when its slide comes. */
export function useNextPicture(group: StoryGroup | undefined, slide: number) {
  const coming = group?.stories[slide + 1]?.url ?? ''
  useEffect(() => {
    const src = pictureWithin(coming, location.origin)
    if (src) new Image().src = src
  }, [coming])
}
