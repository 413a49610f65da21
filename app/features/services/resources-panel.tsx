import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { ArchiveList } from '#app/ui/archive-list.tsx'
import { FormMessage, Panel, type Refusal, replyTo, rowReply } from '#app/ui/form-parts.tsx'
import { Meanwhile } from '#app/ui/meanwhile.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import panel from '#app/ui/panel.module.css'
import styles from './resources-panel.module.css'
import { byKind, missingKinds, RESOURCE_LABELS, resourceTyped } from './resources.ts'
import type { AdminResource } from './resources.server.ts'

type Props = {
	resources: AdminResource[]
	services: { name: string; active: boolean; resource_kind: string | null }[]
	mayManage: boolean
	/** Where it is entered that a resource is out of use; undefined for those who have no right to it. */
	outOf?: (id: string) => string
	refusal?: Refusal
}

/** What services need besides a person: rooms, chairs, devices. Each can be booked once at a time. */
export function ResourcesPanel({ resources, services, mayManage, outOf, refusal }: Props) {
	const inUse = resources.filter(({ active }) => active)
	const archive = resources
		.filter(({ active }) => !active)
		.map(({ id, kind, name }) => ({ id, name: `${name} (${kind})` }))
	if (resources.length === 0 && !mayManage) return null
	const wanting = (kind: string): string => {
		const count = services.filter(({ resource_kind }) => resource_kind === kind).length
		return count === 0 ? 'noch keine Leistung' : count === 1 ? '1 Leistung' : `${count} Leistungen`
	}
	return (
		<Panel title="Räume, Plätze, Geräte">
			<p className={panel.soft}>
				Braucht eine Leistung etwas, das es nur wenige Male gibt? Online werden dann nur Zeiten angeboten, zu denen auch
				davon etwas frei ist.
			</p>
			<FormMessage reply={rowReply(refusal, 'resource-')} />
			{missingKinds(inUse, services).map(([kind, names]) => (
				<Notice key={kind} kind="warning">
					<p>
						Von „{kind}“ ist nichts in Betrieb. Deshalb ist nicht buchbar: {names.join(', ')}.
					</p>
				</Notice>
			))}
			{byKind(inUse).map(([kind, rows]) => (
				<section key={kind} aria-label={kind} className={styles.kind}>
					<h3 className={styles.heading}>
						{kind} <span className={panel.soft}>{wanting(kind)}</span>
					</h3>
					<ul className={panel.list}>
						{rows.map((row) => (
							<li key={row.id}>
								{mayManage ? <Resource row={row} out={outOf?.(row.id)} refusal={refusal} /> : row.name}
							</li>
						))}
						{mayManage ? (
							<li>
								<Kind kind={kind} refusal={refusal} />
							</li>
						) : null}
					</ul>
				</section>
			))}
			{mayManage ? (
				<div className={resources.length > 0 ? styles.add : undefined}>
					<NewResource key={resources.length} kinds={byKind(resources)} refusal={refusal} />
				</div>
			) : null}
			<ArchiveList rows={archive} mayManage={mayManage} intent="resource-restore" bare />
		</Panel>
	)
}

function Resource({ row, out, refusal }: { row: AdminResource; out?: string; refusal?: Refusal }) {
	const reply = replyTo(refusal, `resource${row.id}`)
	const typed = resourceTyped(row)
	const shown = useShown(reply, typed)
	return (
		<details className={panel.edit} open={reply ? true : undefined}>
			<summary>{row.name}</summary>
			<Form method="post" noValidate className={panel.form} preventScrollReset key={shown}>
				<FormMessage reply={reply} />
				<input type="hidden" name="shown" value={shown} />
				<Meanwhile {...{ shown, typed }} labels={RESOURCE_LABELS} />
				<input type="hidden" name="id" value={row.id} />
				<input type="hidden" name="kind" value={row.kind} />
				<TextField {...fieldOf(reply, 'name', row.name)} label="Name" maxLength={120} />
				<Button kind="secondary" name="intent" value="resource" className={styles.action}>
					Umbenennen
				</Button>
			</Form>
			{out ? (
				<div className={panel.remove}>
					<ButtonLink kind="plain" to={out} aria-label={`${row.name} fällt aus`}>
						Fällt aus …
					</ButtonLink>
					<span className={panel.soft}>Einige Stunden oder Tage nicht nutzbar: Termine umlegen.</span>
				</div>
			) : null}
			<Form method="post" className={panel.remove} preventScrollReset>
				<input type="hidden" name="id" value={row.id} />
				<Button kind="plain" name="intent" value="resource-remove" aria-label={`${row.name} entfernen`}>
					Entfernen
				</Button>
				<span className={panel.soft}>Kommt ins Archiv und lässt sich wiederherstellen. Gebuchte Termine bleiben.</span>
			</Form>
		</details>
	)
}

function Kind({ kind, refusal }: { kind: string; refusal?: Refusal }) {
	const reply = replyTo(refusal, 'kind')
	const mine = reply?.initialValue?.from === kind ? reply : undefined
	return (
		<details className={panel.edit} open={mine ? true : undefined}>
			<summary className={panel.soft}>Art „{kind}“ umbenennen</summary>
			<Form method="post" noValidate className={panel.form} preventScrollReset>
				<FormMessage reply={mine} />
				<input type="hidden" name="from" value={kind} />
				<TextField {...fieldOf(mine, 'kind', kind)} label="Neuer Name der Art" maxLength={60} />
				<Button kind="secondary" name="intent" value="kind" className={styles.action}>
					Art umbenennen
				</Button>
			</Form>
		</details>
	)
}

function NewResource({ kinds, refusal }: { kinds: [kind: string, rows: unknown[]][]; refusal?: Refusal }) {
	const reply = replyTo(refusal, 'resource')
	return (
		<Form method="post" noValidate className={panel.form} preventScrollReset>
			<FormMessage reply={reply} />
			<TextField
				{...fieldOf(reply, 'kind', kinds.length === 1 ? kinds[0]?.[0] : '')}
				label="Art"
				hint="Zum Beispiel Raum, Stuhl, Laser."
				list="resource-kinds"
				maxLength={60}
			/>
			<datalist id="resource-kinds">
				{kinds.map(([kind]) => (
					<option key={kind} value={kind} />
				))}
			</datalist>
			<TextField
				{...fieldOf(reply, 'name')}
				label="Name"
				hint="Wie es bei Ihnen heißt, zum Beispiel Raum 2."
				maxLength={120}
			/>
			<Button kind="secondary" name="intent" value="resource" className={panel.full}>
				Hinzufügen
			</Button>
		</Form>
	)
}
