import { useOutletContext } from 'react-router'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'

/** The frame that the card's own route drew around this page. */
export const useFrame = (): FrameView => useOutletContext<FrameView>()
