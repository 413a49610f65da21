import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import type { Outcome } from '#app/features/appointments/appointments.commands.server.ts'
import { NOTICE_TEXTS, type Notice } from '#app/features/appointments/texts.ts'
import type { Block } from '#app/features/blocks/block.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readStanding, SEEN } from '#app/lib/seen.ts'
import { isCutOff } from '#app/lib/trouble.ts'
import type { Move } from './board-data.ts'
import type { Movable } from './movable.ts'
import { moveText, refusedText, type Standing } from './move-text.ts'
import { openSendQueue } from './send-queue.ts'
import { moveWishes, removalWishes, undoTo, type Wish } from './wishes.ts'

type Answer = Pick<Outcome, 'ok' | 'message' | 'moved' | 'seen' | 'at' | 'unusual' | 'next' | 'meanwhile'>
/**
 * The text of a toast; with `undo`, `untold`, the appointment whose customer can be told, `anyway`, `instead`, a free time, or `theirs`, what
 * somebody else has moved meanwhile, it stays until answered.
 */
type Note = { text: string; undo?: Wish; untold?: string; anyway?: Before; instead?: Instead; theirs?: Theirs }
/** Where it stands now (app/lib/seen.ts). */
type Theirs = { before: Before; seen: string }
type Instead = { before: Before; start: string; label: string }
/** A move being sent: what is moved, how it was before, where it stands when it is accepted (app/lib/seen.ts), and how it is taken back. */
type Before = { id: string; name: string; standing: Standing; sent?: Wish; undo?: Wish; made?: string }

/** What the panels beside the calendar can ask of it. */
export type CalendarContext = {
	removeBlock: (block: Block, following: boolean) => void
	/** Says that an appointment was changed, and asks about the mail as after a move; `undo` is what is posted to take it back. */
	tellChange: (change: { id: string; name: string; notice: Notice; undo?: Record<string, string> }) => void
}

type Options = {
	/** What is shown. */
	movables: Movable[]
	people: { id: string; name: string }[]
	zone: string
	/** Whether the member is asked to tell the customer about a move. */
	asks: boolean
	/** The query in the address of an appointment. */
	query: string
}

