import type { ReactNode } from 'react'
import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { countOpen } from '#app/features/appointments/open-counts.server.ts'
import { PasswordSaved } from '#app/features/accounts/password-notices.tsx'
import { ClosedNotice } from '#app/features/company/closing-panel.tsx'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { isRailNarrow } from '#app/features/shell/rail.server.ts'
import { DemoBar } from '#app/features/sandbox/demo-bar.tsx'
import { loadDemoInfo } from '#app/features/sandbox/demo-info.server.ts'
import { AdminShell, type ShellData } from '#app/features/shell/admin-shell.tsx'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { AskBeforeLeaving } from '#app/ui/leaving.tsx'
import type { Route } from './+types/default-admin.ts'
import { ErrorPage, ErrorWords } from './default-not-found.tsx'

/** The member and their location; every page below calls requireMember itself as well. */
export async function loader({ context, request }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	const { client, company, user, role, rights, mayManage, locations, location, elsewhere } = member
	const session = await client.auth.getSession()
	return {
		company: { id: company.id, name: company.name },
		user: { name: user.name, email: user.email },
		...{ rights, mayManage },
		locations: locations
			.filter(({ id, archived }) => !archived || id === location?.id)
			.map(({ id, name }) => ({ id, name })),
		elsewhere: elsewhere.map(({ id, name, locations: places }) => ({
			...{ id, name },
			locations: places.map((place) => ({ id: place.id, name: place.name })),
		})),
		location: location && { id: location.id },
		open: location
			? await countOpen(client, location, new Date())
			: { requests: 0, waiting: 0, orders: 0, places: 0, messages: 0, payments: 0 },
		narrow: isRailNarrow(request),
		/** For pages that follow changes. */
		token: session.data.session?.access_token ?? '',
		demo: isDemoAddress(user.email) ? await loadDemoInfo(client, location?.slug ?? null) : null,
		closing: company.goes_at ? { due: formatDate(company.goes_at, HOME_ZONE), owner: role === 'owner' } : null,
	}
}

/** Layout of the admin area: the frame around its pages. */
export default function DefaultAdmin({ loaderData }: Route.ComponentProps) {
	return (
		<Frame data={loaderData}>
			{loaderData.demo ? <DemoBar {...loaderData.demo} /> : null}
			<PasswordSaved />
			{loaderData.closing ? <ClosedNotice {...loaderData.closing} /> : null}
			<Outlet />
			<AskBeforeLeaving />
		</Frame>
	)
}

/** Errors, shown within the frame if its data is available. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const data = useRouteLoaderData<typeof loader>('routes/layouts/default-admin')
	if (!data) return <ErrorPage error={error} />
	return (
		<Frame data={data}>
			<ErrorWords error={error} missing="Vielleicht ist die Adresse vertippt, oder jemand hat es inzwischen entfernt.">
				<Link to={adminPaths.dashboard()}>Zur Übersicht</Link>
				<Link to={adminPaths.appointments()}>Zu den Terminen</Link>
			</ErrorWords>
		</Frame>
	)
}

function Frame({ data, children }: { data: ShellData; children: ReactNode }) {
	return (
		<>
			<meta name="robots" content="noindex" />
			<AdminShell {...data}>{children}</AdminShell>
		</>
	)
}
