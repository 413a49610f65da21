import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { DateInput } from '#app/ui/date-field.tsx'
import { Menu, menuItem, useCloseMenu } from '#app/ui/menu.tsx'
import type { Range } from './calendar.ts'
import styles from './head.module.css'
import { ROOMS } from './rooms.ts'

type Props = {
	range: Range
	today: string
	person: string
	/** Shows another day. */
	go: (tag: string) => void
}

/** What is needed less often: the choice of a day, and the ways onto paper; `plan` is the address of the PDF. */
export function DayMenu({ plan, ...shown }: Props & { plan: string }) {
	return (
		<Menu label="Tag wählen, drucken" className={styles.more} face={<span aria-hidden="true">⋯</span>}>
			<DayForm key={`${shown.range.day}${shown.range.view}`} {...shown} />
			<button type="button" className={menuItem} onClick={() => window.print()}>
				Drucken
			</button>
			{shown.range.view === 'monat' ? null : (
				<a className={menuItem} href={plan}>
					{shown.range.view === 'tag' && shown.person === ROOMS
						? 'PDF, eine Seite für jeden Raum'
						: 'PDF, eine Seite für jede Person'}
				</a>
			)}
		</Menu>
	)
}

/** Shows another day as soon as it is typed. */
function DayForm({ range, today, person, go }: Props) {
	const close = useCloseMenu()
	return (
		<Form method="get" action={adminPaths.calendar()} className={styles.jump}>
			{range.view === 'tag' ? null : <input type="hidden" name="ansicht" value={range.view} />}
			{person ? <input type="hidden" name="person" value={person} /> : null}
			<DateInput
				id="calendar-day"
				name="tag"
				today={today}
				defaultValue={range.day}
				aria-label="Tag"
				onRead={({ value }) => {
					if (!value || value === range.day) return
					close()
					go(value)
				}}
			/>
			<Button kind="secondary">Zeigen</Button>
		</Form>
	)
}
