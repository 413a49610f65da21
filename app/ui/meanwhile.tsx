import { useEffect, useRef, useState } from 'react'
import { Notice } from './notice.tsx'

type Typed = Record<string, string | string[]>
type Props = {
	/** What the form has shown first, as `useShown` keeps it. */
	shown: string
	/** What is stored now. */
	typed: Typed
	/** The names of the fields as the form shows them. */
	labels: Record<string, string>
}

/**
 * Inside a form of stored data on a page that follows changes: fields that nobody has touched show what is stored now, the others keep what
 * was typed and are named here. Saving joins both (features/shell/edit.ts).
 */
export function Meanwhile({ shown, typed, labels }: Props) {
	const place = useRef<HTMLDivElement>(null)
	const last = useRef<Typed>(undefined)
	const [kept, setKept] = useState<string[]>([])
	const now = JSON.stringify(typed)
	useEffect(() => {
		const form = place.current?.closest('form')
		if (!form) return
		const before = JSON.parse(shown) as Typed
		const stored = JSON.parse(now) as Typed
		const touched: string[] = []
		for (const [name, value] of Object.entries(stored)) {
			const field = form.elements.namedItem(name)
			if (typeof value !== 'string' || value === before[name] || !isTyped(field)) continue
			if (field.value === (last.current?.[name] ?? before[name])) field.value = value
			else if (field.value !== value) touched.push(name)
		}
		last.current = stored
		setKept(touched)
	}, [shown, now])
	return (
		<div ref={place} role="status">
			{kept.length > 0 ? (
				<Notice kind="warning" title="Jemand hat inzwischen dasselbe geändert.">
					{kept.map((name) => (
						<p key={name}>
							{labels[name] ?? name}: gespeichert ist jetzt „{String(typed[name])}“. Ihre Eingabe bleibt stehen.
						</p>
					))}
				</Notice>
			) : null}
		</div>
	)
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isTyped(field: Element | RadioNodeList | null): field is Field {
	if (field instanceof HTMLInputElement) return !['hidden', 'checkbox', 'radio'].includes(field.type)
	return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}
