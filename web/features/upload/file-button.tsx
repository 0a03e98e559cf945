import { useRef } from 'react'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useAwake } from '../../ui/use-awake.ts'

const taken = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff,.heic,.heif'

type Props = { icon: IconName; words: string; of: string; capture?: 'user' | 'environment'; onFile(file: File): void }

/** A button that opens the device's files or, with `capture`, its camera: that one stands on devices with a touch screen only. */
export function FileButton({ icon, words, of, capture, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // What was chosen before any script ran would be heard by nobody.
  const isAwake = useAwake()
  const chosen = () => {
    const file = input.current?.files?.[0]
    // The same file may be chosen again after it was refused.
    if (input.current) input.current.value = ''
    if (file) onFile(file)
  }

  return (
    <label className={capture ? 'ui-button line picture-camera' : 'ui-button line'}>
      <span className="ui-button-face">
        <Icon name={icon} />
        {words}
      </span>
      <input
        ref={input}
        className="sr-only"
        type="file"
        aria-label={`${words}: ${of}`}
        accept={capture ? 'image/*' : taken}
        capture={capture}
        disabled={!isAwake}
        onChange={chosen}
      />
    </label>
  )
}
