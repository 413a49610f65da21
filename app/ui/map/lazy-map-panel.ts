import { lazy } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'

/** The map, whose code is fetched when it is first shown. */
export const LazyMapPanel = lazy(async () => ({
	default: (await untilLoaded(() => import('./map-panel.tsx'))).MapPanel,
}))
