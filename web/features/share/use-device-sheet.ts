import { useEffect, useRef, useSyncExternalStore } from 'react'

type Face = { picture: string | null; pictureName: string; isOpen: boolean }

/** The share sheet of the device itself, where it has one. The face goes along where it takes files. */
export function useDeviceSheet({ picture, pictureName, isOpen }: Face) {
  const isThere = useSyncExternalStore(
    never,
    () => 'share' in navigator,
    () => false,
  )
  const face = useRef<File | null>(null)

  // Fetched as the sheet opens: after the press there is no time, the browser forgets who pressed.
  useEffect(() => {
    if (!isThere || !picture || !isOpen) return
    let isWanted = true
    void fileAt(picture, pictureName).then((file) => {
      if (isWanted) face.current = file
    })
    return () => {
      isWanted = false
      face.current = null
    }
  }, [isThere, picture, pictureName, isOpen])

  async function share(data: { title: string; text: string; url: string }): Promise<'shared' | 'cancelled' | 'failed'> {
    const withFace = face.current ? { ...data, files: [face.current] } : null
    try {
      await navigator.share(withFace && takes(withFace) ? withFace : data)
      return 'shared'
    } catch (thrown) {
      // Pressed twice: the first press has opened the sheet.
      return thrown instanceof DOMException && /^(Abort|InvalidState)Error$/.test(thrown.name) ? 'cancelled' : 'failed'
    }
  }
  return { isThere, share }
}

const never = () => () => {}
const takes = (data: ShareData) => 'canShare' in navigator && navigator.canShare(data)

async function fileAt(address: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(address)
    const bytes = await response.blob()
    const ending = /^image\/(jpeg|png|webp)$/.exec(bytes.type)?.[1]
    return response.ok && ending ? new File([bytes], `${name}.${ending}`, { type: bytes.type }) : null
  } catch {
    return null
  }
}
