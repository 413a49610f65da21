import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import {
	type Answer,
	type Explanation,
	type Reason,
	reasonText,
	summaryText,
	type Target,
	targetOf,
} from './explain.ts'
import styles from './explain.module.css'

type QuestionProps = {
	explanation: Explanation
	location: string
	zone: string
	/** Managers and owners get links to hours, services and rules. */
	manages: boolean
	/** Address of the page that asks; the form keeps `hidden` in it. */
	action: string
	hidden?: [name: string, value: string][]
	/** The services to choose from; absent when `hidden` already names the service. */
	services?: { id: string; name: string }[]
	/** The page of an appointment. */
	hrefFor?: (appointment: string) => string
	/** The people to choose from, and who is asked about; absent where it is always all of them. */
	people?: { all: { id: string; name: string }[]; chosen: string }
	/** What day and time are called in the address. */
	names?: { day: string; time: string }
}
type Props = QuestionProps & {
	/** A note above the question, for pages that visitors see as well. */
	note?: string
}

const NAMES = { day: 'tag', time: 'warum' }

/** "Warum fehlt diese Zeit?": a service and a start, and for each person everything that speaks against it. */
export function Explain({ note, ...question }: Props) {
	return (
		<details className={styles.explain} open={question.explanation.time !== ''} id="warum">
			<summary>Warum fehlt diese Zeit?</summary>
			{note ? <p className={styles.note}>{note}</p> : null}
			<Question {...question} action={`${question.action}#warum`} />
		</details>
	)
}

/** The question itself with its answers, for pages that have a place of their own for it. */
export function Question({
	explanation,
	services,
	people,
	action,
	hidden = [],
	names = NAMES,
	...links
}: QuestionProps) {
	const { day, time, today, answers, fault, faults } = explanation
	return (
		<>
			<Form method="get" action={action} preventScrollReset className={styles.form}>
				{hidden.map(([name, value]) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
				{services ? (
					<SelectField label="Leistung" name="leistung" defaultValue={explanation.services[0]}>
						{services.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				) : null}
				{people ? (
					<SelectField label="Mitarbeiter:in" name="bei" defaultValue={people.chosen} required={false}>
						<option value="">Alle</option>
						{people.all.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
				) : null}
				<DateField label="Tag" name={names.day} defaultValue={day} today={today} error={faults?.day} key={day} />
				<TimeField label="Uhrzeit" name={names.time} defaultValue={time || '10:00'} error={faults?.time} />
				<Button kind="secondary">Gründe zeigen</Button>
			</Form>
			<div aria-live="polite" className={styles.reply}>
				{fault ? <p className={styles.fault}>{fault}</p> : null}
				{answers ? <Answers answers={answers} alone={Boolean(people?.chosen)} {...links} /> : null}
			</div>
		</>
	)
}

type Links = Pick<QuestionProps, 'location' | 'zone' | 'manages' | 'hrefFor'>

function Answers({ answers, alone, ...links }: { answers: Answer[]; alone: boolean } & Links) {
	return (
		<>
			<p className={styles.summary}>{summaryText(answers, alone)}</p>
			<dl className={styles.answers}>
				{answers.map((answer) => (
					<div key={answer.employee} data-bookable={answer.bookable}>
						<dt>{answer.name}</dt>
						{answer.bookable ? <dd>Frei und online buchbar.</dd> : null}
						{answer.reasons.map((reason) => (
							<dd key={JSON.stringify(reason)}>
								<Sentence reason={reason} name={answer.name} {...links} />
							</dd>
						))}
					</div>
				))}
			</dl>
		</>
	)
}

function Sentence({ reason, name, location, zone, manages, hrefFor }: { reason: Reason; name: string } & Links) {
	const target = targetOf(reason, manages)
	return (
		<>
			{reasonText(reason, zone)}{' '}
			{target ? (
				<Link to={addressOf(target, location, hrefFor)} preventScrollReset={target.to === 'appointment'}>
					{target.words}
					<span className="visually-hidden"> ({name})</span>
				</Link>
			) : null}
		</>
	)
}

function addressOf({ to, id = '' }: Target, location: string, hrefFor = adminPaths.appointment): string {
	const addresses: Record<Target['to'], () => string> = {
		appointment: () => hrefFor(id),
		hours: () => adminPaths.workingHours(location),
		services: () => adminPaths.services(location),
		employees: () => adminPaths.employees(location),
		rules: () => adminPaths.settings({ standort: location }),
	}
	return addresses[to]()
}
