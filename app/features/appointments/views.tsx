import { appointmentList } from './kept-views.ts'
import { listHref } from '#app/features/saved-views/shown-views.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Refusal } from '#app/ui/form-parts.tsx'
import { type SavedView, SavedViews } from '#app/ui/saved-views.tsx'

type Props = {
	/** Address of the view that is shown. */
	own: string
	/** Local date. */
	today: string
	saved: SavedView[]
	/** The part of the address that would be saved. */
	query?: string
	refusal?: Refusal
}

/** The views of appointments, ready-made and saved ones. */
export function AppointmentViews({ own, today, saved, query = '', refusal }: Props) {
	return (
		<SavedViews
			label="Auswahl"
			hint="„Heute“ bleibt der jeweilige Tag."
			current={own}
			saved={saved}
			query={query}
			refusal={refusal}
			ready={[
				{ to: listHref(appointmentList(today), saved), label: 'Alle' },
				{ to: adminPaths.appointments({ von: today, bis: today }), label: 'Heute' },
				{ to: adminPaths.appointments({ von: today }), label: 'Kommende' },
				{ to: adminPaths.appointments({ status: 'requested' }), label: 'Anfragen' },
				{ to: adminPaths.withdrawals(), label: 'Widerrufe' },
			]}
		/>
	)
}
