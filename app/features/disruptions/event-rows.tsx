import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ChipButton } from '#app/ui/chip.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import styles from './disruption.module.css'
import { courseStateName, courseText, type DisruptedCourse } from './disruptions.ts'
import { LOOKS } from './item-row.tsx'

type Props = { events: DisruptedCourse[]; zone: string; now: Date; ended: boolean }

/** The courses of a disruption, each once with those who have booked; nothing without any. */
export function EventRows({ events, zone, now, ended }: Props) {
	if (events.length === 0) return null
	return (
		<section className={styles.events} aria-labelledby="kurse">
			<h2 id="kurse">Kurse</h2>
			<ul className={styles.rows} aria-labelledby="kurse">
				{events.map((course) => (
					<CourseRow key={course.event_id} course={course} zone={zone} now={now} ended={ended} />
				))}
			</ul>
		</section>
	)
}

function CourseRow({ course, zone, now, ended }: { course: DisruptedCourse } & Omit<Props, 'events'>) {
	const { event_id: id, title, state, person, room, booked, unreachable } = course
	const text = courseText(course, zone, now)
	const coming = Date.parse(course.now_at) > now.getTime() && !ended
	return (
		<li className={styles.row}>
			<span className={styles.time}>{formatSoon(course.starts_at, zone, now)}</span>
			<span className={styles.what}>
				<Link to={adminPaths.event(id)} className={styles.name}>
					{title}
				</Link>
				<span className={styles.soft}>{[person, room].filter(Boolean).join(' · ')}</span>
				{text ? <span className={styles.text}>{text}</span> : null}
			</span>
			<span className={styles.reach}>{booked === 1 ? '1 Platz gebucht' : `${booked} Plätze gebucht`}</span>
			<Badge {...LOOKS[state]}>{courseStateName(course)}</Badge>
			{coming && unreachable.length > 0 ? <Unreachable people={unreachable} /> : null}
			{coming && state === 'open' ? <Choices course={course} /> : null}
			{coming && state === 'kept' ? (
				<Form method="post" preventScrollReset className={styles.actions}>
					<input type="hidden" name="event" value={id} />
					<Button kind="plain" name="intent" value="course-reopen">
						Wieder öffnen
						<span className="visually-hidden">: {title}</span>
					</Button>
				</Form>
			) : null}
		</li>
	)
}

/** Who has booked and hears of nothing by mail. */
function Unreachable({ people }: { people: DisruptedCourse['unreachable'] }) {
	const sees = useSeesContacts()
	return (
		<p className={styles.silent}>
			<span className={styles.soft}>Ohne E-Mail, bitte anrufen:</span>
			{sees ? null : <ContactHidden />}
			{people.map(({ name, phone }, index) => (
				<span key={`${name} ${phone} ${index}`}>
					{name}{' '}
					{phone ? <PhoneLink phone={phone} aria-label={`${name} anrufen: ${phone}`} /> : sees ? '(keine Nummer)' : ''}
				</span>
			))}
		</p>
	)
}

function Choices({ course }: { course: DisruptedCourse }) {
	const { event_id: id, title, people, rooms } = course
	return (
		<div className={styles.actions}>
			<Others id={id} intent="course-person" title={title} label="Zur selben Zeit frei:">
				{people.map(({ id: key, name, usual }) => ({
					key,
					name: usual ? name : `${name} (außerhalb der Arbeitszeit)`,
				}))}
			</Others>
			<Others id={id} intent="course-room" title={title} label="Zur selben Zeit frei:">
				{rooms.map(({ id: key, name }) => ({ key, name }))}
			</Others>
			<span className={styles.ends}>
				<ButtonLink to={adminPaths.event(id)} kind="plain">
					Zeit ändern
					<span className="visually-hidden">: {title}</span>
				</ButtonLink>
				<Form method="post" preventScrollReset>
					<input type="hidden" name="event" value={id} />
					<Button kind="plain" name="intent" value="course-keep">
						Behalten
						<span className="visually-hidden">: {title}</span>
					</Button>
				</Form>
				<Dialog label="Absagen" title={`${title} absagen`} kind="plain">
					<p>Alle Plätze werden abgesagt. Wer gebucht hat oder wartet, bekommt eine E-Mail.</p>
					<Form method="post" preventScrollReset className={styles.cancel}>
						<input type="hidden" name="event" value={id} />
						<TextArea
							name="grund"
							id={`grund-${id}`}
							label="Grund"
							optional
							hint="Steht in den E-Mails."
							maxLength={1000}
							rows={2}
						/>
						<Button kind="danger" name="intent" value="course-cancel">
							Kurs verbindlich absagen
						</Button>
					</Form>
				</Dialog>
			</span>
		</div>
	)
}

type OthersProps = {
	id: string
	intent: string
	title: string
	label: string
	children: { key: string; name: string }[]
}

function Others({ id, intent, title, label, children }: OthersProps) {
	if (children.length === 0) return null
	return (
		<Form method="post" preventScrollReset className={styles.choice}>
			<input type="hidden" name="event" value={id} />
			<input type="hidden" name="intent" value={intent} />
			<span className={styles.soft}>{label}</span>
			{children.map(({ key, name }) => (
				<ChipButton key={key} name="option" value={key}>
					<span className="visually-hidden">{title} umlegen: </span>
					{name}
				</ChipButton>
			))}
		</Form>
	)
}
