import { useEffect, useEffectEvent, useMemo, useState, type ComponentProps } from 'react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { blankCard, blankEdited } from '#common/blank-card.ts'
import type { DraftFields, EditedCard, EditorAnswer } from '#contract/cards/drafts.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { CardPage } from '#contract/pages.ts'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { readPublished } from '../../features/editor/draft/edited.ts'
import { PreviewPane } from '../../features/preview/preview-pane.tsx'
import { PreviewStrip } from '../../features/preview/preview-strip.tsx'
import { CardYouStep, type YouAnswer } from '../../features/sign-in/new-card/card-you-step.tsx'
import { DoneStep } from '../../features/sign-in/new-card/done-step.tsx'
import { LinksStep } from '../../features/sign-in/new-card/links-step.tsx'
import { LookStep } from '../../features/sign-in/new-card/look-step.tsx'
import { NewCardWizard } from '../../features/sign-in/new-card/new-card-wizard.tsx'
import { PhotoStep, type DrawField } from '../../features/sign-in/new-card/photo-step.tsx'
import type { ReadLinks } from '../../features/sign-in/new-card/read-links.ts'
import { cardStepHref, cardSteps, type CardStep, type TypedCard } from '../../features/sign-in/new-card/typed-card.ts'
import { stepNames, WizardFrame, type PreviewPlace } from '../../features/sign-in/new-card/wizard-frame.tsx'
import { createUpload, pictureIn } from '../../features/upload/create-upload.ts'
import { PictureField } from '../../features/upload/picture-field.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { siteContext } from '../../platform/router-context.ts'
import { uploadPictureOf } from '../../platform/api/upload-picture.ts'
import { clearOldCards } from '../../platform/device/new-card-storage.ts'
import { useSite } from '../../platform/use-site.ts'
import { useMedia } from '../../ui/use-media.ts'
import { editHref } from '../../loaders/account-links.ts'
import { loadNewCard, stepOf } from './load-new-card.ts'
import { LocalCode } from '../local-code.tsx'
import { metas } from '../metas.ts'
import { serviceMark } from '../shell/service-mark.tsx'
import { submitNewCard } from './submit-new-card.ts'
import { servicesIn } from '../../loaders/read-edited.ts'
import { submitStep } from './submit-step.ts'
import { mergeLinks } from '../../loaders/merge-links.ts'

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadNewCard(args)
  const t = translateFor(args.request)
  const { productName } = args.context.get(siteContext)
  return { ...page, title: [...titleOf(page.step).map((key) => t(key)), productName].join(' | ') }
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  const at = stepOf(args.params['*'])
  if (at === 'unknown') throw redirect('/account/new')
  if (at) return { new: null, ...(await submitStep(args, at, form)) }
  const answer = await submitNewCard(args, form)
  return data(
    { new: answer, failure: '', links: null, you: null },
    { status: answer.message || Object.keys(answer.issues).length > 0 ? 422 : 200 },
  )
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountNew() {
  const page = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const { account } = page
  useEffect(() => clearOldCards(account), [account])
  return (
    <>
      <ShellStyle />
      {page.step === 'begin' ? (
        <NewCardWizard
          account={account}
          answer={sent?.new ?? page.answer}
          isAnswer={Boolean(sent?.new)}
          preview={(card, place) => <TypedPreview alias={page.answer.typed.alias || 'card'} card={card} place={place} />}
        />
      ) : (
        <CardSteps
          key={page.step}
          page={page}
          failure={sent?.failure ?? page.failure}
          links={sent?.links ?? null}
          you={sent?.you ?? null}
        />
      )}
    </>
  )
}

/** The first two steps are one form at one address, so that they share a title. */
function titleOf(step: CardStep | 'begin'): MessageKey[] {
  if (step === 'done') return ['signup.doneTitle']
  return step === 'begin' ? ['signup.pageTitle'] : [stepNames[step], 'signup.pageTitle']
}

const words = {
  you: ['signup.youTitle', 'signup.youLead'],
  photo: ['signup.photoTitle', 'signup.photoLead'],
  look: ['signup.lookTitle', 'signup.lookLead'],
  links: ['signup.linksTitle', 'signup.linksLead'],
  done: ['signup.doneTitle', 'signup.doneLead'],
} as const satisfies Record<CardStep, readonly [string, string]>

type WizardPictureProps = Parameters<DrawField>[0] & { alias: string; slug: string }

function WizardPicture({ slug, onChange, onBusy, ...field }: WizardPictureProps) {
  const { alias, kind } = field
  const [upload] = useState(() => createUpload({ upload: uploadPictureOf({ slug, alias, kind }) }))
  const follow = useEffectEvent(() => {
    const state = upload.read()
    onBusy(state.step === 'sending')
    if (state.step === 'done') onChange(pictureIn(state.uploaded), state.uploaded.colors)
  })
  useEffect(() => upload.watch(() => follow()), [upload])
  return <PictureField {...field} shape={kind === 'profile' ? 'squircle' : 'free'} upload={upload} onRemove={() => onChange(null, [])} />
}

