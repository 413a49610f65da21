import styles from './combobox.module.css'

/** An entry of the list. Choosing it fills the field, unless `href` leads to a page or `act` does something else. */
export type Option = { label: string; detail: string; kind: string; href?: string; act?: () => void }

export type ComboboxOptions = {
	/** Loads the entries to offer for a typed text. */
	load(text: string, signal: AbortSignal): Promise<Option[]>
	/** Called when the visitor has chosen an entry; the field is already filled unless the entry leads to a page. */
	onChoose(option: Option): void
}

const PAUSE_MS = 120
let lists = 0

/**
 * Makes a plain input an editable combobox with a list (WAI-ARIA 1.2, list autocomplete, manual selection). The list and the live
 * count are put into `place`, which must be used for nothing else. Arrow keys open and move, Enter takes, Escape closes; without a
 * choice the field keeps its text.
 */
export function combobox(input: HTMLInputElement, place: HTMLElement, options: ComboboxOptions): void {
	const id = `vorschlaege-${++lists}`
	const list = Object.assign(document.createElement('ul'), { id, className: styles.list ?? '', hidden: true })
	list.setAttribute('role', 'listbox')
	list.setAttribute('aria-label', `Vorschläge für ${input.labels?.[0]?.textContent ?? 'die Suche'}`)
	const status = Object.assign(document.createElement('p'), { className: 'visually-hidden' })
	status.setAttribute('role', 'status')
	place.append(list, status)
	input.setAttribute('role', 'combobox')
	input.setAttribute('aria-autocomplete', 'list')
	input.setAttribute('aria-controls', id)
	input.setAttribute('aria-expanded', 'false')

	let shown: Option[] = []
	let active = -1
	let asked = new AbortController()
	let timer = 0

	const items = (): HTMLElement[] => [...list.children] as HTMLElement[]
	const close = (): void => {
		clearTimeout(timer)
		asked.abort()
		list.hidden = true
		point(-1)
		input.setAttribute('aria-expanded', 'false')
	}
	const point = (index: number): void => {
		active = index
		for (const [number, item] of items().entries()) item.setAttribute('aria-selected', String(number === index))
		const item = items()[index]
		if (item) {
			input.setAttribute('aria-activedescendant', item.id)
			item.scrollIntoView({ block: 'nearest' })
		} else input.removeAttribute('aria-activedescendant')
	}
	const choose = (option: Option): void => {
		close()
		status.textContent = ''
		if (!option.href && !option.act) {
			input.value = option.label
			input.dispatchEvent(new Event('change', { bubbles: true }))
		}
		options.onChoose(option)
	}
	const show = (found: Option[]): void => {
		shown = found
		list.replaceChildren(...found.map((option, index) => entry(option, `${id}-${index}`)))
		list.hidden = found.length === 0
		input.setAttribute('aria-expanded', String(found.length > 0))
		point(-1)
		status.textContent = found.length === 1 ? '1 Vorschlag' : `${found.length || 'Keine'} Vorschläge`
	}
	const ask = async (): Promise<void> => {
		asked.abort()
		asked = new AbortController()
		const { signal } = asked
		// If loading fails, the field is a plain input, as without JavaScript.
		const found = await options.load(input.value, signal).catch(() => undefined)
		if (found && !signal.aborted && document.activeElement === input) show(found)
	}
	const askSoon = (): void => {
		clearTimeout(timer)
		timer = window.setTimeout(() => void ask(), PAUSE_MS)
	}

	input.addEventListener('input', askSoon)
	input.addEventListener('click', () => list.hidden && void ask())
	input.addEventListener('focus', () => void ask())
	input.addEventListener('blur', close)
	input.addEventListener('keydown', (event) => {
		if (event.isComposing) return
		const last = shown.length - 1
		if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
			event.preventDefault()
			if (list.hidden) return void ask()
			if (event.altKey && event.key === 'ArrowUp') return close()
			// A late answer must not remove the list while somebody is choosing.
			clearTimeout(timer)
			asked.abort()
			const step = event.key === 'ArrowDown' ? 1 : -1
			point(active + step < 0 ? (active < 0 ? last : -1) : active + step > last ? -1 : active + step)
		} else if (event.key === 'Enter') {
			const option = shown[active]
			if (!list.hidden && option) {
				event.preventDefault()
				choose(option)
			} else close()
		} else if (event.key === 'Escape' && !list.hidden) {
			event.preventDefault()
			event.stopPropagation()
			close()
		}
	})
	// Tapping an entry must not take the focus from the field.
	list.addEventListener('pointerdown', (event) => event.preventDefault())
	list.addEventListener('click', (event) => {
		const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null
		const option = item && shown[items().indexOf(item)]
		if (option) choose(option)
	})
	if (document.activeElement === input) void ask()
}

function entry(option: Option, id: string): HTMLElement {
	const item = Object.assign(document.createElement('li'), { id, className: styles.option ?? '' })
	item.setAttribute('role', 'option')
	item.setAttribute('aria-selected', 'false')
	const name = Object.assign(document.createElement('span'), {
		className: styles.name ?? '',
		textContent: option.label,
	})
	const words = [option.detail, option.kind].filter(Boolean).join(' · ')
	const kind = Object.assign(document.createElement('span'), { className: styles.kind ?? '', textContent: words })
	item.append(name, ' ', kind)
	return item
}
