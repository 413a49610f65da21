import { type ComponentProps, lazy, Suspense } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import type { Explain } from './explain.tsx'

const Loaded = lazy(async () => ({ default: (await untilLoaded(() => import('./explain.tsx'))).Explain }))

/** The question on pages that visitors see as well; for members only, so that nobody else loads it. */
export function TeamExplain(props: Omit<ComponentProps<typeof Explain>, 'note'>) {
	return (
		<Suspense>
			<Loaded {...props} note="Nur Ihr Team sieht diese Frage und die Antworten." />
		</Suspense>
	)
}
