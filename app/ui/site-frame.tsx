import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header, content and footer, for pages outside a layout. */
export function SiteFrame({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
	return (
		<>
			<SiteHeader narrow={narrow} />
			<main id="inhalt" tabIndex={-1}>
				{children}
			</main>
			<SiteFooter />
		</>
	)
}
