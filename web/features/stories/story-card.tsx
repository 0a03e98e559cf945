import { useEffect, useState, type ReactNode } from 'react'
import type { Story, StoryGroup } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import mark from '../../ui/art/mark.svg?url'
import { Icon } from '../../ui/icons/icon.tsx'
import { flatten, toHex, white } from '../../ui/color.ts'
import { backgroundOf, isTextDark, sameSiteLink, sameSitePicture } from './story-links.ts'

const longTitle = 44

type Props = { group: StoryGroup; slide: number; alias: string; isActive: boolean; onFollow: () => void; children?: ReactNode }

/** The number of letters that fit above the picture. */
const shortTextMax = 130

/** One slide. `children` are the progress bars and buttons of the current one. */
export function StoryCard({ group, slide, alias, isActive, onFollow, children }: Props) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const story = group.stories[slide]
  if (!story) return null
  const { title, content, isPro, action, ground } = story
  const href = action && sameSiteLink(action.href, alias, location.origin)
  const paint = (card: HTMLElement | null) => card?.style.setProperty('--ground', toHex(flatten(backgroundOf(ground), white)))
  return (
    <article className={isTextDark(ground) ? 'story' : 'story on-dark'} ref={paint} inert={!isActive}>
      <Picture key={story.url} story={story} />
      {children}
      <p className="story-who across">
        <img src={mark} width="22" height="22" alt="" />
        <span className="one-line" dir="auto">
          {group.updateTitle}
        </span>
      </p>
      <div className={title.length + content.length > shortTextMax ? 'story-words long' : 'story-words'}>
        {isPro && hasPlans && (
          <span className="badge">
            <Icon name="key-round" />
            {t('stories.pro')}
          </span>
        )}
        <h3 dir="auto" className={title.length > longTitle ? 'long' : undefined}>
          {title}
        </h3>
        {content && <p dir="auto">{content}</p>}
      </div>
      {href && (
        <a className="btn story-act" href={href} onClick={onFollow}>
          <span dir="auto">{action.label}</span>
          <Icon name="arrow-right" />
        </a>
      )}
    </article>
  )
}

/** If the picture fails to load, the text stays. */
function Picture({ story }: { story: Story }) {
  const [isBroken, setBroken] = useState(false)
  const src = sameSitePicture(story.url, location.origin)
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

/** Preloads the next slide's picture. */
export function useNextPicture(group: StoryGroup | undefined, slide: number) {
  const coming = group?.stories[slide + 1]?.url ?? ''
  useEffect(() => {
    const src = sameSitePicture(coming, location.origin)
    if (src) new Image().src = src
  }, [coming])
}
