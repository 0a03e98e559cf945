import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'

/** What became of the form: readers hear it at once. */
export function DeskTold({ text, isBad }: { text: string; isBad: boolean }) {
  return (
    <p className={isBad ? 'desk-told bad' : 'desk-told'} role={isBad ? 'alert' : 'status'}>
      <Icon name={isBad ? 'circle-alert' : 'check'} />
      <span>{text}</span>
    </p>
  )
}
