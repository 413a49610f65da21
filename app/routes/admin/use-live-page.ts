import { useRouteLoaderData } from 'react-router'
import { useLiveAppointments } from '#app/features/calendar/use-live-appointments.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import type { loader as adminLoader } from '#app/routes/layouts/default-admin.tsx'
import { useGatheredReload } from './use-gathered-reload.ts'

/** Loads the data of the page again as soon as something of the chosen location has changed. */
export function useLivePage(): void {
	const services = useRouteLoaderData<typeof rootLoader>('root')?.services
	const admin = useRouteLoaderData<typeof adminLoader>('routes/layouts/default-admin')
	useLiveAppointments({
		url: services?.supabaseUrl ?? '',
		publishableKey: services?.publishableKey ?? '',
		token: admin?.token ?? '',
		location: admin?.location?.id ?? '',
		onChange: useGatheredReload(),
	})
}
