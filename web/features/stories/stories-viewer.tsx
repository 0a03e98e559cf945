import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { writeCardState } from '../../platform/device/device-state.ts'
import mark from '../../ui/art/mark.svg?url'
import { Icon } from '../../ui/icons/icon.tsx'
import { focusPageIfLost } from '../../ui/overlay/focus-page.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import styles from './stories.css?page-style'
import { StoryCard, useNextPicture } from './story-card.tsx'
import { isTextDark } from './story-links.ts'
import { usePlayer } from './use-player.ts'
import { useGestures } from './use-gestures.ts'
import { withViewed } from './visible-groups.ts'
import { offsetOf } from './next-slide.ts'

const tapMedia = '(max-width: 1023px)'

/** The full-screen stories viewer. */
export default function StoriesViewer({ alias, groups, closed }: { alias: string; groups: StoryGroup[]; closed: () => void }) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const player = usePlayer(groups, (storyId) =>
    writeCardState(alias, ({ viewedStories }) => ({ viewedStories: withViewed(viewedStories, storyId) })),
  )
  const { position, isPaused, isStill, next, previous, toggle } = player
  const group = groups[position.group]
  const story = group?.stories[position.slide]
  useNextPicture(group, position.slide)
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])

  const close = () => dialog.current?.close()
  const isRtl = () => dialog.current?.matches(':dir(rtl)') ?? false
  const towards = (side: 'left' | 'right') => ((side === 'right') === isRtl() ? previous() : next())
  const gestures = useGestures({
    setIsPointerDown: player.setIsPointerDown,
    onGesture(gesture, { x, isOnButton }) {
      if (gesture === 'swipeLeft') return towards('right')
      if (gesture === 'swipeRight') return towards('left')
      if (!isOnButton && matchMedia(tapMedia).matches) towards(x < innerWidth / 3 ? 'left' : 'right')
    },
  })

  function onKeyDown(event: KeyboardEvent) {
    // With a modifier these are browser shortcuts.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') towards(event.key === 'ArrowRight' ? 'right' : 'left')
    else if (event.key === ' ' && !(event.target instanceof Element && event.target.closest('a, button'))) toggle()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={story && !isTextDark(story.ground) ? 'stories on-dark' : 'stories'}
      aria-labelledby="stories-title"
      aria-describedby="stories-now"
      onClose={() => {
        focusPageIfLost()
        closed()
      }}
      onKeyDown={onKeyDown}
    >
      <PageStyle name="stories" styles={styles} />
      <div className="stories-head across">
        <img src={mark} width="22" height="22" alt="" />
        <h2 id="stories-title" tabIndex={-1} autoFocus>
          {t('stories.title')}
        </h2>
      </div>
      <p className="sr-only" id="stories-now" aria-live="polite">
        {group &&
          story &&
          t('stories.now', { group: group.updateTitle, at: position.slide + 1, of: group.stories.length, title: story.title })}
      </p>
      <div className="stories-stage">
        {groups.map((one, index) => {
          const offset = offsetOf(index, position.group, groups.length)
          const isActive = offset === 0
          return (
            <div key={one.storyId} className="story-place" data-at={Math.abs(offset) > 2 ? 'far' : offset} {...(isActive ? gestures : {})}>
              <StoryCard group={one} slide={isActive ? position.slide : 0} alias={alias} isActive={isActive} onFollow={close}>
                {isActive && <Bars count={one.stories.length} slide={position.slide} bar={player.bar} isStill={isStill} />}
                {isActive && !isStill && (
                  <button
                    className="story-pause center"
                    type="button"
                    aria-label={t(isPaused ? 'stories.play' : 'stories.pause')}
                    onClick={toggle}
                  >
                    <Icon name={isPaused ? 'play' : 'pause'} />
                  </button>
                )}
              </StoryCard>
              {!isActive && (
                <button
                  className="story-pick"
                  type="button"
                  aria-label={t('stories.pick', { title: one.updateTitle })}
                  onClick={() => player.select(index)}
                />
              )}
            </div>
          )
        })}
        <button className="stories-step center back" type="button" aria-label={t('stories.previous')} onClick={previous}>
          <Icon name="chevron-left" />
        </button>
        <button className="stories-step center" type="button" aria-label={t('stories.next')} onClick={next}>
          <Icon name="chevron-right" />
        </button>
      </div>
      <p className="stories-hint" aria-hidden="true">
        {t('stories.hint', { left: '|←|', right: '|→|', esc: '|Esc|' })
          .split('|')
          .map((part, at) => (at % 2 ? <kbd key={part}>{part}</kbd> : part))}
      </p>
      <button className="stories-close center" type="button" aria-label={t('stories.close')} onClick={close}>
        <Icon name="x" />
      </button>
    </dialog>
  )
}

type Props = { count: number; slide: number; bar: Ref<HTMLElement>; isStill: boolean }

/** One bar per slide: previous ones are full, the current one fills. With reduced motion it is full at once. */
function Bars({ count, slide, bar, isStill }: Props) {
  return (
    <div className="story-bars" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => {
        const isFull = index < slide || (isStill && index === slide)
        const isNow = index === slide && !isStill
        // A separate key per state resets the width that the clock has set.
        return (
          <i key={index} className={isFull ? 'full' : undefined}>
            <b key={isNow ? 'now' : 'rest'} ref={isNow ? bar : undefined} />
          </i>
        )
      })}
    </div>
  )
}
