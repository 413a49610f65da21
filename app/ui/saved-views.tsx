import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormMessage, type Refusal, replyTo, Tick } from './form-parts.tsx'
import styles from './saved-views.module.css'
import { type Tab, Views } from './tabs.tsx'
import { TextField } from './text-field.tsx'

export type SavedView = { id: string; name: string; to: string; isDefault: boolean }

type ReadyView = Tab & {
	/** Where the link keeps other filters: the address without them. */ alone?: string
}

type Props = {
	label: string
	/** Views that everybody has. */
	ready: ReadyView[]
	/** Views that this member has saved. */
	saved: SavedView[]
	/** Address of the list as it is, and the part of it that would be saved. */
	current: string
	query: string
	refusal?: Refusal
	/** What else to know before saving. */
	hint?: string
}

/**
 * Ready-made and saved views of a list, with a form to save the present one under a name; all of it works without JavaScript
 * too.
 */
export function SavedViews({ label, ready, saved, current, query, refusal, hint }: Props) {
	const shown = saved.find(({ to }) => to === current)
	const exact = ready.some(({ to, alone = to }) => alone === current)
	const tabs = [...ready, ...saved.map(({ to, name }) => ({ to, label: name }))]
	return (
		<div className={styles.views}>
			<Views
				{...{ label, current, tabs }}
				// What was saved goes by its own name, rather than by that of a ready-made view which keeps its filters.
				open={shown && !exact ? ready.length + saved.indexOf(shown) : undefined}
			/>
			{exact || shown ? null : <Save {...{ query, refusal, hint }} />}
			{shown ? <Change key={`${shown.id} ${shown.isDefault}`} view={shown} refusal={refusal} /> : null}
		</div>
	)
}

function Save({ query, refusal, hint }: Pick<Props, 'query' | 'refusal' | 'hint'>) {
	const reply = replyTo(refusal, 'save-view')
	return (
		<Dialog label="Ansicht speichern" kind="plain" refused={reply !== undefined}>
			<Form method="post" noValidate preventScrollReset className={styles.form} data-fleeting>
				<FormMessage reply={reply} />
				<p>Diese Auswahl mit ihrer Reihenfolge, nur für Sie.{hint ? ` ${hint}` : ''}</p>
				<TextField {...fieldOf(reply, 'name')} label="Name der Ansicht" maxLength={60} autoComplete="off" />
				<Tick name="default" label="Beim Öffnen der Liste zeigen" value="on" />
				<input type="hidden" name="query" value={query} />
				<Button name="intent" value="save-view">
					Speichern
				</Button>
			</Form>
		</Dialog>
	)
}

function Change({ view: { id, name, isDefault }, refusal }: { view: SavedView; refusal?: Refusal }) {
	const reply = replyTo(refusal, `default-view${id}`) ?? replyTo(refusal, `delete-view${id}`)
	return (
		<Dialog label="Ansicht ändern" title={name} kind="plain" refused={reply !== undefined}>
			<Form method="post" preventScrollReset className={styles.form}>
				<FormMessage reply={reply} />
				<p>{isDefault ? 'Diese Ansicht steht da, wenn Sie die Liste öffnen.' : 'Nur Sie sehen diese Ansicht.'}</p>
				<input type="hidden" name="id" value={id} />
				<input type="hidden" name="default" value={isDefault ? '' : 'on'} />
				<Button kind="secondary" name="intent" value="default-view">
					{isDefault ? 'Nicht mehr beim Öffnen zeigen' : 'Beim Öffnen der Liste zeigen'}
				</Button>
				<Button kind="danger" name="intent" value="delete-view">
					Ansicht löschen
				</Button>
			</Form>
		</Dialog>
	)
}
