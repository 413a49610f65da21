import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Refusal } from '#app/ui/form-parts.tsx'
import { type SavedView, SavedViews } from '#app/ui/saved-views.tsx'

type Props = {
	/** Address of the one that is shown. */
	own: string
	/** Local date. */
	today: string
	saved: SavedView[]
	/** What would be kept of the address. */
	query?: string
	refusal?: Refusal
}

/** The address of all appointments; where a view of one's own is shown first it has to be asked for. */
export function allAppointments(saved: SavedView[]): string {
	return adminPaths.appointments(saved.some(({ isDefault }) => isDefault) ? { ansicht: 'alle' } : {})
}

/** The selections of appointments, ready-made and one's own. */
export function AppointmentViews({ own, today, saved, query = '', refusal }: Props) {
	return (
		<SavedViews
			label="Auswahl"
			current={own}
			saved={saved}
			query={query}
			refusal={refusal}
			ready={[
				{ to: allAppointments(saved), label: 'Alle' },
				{ to: adminPaths.appointments({ von: today, bis: today }), label: 'Heute' },
				{ to: adminPaths.appointments({ von: today }), label: 'Kommende' },
				{ to: adminPaths.appointments({ status: 'requested' }), label: 'Anfragen' },
				{ to: adminPaths.withdrawals(), label: 'Widerrufe' },
			]}
		/>
	)
}