type Page = Extract<Awaited<ReturnType<typeof loader>>, { alias: string }>

type CardStepsProps = { page: Page; failure: string; links: ReadLinks | null; you: YouAnswer | null }

function CardSteps({ page, failure, links, you }: CardStepsProps) {
  const t = useTranslate()
  const { productSlug, publicUrl } = useSite()
  const { account, alias, name, step, card } = page
  const { palettes } = page
  const [title, lead] = words[step]
  const [chosen, setChosen] = useState<DraftFields>(() => ({ ...palettes.find(({ id }) => id === page.palette)?.colors }))
  const choose = (fields: DraftFields) => setChosen((before) => ({ ...before, ...fields }))
  const preview = (place: PreviewPlace) => (
    <StepPreview card={card} chosen={chosen} page={chosen.services?.length ? 'connect' : 'home'} place={place} />
  )
  return (
    <WizardFrame
      step={step === 'done' ? null : step}
      title={t(title)}
      lead={t(lead, { name })}
      aside={preview('aside')}
      strip={step !== 'done' && preview('strip')}
      linkTo={(to, words) => {
        const earlier = cardSteps.find((one) => one === to)
        return earlier ? <a href={cardStepHref(alias, earlier)}>{words}</a> : words
      }}
    >
      {step === 'you' && (
        <CardYouStep
          {...{ account, alias, failure }}
          saved={page.you}
          answer={you}
          show={({ profile, ...words }) => choose({ ...words, profile: profile === '2' ? 2 : 1 })}
        />
      )}
      {step === 'photo' && (
        <PhotoStep
          account={account}
          alias={alias}
          pictures={page.pictures}
          failure={failure}
          show={(pictures) => choose({ pictures })}
          field={({ kind, ...field }) => <WizardPicture {...field} kind={kind} alias={alias} slug={productSlug} />}
        />
      )}
      {step === 'look' && <LookStep {...{ account, alias, palettes, failure }} palette={page.palette} layout={page.layout} show={choose} />}
      {step === 'links' && (
        <LinksStep
          account={account}
          alias={alias}
          kinds={page.kinds}
          initial={page.links}
          answer={links}
          hasDraft={page.hasDraft}
          failure={failure}
          mark={serviceMark}
          show={(rows) => choose({ services: mergeLinks(servicesIn(card.published), rows) })}
        />
      )}
      {step === 'done' && (
        <DoneStep
          alias={alias}
          name={name}
          editHref={editHref(alias)}
          local={<LocalCode address={publicUrl} phone={page.phone} path={`/${alias}`} next={page.nextAddress} />}
        />
      )}
    </WizardFrame>
  )
}

/** A preview of the typed card. The frame's address stays the same while typing. */
function TypedPreview({ alias, card, place }: { alias: string; card: TypedCard; place: PreviewPlace }) {
  const { fullName, title, companyName, phoneNumber, emailAddress, profile } = card
  const edited = useMemo(
    (): EditedCard => ({ ...blankEdited(), fullName, title, companyName, phoneNumber, emailAddress, profile: profile === '2' ? 2 : 1 }),
    [fullName, title, companyName, phoneNumber, emailAddress, profile],
  )
  const about = useMemo(() => ({ ...blankCard(alias), serviceKinds: [] }), [alias])
  return <Preview place={place} alias={alias} edited={edited} about={about} isNew />
}

type StepCard = Pick<EditorAnswer, 'id' | 'key' | 'alias' | 'revision' | 'permissions' | 'serviceKinds' | 'published'>
type StepPreviewProps = { card: StepCard; chosen: DraftFields; page: CardPage; place: PreviewPlace }

/** A preview of the existing card with the current choices. */
function StepPreview({ card, chosen, page, place }: StepPreviewProps) {
  const published = useMemo(() => readPublished(card.published), [card])
  const edited = useMemo((): EditedCard => ({ ...published, ...chosen }), [published, chosen])
  const about = useMemo(() => ({ ...card, published }), [card, published])
  return <Preview place={place} alias={card.alias} edited={edited} about={about} page={page} />
}

/** The preview in one of its two places, which sign-up.css shows by width. */
function Preview({ place, ...card }: { place: PreviewPlace } & ComponentProps<typeof PreviewPane>) {
  const isWide = useMedia('(min-width: 1024px)')
  if (place === 'aside') return isWide && <PreviewPane {...card} />
  return !isWide && <PreviewStrip {...card} />
}
