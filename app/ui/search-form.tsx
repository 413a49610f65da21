import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

type Props = {
	/** The address of the list. */
	action: string
	/** What the text is looked for in. */
	label: string
	/** The text that the list shows. */
	text: string
	className?: string
	fieldClass?: string
	/** The other fields, and what they show: when that changes without them, they begin anew. */
	children?: ReactNode
	shown?: string
}

/** Milliseconds without a key until the list follows. */
const PAUSE = 300
const LENGTH = 80

/** The search above a list, with its other filters. With JavaScript the list follows while somebody types; the button works without it. */
export function SearchForm({ action, label, text, className, fieldClass, children, shown }: Props) {
	const form = useRef<HTMLFormElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const asked = useRef(text)
	const submit = useSubmit()
	useEffect(() => () => clearTimeout(timer.current), [])
	useEffect(() => {
		const field = form.current?.elements.namedItem('suche')
		// A link or the way back has led to another list; what has been typed on meanwhile stays.
		if (field instanceof HTMLInputElement && text !== asked.current) field.value = text
		asked.current = text
	}, [text])

	function follow(): void {
		if (!form.current) return
		const query = new URLSearchParams()
		for (const [name, value] of new FormData(form.current))
			// The text stays when it is empty: an address without anything would open the default view.
			if (typeof value === 'string' && (value || name === 'suche')) query.set(name, value)
		asked.current = (query.get('suche') ?? '').trim().slice(0, LENGTH)
		if (asked.current !== text) void submit(query, { action, replace: true, preventScrollReset: true })
	}

	return (
		<Form
			method="get"
			action={action}
			className={className}
			role="search"
			ref={form}
			onSubmit={() => clearTimeout(timer.current)}
		>
			<TextField
				label={label}
				name="suche"
				type="search"
				defaultValue={text}
				required={false}
				maxLength={LENGTH}
				className={fieldClass}
				onInput={() => {
					clearTimeout(timer.current)
					timer.current = setTimeout(follow, PAUSE)
				}}
			/>
			<Fragment key={shown}>{children}</Fragment>
			<Button kind="secondary">Suchen</Button>
		</Form>
	)
}
