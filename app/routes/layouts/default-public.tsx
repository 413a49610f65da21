import { Outlet } from 'react-router'
import { SiteFooter } from '#app/ui/site-footer.tsx'
import { SiteHeader } from '#app/ui/site-header.tsx'

/** Layout of the public pages: header, content, footer. */
export default function DefaultPublic() {
	return (
		<>
			<SiteHeader />
			<main id="inhalt">
				<Outlet />
			</main>
			<SiteFooter />
		</>
	)
}
