import { adminPaths } from '#app/lib/admin-paths.ts'
import { Views } from '#app/ui/tabs.tsx'

/** The ready-made selections of appointments. @param own address of the one that is shown @param today local date */
export function AppointmentViews({ own, today }: { own: string; today: string }) {
	return (
		<Views
			label="Auswahl"
			current={own}
			tabs={[
				{ to: adminPaths.appointments(), label: 'Alle' },
				{ to: adminPaths.appointments({ von: today, bis: today }), label: 'Heute' },
				{ to: adminPaths.appointments({ von: today }), label: 'Kommende' },
				{ to: adminPaths.appointments({ status: 'requested' }), label: 'Anfragen' },
				{ to: adminPaths.withdrawals(), label: 'Widerrufe' },
			]}
		/>
	)
}