/** Sends moves made in the calendar, one after the other, and shows the result in a toast, with a button to undo it. */
export function useMoves({ movables, people, zone, asks, query }: Options) {
	const fetcher = useFetcher<{ outcome: Answer }>()
	const notifier = useFetcher<{ outcome: Outcome }>()
	const { revalidate } = useRevalidator()
	const [note, setNote] = useState<Note>()
	const [version, setVersion] = useState(0)
	const [answered, setAnswered] = useState(0)
	const [announced, setAnnounced] = useState('')
	const moved = useRef<Before>(undefined)
	/** Where things stand once the moves that are not answered yet are accepted. */
	const own = useRef(new Map<string, string[]>())
	const endNote = useCallback(() => setNote(undefined), [])

	useEffect(() => {
		if (answered === 0) return
		const outcome = fetcher.data?.outcome
		const before = moved.current
		moved.current = undefined
		own.current.clear()
		const said = outcome && noteOf(outcome, before)
		// Without an answer the entry returns to its old place, and the page says why.
		setNote(said)
		setAnnounced(said?.text ?? '')
		setVersion(outcome?.at ?? Date.now())
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, with what it brought
	}, [answered])

	const noteOf = ({ ok, message, moved: now, seen, unusual, next, meanwhile }: Answer, before?: Before): Note => {
		if (!now || !before) {
			const text = ok || !before ? message : refusedText(before.name, before.sent, message, zone, new Date())
			// What is taken back was there before, and nothing else is offered for it.
			const asked = before?.undo && before
			const free = asked && next?.[0]
			return {
				...{ text, undo: ok ? asked && undoFrom(asked, seen) : undefined, anyway: unusual ? asked : undefined },
				instead: free && { before: asked, ...free },
				theirs: before && meanwhile ? { before, seen: meanwhile } : undefined,
			}
		}
		const standing = { start: now.start, people: namesOf(now.people), end: now.end }
		const what = moveText(before.name, before.standing, standing, zone, new Date())
		return {
			text: `${before.undo ? '' : 'Rückgängig gemacht. '}${what}.${now.notice === 'waiting' ? NOTICE_TEXTS.waiting : ''}`,
			undo: undoFrom(before, now.seen),
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

	const addressOf = (path: string): string => `${adminPaths.calendar()}/${path}${query}`
	const submit = useRef<(wish: Wish) => Promise<void>>(undefined)
	useEffect(() => {
		submit.current = ({ path, fields }) => fetcher.submit(fields, { method: 'post', action: addressOf(path) })
	})
	const [queue] = useState(() =>
		openSendQueue<Wish>(
			async (wish) => submit.current?.(wish),
			// Shown together with the data of the answer, which the router also shows in a transition.
			() => startTransition(() => setAnswered((count) => count + 1)),
		),
	)
	const onMove = (move: Move): void => {
		const one = movables.find(({ id }) => id === move.entry.source)
		if (!one) return
		// Nothing is sent, and the entry goes back; the page says why.
		if (isCutOff()) return setVersion(Date.now())
		const before = own.current.get(one.id) ?? []
		const { wish, undo, made } = moveWishes(one, move, zone, before)
		own.current.set(one.id, [...before, made])
		// Several quick steps are undone together.
		if (!queue.holds(wish.id) || moved.current?.undo?.id !== wish.id)
			moved.current = { ...beforeOf(one, move.end && move.entry.ends), undo }
		moved.current.sent = wish
		moved.current.made = made
		void queue.add(wish)
	}
	const beforeOf = ({ id, name, start, people: ids }: Movable, end?: string): Before => ({
		...{ id, name, standing: { start, people: namesOf(ids), end } },
	})
	/** Sends again what was refused, with what makes it go. */
	const insist = (before: Before, more: Wish['fields']): void => {
		if (isCutOff() || !before.sent) return
		const sent = { ...before.sent, fields: { ...before.sent.fields, ...more } }
		moved.current = { ...before, sent }
		void queue.add(sent)
	}
	/** The same over what somebody else has moved: taken back, it goes where they have put it. */
	const overrule = ({ before, seen }: Theirs): void => {
		const { start, end, takers } = readStanding(seen)
		const { people, end: shown } = before.standing
		const standing = { start, people: people.length > 0 ? namesOf(takers) : [], end: shown && end }
		insist({ ...before, standing, undo: before.undo && undoTo(before.undo, seen) }, { [SEEN]: seen })
	}
	/** What somebody else has moved stays, and is shown there. */
	const leave = (): void => {
		endNote()
		void revalidate()
	}
	const moveTo = ({ before, start }: Instead): void => {
		if (isCutOff() || !before.sent) return
		const { intent = '', person = '', [SEEN]: seen = '' } = before.sent.fields
		moved.current = { ...before, sent: { ...before.sent, fields: { intent, person, start, [SEEN]: seen } } }
		void queue.add(moved.current.sent ?? before.sent)
	}
	const takeBack = (undo: Wish): void => {
		if (isCutOff()) return
		const one = movables.find(({ path }) => path === undo.path)
		moved.current = one && { ...beforeOf(one, undo.end), sent: undo }
		void queue.add(undo)
	}
	const removeBlock = (block: Block, following: boolean): void => {
		if (isCutOff()) return
		const one = movables.find((other) => other.id === block.id)
		const { wish, undo } = removalWishes(block.id, block, following)
		moved.current = one && { ...beforeOf(one), sent: wish, undo }
		void queue.add(wish)
	}
	const tellChange: CalendarContext['tellChange'] = ({ id, name, notice, undo: fields }) => {
		const text = `${name}: Änderungen gespeichert.${notice === 'waiting' ? NOTICE_TEXTS.waiting : ''}`
		setNote({ text, untold: notice === 'untold' && asks ? id : undefined, undo: fields && { id, path: id, fields } })
		setAnnounced(text)
	}
	const tell = (id: string): void =>
		void notifier.submit({ intent: 'notify' }, { method: 'post', action: addressOf(id) })
	const { undo, untold, anyway, instead, theirs } = note ?? {}
	return {
		/** Increases with each answer. */
		version,
		onMove,
		removeBlock,
		tellChange,
		toast: note && {
			...{ text: note.text, onEnd: endNote },
			actions: [
				...(untold ? [{ label: 'Kund:in informieren', act: () => tell(untold) }] : []),
				...(anyway ? [{ label: anywayLabel(anyway), act: () => insist(anyway, { trotzdem: 'ja' }) }] : []),
				...(theirs
					? [
							{ label: 'So lassen', act: leave },
							{ label: anywayLabel(theirs.before), act: () => overrule(theirs) },
						]
					: []),
				...(instead ? [{ label: `Stattdessen ${instead.label}`, act: () => moveTo(instead) }] : []),
				...(undo ? [{ label: 'Rückgängig', act: () => takeBack(undo) }] : []),
			],
		},
		/** The last message, for people who cannot see the toast. */
		announced,
		/** Shows another message, unless the toast has a question, which stays until it is answered. */
		say: (text: string): void => {
			setNote((shown) => (shown && asksBack(shown) ? shown : { text }))
			setAnnounced(text)
		},
	}
}

/** What takes a move back, from where the answer says that it stands. */
function undoFrom({ undo, made }: Before, seen?: string): Wish | undefined {
	return undo && seen
		? { ...undo, fields: { ...undo.fields, [SEEN]: [seen, ...(made ? [made] : [])].join(';') } }
		: undo
}

/** What is said on the button that does it all the same. */
function anywayLabel({ sent, undo }: Before): string {
	if (sent?.fields.intent === 'remove') return 'Trotzdem löschen'
	if (!undo) return 'Trotzdem rückgängig machen'
	return sent?.until ? 'Trotzdem ändern' : 'Trotzdem verschieben'
}

const asksBack = ({ undo, untold, anyway, instead, theirs }: Note): boolean =>
	[undo, untold, anyway, instead, theirs].some(Boolean)
