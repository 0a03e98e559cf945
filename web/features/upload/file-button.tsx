import { useRef } from 'react'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** Without HEIC, so that phones convert their photos. */
const taken = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/tiff'

type Props = { icon: IconName; words: string; of: string; capture?: 'user' | 'environment'; onFile(file: File): void }

/** Opens the file picker or, with `capture`, the camera; the camera button is for touch screens only. */
export function FileButton({ icon, words, of, capture, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  // A file chosen before hydration would be ignored.
  const isHydrated = useHydrated()
  const chosen = () => {
    const file = input.current?.files?.[0]
    // Reset, so that the same file can be chosen again after an error.
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
        disabled={!isHydrated}
        onChange={chosen}
      />
    </label>
  )
}
