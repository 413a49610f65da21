import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Appointment } from '#app/features/appointments/appointment.ts'
import type { Outcome } from '#app/features/appointments/appointments.commands.server.ts'
import { NOTICE_TEXTS } from '#app/features/appointments/texts.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { addDays, localDate, localTime } from '#app/lib/dates.ts'
import type { Move } from './board-data.ts'
import { moveText, type Standing } from './move-text.ts'
import { openSendQueue } from './send-queue.ts'

/** An instant, or a wall time that the server reads. */
type When = { start: string } | { tag: string; zeit: string }
type Wish = { id: string; when: When; person: string }
type Undo = { id: string; start: string; person: string }
/** The text of a toast; with `undo` or `untold`, the appointment whose customer can be told, it stays until answered. */
type Note = { text: string; undo?: Undo; untold?: string }
/** A move being sent: its appointment, and the state before the move. */
type Before = { id: string; name: string; standing: Standing; undo?: Undo }

type Options = {
	/** The shown appointments. */
	appointments: Pick<Appointment, 'id' | 'contact_name' | 'starts_at' | 'lines'>[]
	people: { id: string; name: string }[]
	zone: string
	/** Whether the member is asked to tell the customer about a move. */
	asks: boolean
	/** The query in the address of an appointment. */
	query: string
}

/** Sends moves made in the calendar, one after the other, and shows the result in a toast, with a button to undo it. */
export function useMoves({ appointments, people, zone, asks, query }: Options) {
	const fetcher = useFetcher<{ outcome: Outcome }>()
	const notifier = useFetcher<{ outcome: Outcome }>()
	const [note, setNote] = useState<Note>()
	const [version, setVersion] = useState(0)
	const [answered, setAnswered] = useState(0)
	const [announced, setAnnounced] = useState('')
	const moved = useRef<Before>(undefined)
	const endNote = useCallback(() => setNote(undefined), [])

	useEffect(() => {
		if (answered === 0) return
		const outcome = fetcher.data?.outcome
		const before = moved.current
		moved.current = undefined
		const said = outcome && noteOf(outcome, before)
		// Without an answer the entry returns to its old place, and the page says why.
		setNote(said)
		setAnnounced(said?.text ?? '')
		setVersion(outcome?.at ?? Date.now())
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, with what it brought
	}, [answered])

	const noteOf = ({ message, moved: now }: Outcome, before?: Before): Note => {
		if (!now || !before) return { text: message }
		const standing = { start: now.start, people: namesOf(now.people) }
		const what = moveText(before.name, before.standing, standing, zone, new Date())
		return {
			text: `${before.undo ? '' : 'Rückgängig gemacht. '}${what}.${now.notice === 'waiting' ? NOTICE_TEXTS.waiting : ''}`,
			undo: before.undo,
			untold: now.notice === 'untold' && asks ? before.id : undefined,
		}
	}
	const namesOf = (ids: string[]): string[] =>
		ids.map((one) => people.find(({ id }) => id === one)?.name ?? 'andere Person')

	useEffect(() => {
		const outcome = notifier.data?.outcome
		if (!outcome) return
		setNote((shown) => ({ text: outcome.message, undo: shown?.undo, untold: outcome.ok ? undefined : shown?.untold }))
		setAnnounced(outcome.message)
	}, [notifier.data])

	const addressOf = (id: string): string => `${adminPaths.calendar()}/${id}${query}`
	const submit = useRef<(wish: Wish) => Promise<void>>(undefined)
	useEffect(() => {
		submit.current = ({ id, when, person }) =>
			fetcher.submit({ intent: 'reschedule', ...when, person }, { method: 'post', action: addressOf(id) })
	})
	const [queue] = useState(() =>
		openSendQueue<Wish>(
			async (wish) => submit.current?.(wish),
			// Shown together with the data of the answer, which the router also shows in a transition.
			() => startTransition(() => setAnswered((count) => count + 1)),
		),
	)
	const onMove = ({ entry, start, days, person }: Move): void => {
		const appointment = appointments.find(({ id }) => id === entry.appointment)
		if (!appointment) return
		const from = appointment.starts_at
		// Several quick steps are undone together.
		if (!queue.holds(appointment.id) || moved.current?.id !== appointment.id)
			moved.current = {
				...beforeOf(appointment),
				undo: { id: appointment.id, start: from, person: entry.alone ? entry.person : '' },
			}
		const when = start
			? { start: new Date(Date.parse(from) + Date.parse(start) - Date.parse(entry.starts)).toISOString() }
			: { tag: addDays(localDate(from, zone), days ?? 0), zeit: localTime(from, zone) }
		void queue.add({ id: appointment.id, when, person: (entry.alone && person) || '' })
	}
	const beforeOf = ({ id, contact_name: name, starts_at: start, lines }: Options['appointments'][number]): Before => {
		const inOrder = [...lines].sort((one, other) => one.position - other.position)
		return { id, name: name || 'Termin', standing: { start, people: namesOf(inOrder.map((line) => line.employee_id)) } }
	}
	const takeBack = (undo: Undo): void => {
		const appointment = appointments.find(({ id }) => id === undo.id)
		moved.current = appointment && beforeOf(appointment)
		void queue.add({ ...undo, when: { start: undo.start } })
	}
	const tell = (id: string): void =>
		void notifier.submit({ intent: 'notify' }, { method: 'post', action: addressOf(id) })
	const { undo, untold } = note ?? {}
	return {
		/** Increases with each answer. */
		version,
		onMove,
		toast: note && {
			...{ text: note.text, onEnd: endNote },
			actions: [
				...(untold ? [{ label: 'Kund:in informieren', act: () => tell(untold) }] : []),
				...(undo ? [{ label: 'Rückgängig', act: () => takeBack(undo) }] : []),
			],
		},
		/** The last message, for people who cannot see the toast. */
		announced,
		/** Shows another message, unless the toast has a question, which stays until it is answered. */
		say: (text: string): void => {
			setNote((shown) => (shown?.undo || shown?.untold ? shown : { text }))
			setAnnounced(text)
		},
	}
}
