import { useOutletContext } from 'react-router'
import type { FrameView } from '../../../features/cards/frame/frame-view.ts'

/** The frame data of the card's route. */
export const useFrame = (): FrameView => useOutletContext<FrameView>()
