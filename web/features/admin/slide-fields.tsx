import { useTranslate } from '../../i18n/use-translate.ts'
import { DeskField } from './desk-field.tsx'
import type { SlideView } from './desk-view.ts'

type Props = { index: number; slide: SlideView; faults: Record<string, string>; mayRemove: boolean; isRequired: boolean }

/** Everything of one slide to fill in. */
export function SlideFields({ index, slide, faults, mayRemove, isRequired }: Props) {
  const t = useTranslate()
  const at = (name: string) => `slide.${index}.${name}`
  const fault = (name: string) => faults[at(name)]
  return (
    <>
      <DeskField label={t('desk.slideTitle')} fault={fault('title')}>
        {(around) => <input {...around} name={at('title')} defaultValue={slide.title} maxLength={80} required={isRequired} dir="auto" />}
      </DeskField>
      <DeskField label={t('desk.slideContent')} fault={fault('content')}>
        {(around) => <textarea {...around} name={at('content')} defaultValue={slide.content} maxLength={400} rows={3} dir="auto" />}
      </DeskField>
      <DeskField label={t('desk.picture')} fault={fault('picture') ?? fault('url')} hint={t('desk.pictureHint')}>
        {(around) => <input {...around} type="file" name={at('picture')} accept="image/jpeg,image/png,image/webp,image/avif,image/gif" />}
      </DeskField>
      <input type="hidden" name={at('url')} defaultValue={slide.url} />
      {slide.url && <Check name={at('noPicture')} label={t('desk.noPicture')} />}
      <div className="desk-pair">
        <DeskField label={t('desk.size')}>
          {(around) => (
            <select {...around} name={at('size')} defaultValue={slide.size}>
              <option value="cover">{t('desk.sizeCover')}</option>
              <option value="contain">{t('desk.sizeContain')}</option>
            </select>
          )}
        </DeskField>
        <DeskField label={t('desk.ground')} fault={fault('ground')} hint={t('desk.groundHint')}>
          {(around) => <input {...around} type="color" name={at('ground')} defaultValue={slide.ground} />}
        </DeskField>
        <DeskField label={t('desk.seconds')} fault={fault('duration')}>
          {(around) => (
            <input
              {...around}
              type="number"
              name={at('seconds')}
              defaultValue={slide.seconds}
              min={1}
              max={60}
              step={0.5}
              required={isRequired}
            />
          )}
        </DeskField>
      </div>
      <div className="desk-pair">
        <DeskField label={t('desk.actionLabel')} fault={fault('action.label')} hint={t('desk.actionHint')}>
          {(around) => <input {...around} name={at('label')} defaultValue={slide.label} maxLength={40} dir="auto" />}
        </DeskField>
        <DeskField label={t('desk.actionHref')} fault={fault('action.href')} hint={t('desk.hrefHint', { alias: '{alias}' })}>
          {(around) => (
            <input
              {...around}
              name={at('href')}
              defaultValue={slide.href}
              maxLength={500}
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
          )}
        </DeskField>
      </div>
      <Check name={at('isPro')} label={t('desk.isPro')} isOn={slide.isPro} />
      {mayRemove && <Check name={at('remove')} label={t('desk.slideRemove')} />}
    </>
  )
}

function Check({ name, label, isOn = false }: { name: string; label: string; isOn?: boolean }) {
  return (
    <label className="desk-check">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      {label}
    </label>
  )
}
