import { Outlet } from 'react-router'
import { SiteFrame } from '#app/ui/site-frame.tsx'

/** Layout of a single public thing, for example a listing: like default-public with a narrower head. */
export default function DefaultPublicSingle() {
	return (
		<SiteFrame narrow>
			<Outlet />
		</SiteFrame>
	)
}
