import { Form, Link } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Choice, choicePath } from './choice.ts'
import { People, type Person } from './people.tsx'
import { TimePicker } from './time-picker.tsx'
import styles from './time-step.module.css'
import { type TestNeeded, TestsNeeded } from './tests-needed.tsx'
import type { Time, TimeTable } from './times.ts'

type Props = {
	choice: Choice
	listingKey: string
	table: TimeTable
	/** A start that the address asks for, for example from a search result. */
	wish?: Time
	/** The address names a hold that this browser does not have any more. */
	lost: boolean
	/** A live hold of this browser for the same services. */
	kept?: { label: string; text: string; path: string }
	phone: string
	tests: TestNeeded[]
	/** The people to choose from; empty where there is no choice. */
	people: Person[]
	/** The way to the waiting list; nothing where there is none. */
	wait?: string
}

/** Person, day and time on one screen; choosing a time holds it. */
export function TimeStep({ choice, listingKey, table, wish, lost, kept, phone, tests, people, wait }: Props) {
	const { services, employee, from } = choice
	const action = choicePath(listingKey, { services, employee, day: choice.day, from })
	return (
		<div className={styles.step}>
			{lost ? (
				<Notice kind="warning" role="alert">
					<p>Diese Reservierung gibt es nicht mehr. Bitte wählen Sie die Zeit noch einmal.</p>
				</Notice>
			) : null}
			<TestsNeeded tests={tests} phone={phone} />
			{kept ? (
				<Notice>
					<p>
						{kept.text} <Link to={kept.path}>Weiter mit {kept.label}</Link>
					</p>
					<Form method="post" action={action}>
						<Button kind="plain" name="intent" value="release">
							Diese Zeit freigeben
						</Button>
					</Form>
				</Notice>
			) : null}
			{wish && !kept ? <Wish wish={wish} action={action} free={isFree(wish, table)} /> : null}
			{people.length > 0 ? <People {...{ people, choice, listingKey }} /> : null}
			<TimePicker
				table={table}
				action={action}
				hidden={hiddenFields(choice)}
				hrefFor={(day) => choicePath(listingKey, { services, employee, day, from })}
				help={
					<p>
						In den nächsten Wochen ist hier online nichts frei.{' '}
						{phone ? `Fragen Sie gern telefonisch nach: ${phone}.` : null}
					</p>
				}
			/>
			{wait ? (
				<p className={styles.wait}>
					<span>
						<b>Nichts dabei?</b> Wird etwas frei, das Ihnen passt, sagen wir Bescheid.
					</span>
					<ButtonLink to={wait} kind="secondary">
						Auf die Warteliste
					</ButtonLink>
				</p>
			) : null}
		</div>
	)
}

function Wish({ wish, action, free }: { wish: Time; action: string; free: boolean }) {
	if (!free) {
		return (
			<Notice kind="warning">
				<p>Die gewünschte Zeit ({wish.label}) ist nicht mehr frei. Bitte wählen Sie eine andere.</p>
			</Notice>
		)
	}
	return (
		<Form method="post" action={action} className={styles.wish}>
			<span>
				Gewählt: <strong>{wish.label}</strong>
			</span>
			<Button name="start" value={wish.start}>
				Mit dieser Zeit weiter
			</Button>
		</Form>
	)
}

function isFree(wish: Time, { groups }: TimeTable): boolean {
	return groups.some((group) => group.times.some((time) => time.start === wish.start))
}

/** The fields that keep the choice in a form that asks for something else. */
export function hiddenFields({ services, employee, from }: Choice): [name: string, value: string][] {
	const shown: [string, string][] = [
		...services.map((id): [string, string] => ['service', id]),
		['employee', employee ?? ''],
	]
	return from ? [...shown, ['von', from]] : shown
}
