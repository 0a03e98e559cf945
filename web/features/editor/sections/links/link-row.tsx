import { Cluster } from '../../../../ui/page/layout.tsx'
import { memo } from 'react'
import type { DraftService } from '#contract/cards/drafts.ts'
import { readServiceLink } from '#contract/cards/check-service-link.ts'
import { whatsapp } from '#contract/cards/service-hosts.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../../ui/button/button.tsx'
import { useParts } from '../../editor-parts.ts'
import { TextInput } from '../../fields/text-field.tsx'
import { useIssue } from '../../use-editor.ts'
import { Entry } from '../entry.tsx'
import { useUndoToast } from '../with-undo.ts'
import { serviceElement, useServiceActions } from './use-services.ts'

type Props = { service: DraftService; name: string; takesReviews: boolean; at: number; where: string }

/** A link of the card: its address, review link and visibility. */
export const LinkRow = memo(function LinkRow({ service, name, takesReviews, at, where }: Props) {
  const t = useTranslate()
  const { glyph } = useParts()
  const showUndo = useUndoToast()
  const acts = useServiceActions()
  const { gradeServiceId: id, directLink, reviewLink, ignoreService } = service
  const issue = useIssue(`services.${at}.directLink`)
  const twice = useIssue(`services.${at}.gradeServiceId`)
  const reviewIssue = useIssue(`services.${at}.reviewLink`)
  const isNumbered = id === whatsapp

  function remove() {
    const list = document.getElementById(serviceElement(id))?.closest('ol')
    showUndo(t('editor.links.removed', { name }), acts.remove(id))
    requestAnimationFrame(() => {
      const handles = list?.querySelectorAll<HTMLElement>(':scope > li > .handle')
      handles?.[Math.min(at, handles.length - 1)]?.focus()
    })
  }

  return (
    <Entry
      id={serviceElement(id)}
      glyph={glyph(name)}
      name={name}
      note={where}
      isVisible={!ignoreService}
      show={(isVisible) => acts.change(id, { ignoreService: !isVisible })}
      isOpenAtFirst={directLink === ''}
      isInvalid={(issue ?? twice ?? reviewIssue) !== undefined}
    >
      <TextInput
        label={t(isNumbered ? 'editor.links.number' : 'editor.links.address', { name })}
        hint={isNumbered ? t('editor.links.numberHint') : undefined}
        type={isNumbered ? 'tel' : 'url'}
        isWide
        max={2000}
        value={directLink}
        change={(link) => acts.change(id, { directLink: link })}
        issue={issue ?? twice}
      />
      {takesReviews && (
        <TextInput
          label={t('editor.links.reviewLink')}
          hint={t('editor.links.reviewLinkHint')}
          type="url"
          max={2000}
          isWide
          value={reviewLink}
          change={(link) => acts.change(id, { reviewLink: link })}
          issue={reviewIssue}
        />
      )}
      <Cluster>
        <OpenLink id={id} link={directLink} name={name} />
        <Button kind="ghost" size="small" icon="trash-2" onClick={remove} aria-label={t('editor.links.remove', { name })}>
          {t('editor.links.removeIt')}
        </Button>
      </Cluster>
    </Entry>
  )
})

/** Opens the link. */
function OpenLink({ id, link, name }: { id: number; link: string; name: string }) {
  const t = useTranslate()
  const read = readServiceLink(id, link)
  if (!('href' in read)) return null
  return (
    <ButtonLink kind="ghost" size="small" href={read.href} aria-label={t('editor.links.open', { name })} icon="external-link">
      {t('connect.open')}
    </ButtonLink>
  )
}
