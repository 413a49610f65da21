import { Outlet } from 'react-router'
import { SiteFrame } from '#app/ui/site-frame.tsx'

/** Layout of one public item, for example a listing: like default-public with a narrower header. */
export default function DefaultPublicSingle() {
	return (
		<SiteFrame narrow>
			<Outlet />
		</SiteFrame>
	)
}
