import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import type { Touched } from './absences.server.ts'

type Props = { touched: Touched[]; zone: string; now: string }

/** The appointments that lie in one's own absences, by name; nothing without any. */
export function TouchedNotice({ touched, zone, now }: Props) {
	if (touched.length === 0) return null
	return (
		<Notice
			kind="warning"
			title={
				touched.length === 1
					? 'Einer Ihrer Termine liegt in einer Abwesenheit'
					: `${touched.length} Ihrer Termine liegen in einer Abwesenheit`
			}
		>
			<ul>
				{touched.map(({ id, contact_name, starts_at }) => (
					<li key={id}>
						<Link to={adminPaths.appointment(id)}>{contact_name || 'Ohne Namen'}</Link>,{' '}
						{formatSoon(starts_at, zone, now)}
					</li>
				))}
			</ul>
			<p>Wer Termine verschieben darf, sieht sie auf Heute und entscheidet, was daraus wird.</p>
		</Notice>
	)
}

/** Absences that are not over, each with its reason. */
export function AbsenceList({ absences }: { absences: { id: string; when: string; reason: string }[] }) {
	return (
		<ul className={panel.list}>
			{absences.map(({ id, when, reason }) => (
				<li key={id} className={panel.item}>
					<span className={panel.row}>
						<strong>{when}</strong>
						{reason ? <span className={panel.soft}>{reason}</span> : null}
					</span>
				</li>
			))}
		</ul>
	)
}
