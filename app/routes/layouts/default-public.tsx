import { Outlet } from 'react-router'
import { SiteFrame } from '#app/ui/site-frame.tsx'

/** Layout of the public pages: header, content, footer. */
export default function DefaultPublic() {
	return (
		<SiteFrame>
			<Outlet />
		</SiteFrame>
	)
}
