import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { FileField } from '../../../ui/field/file-field.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { Fields } from '../../../ui/page/layout.tsx'
import type { SlideView } from './releases-view.ts'

type Props = { index: number; slide: SlideView; errors: Record<string, string>; mayRemove: boolean; isRequired: boolean }

/** The fields of one slide. */
export function SlideFields({ index, slide, errors, mayRemove, isRequired }: Props) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  const [chosen, setChosen] = useState('')
  const at = (name: string) => `slide.${index}.${name}`
  const error = (name: string) => errors[at(name)]
  return (
    <>
      <TextField
        label={t('admin.releases.slideTitle')}
        error={error('title')}
        name={at('title')}
        defaultValue={slide.title}
        maxLength={80}
        required={isRequired}
      />
      <TextArea
        label={t('admin.releases.slideContent')}
        error={error('content')}
        name={at('content')}
        defaultValue={slide.content}
        maxLength={400}
      />
      <FileField
        label={t('admin.releases.picture')}
        dropLabel={t('admin.fileDrop')}
        chosen={chosen ? { name: chosen } : undefined}
        onChange={({ target }) => setChosen(target.files?.[0]?.name ?? '')}
        error={error('picture') ?? error('url')}
        hint={t('admin.releases.pictureHint')}
        name={at('picture')}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      />
      <input type="hidden" name={at('url')} defaultValue={slide.url} />
      {slide.url && <CheckBox label={t('admin.releases.noPicture')} name={at('noPicture')} />}
      <Fields>
        <SelectField label={t('admin.releases.size')} name={at('size')} defaultValue={slide.size}>
          <option value="cover">{t('admin.releases.sizeCover')}</option>
          <option value="contain">{t('admin.releases.sizeContain')}</option>
        </SelectField>
        <TextField
          label={t('admin.releases.ground')}
          error={error('ground')}
          hint={t('admin.releases.groundHint')}
          type="color"
          name={at('ground')}
          defaultValue={slide.ground}
        />
        <TextField
          label={t('admin.releases.seconds')}
          error={error('duration')}
          type="number"
          name={at('seconds')}
          defaultValue={slide.seconds}
          min={1}
          max={60}
          step={0.5}
          required={isRequired}
        />
      </Fields>
      <Fields>
        <TextField
          label={t('admin.releases.actionLabel')}
          error={error('action.label')}
          hint={t('admin.releases.actionHint')}
          name={at('label')}
          defaultValue={slide.label}
          maxLength={40}
        />
        <TextField
          label={t('admin.releases.actionHref')}
          error={error('action.href')}
          hint={t('admin.releases.hrefHint', { alias: '{alias}' })}
          name={at('href')}
          defaultValue={slide.href}
          maxLength={500}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
      </Fields>
      {hasPlans && <CheckBox label={t('admin.releases.isPro')} name={at('isPro')} defaultChecked={slide.isPro} />}
      {!hasPlans && slide.isPro && <input type="hidden" name={at('isPro')} value="on" />}
      {mayRemove && <CheckBox label={t('admin.releases.slideRemove')} name={at('remove')} />}
    </>
  )
}
