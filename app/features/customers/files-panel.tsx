import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate } from '#app/lib/dates.ts'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './customer.module.css'
import type { CustomerPage } from './customers.queries.server.ts'
import { sizeText } from './files.ts'

type File = CustomerPage['customer']['files'][number]
type Props = {
	customer: string
	files: File[]
	/** Whether the member may add and remove files. */
	mayManage: boolean
	/** Whether the member may read what is of health. */
	mayHealth: boolean
	reply?: FormReply
	rowReply?: FormReply
	zone: string
}

/** Photos and documents at a card. What is of health is opened on demand, and whoever opens it leaves a trace. */
export function FilesPanel({ customer, files, mayManage, mayHealth, reply, rowReply, zone }: Props) {
	if (files.length === 0 && !mayManage) return null
	return (
		<Panel title="Fotos und Dokumente" id="dateien">
			<FormMessage reply={rowReply} />
			{files.length > 0 ? (
				<ul className={panel.list}>
					{files.map((file) => (
						<li key={file.id} className={styles.file}>
							<FileLink customer={customer} file={file} zone={zone} />
							{mayManage ? (
								<details className={styles.older}>
									<summary aria-label={`${file.name} löschen …`}>Löschen …</summary>
									<Form method="post" preventScrollReset>
										<input type="hidden" name="id" value={file.id} />
										<Button kind="danger" name="intent" value="drop-file" aria-label={`${file.name} endgültig löschen`}>
											Endgültig löschen
										</Button>
									</Form>
								</details>
							) : null}
						</li>
					))}
				</ul>
			) : null}
			{mayManage ? (
				<Form method="post" encType="multipart/form-data" className={panel.form} noValidate key={files.length}>
					<FormMessage reply={reply} />
					<TextField
						{...fieldOf(reply, 'file')}
						label="Datei"
						type="file"
						accept="image/*,application/pdf"
						hint="Foto oder PDF bis 10 MB"
					/>
					<TextField
						{...fieldOf(reply, 'name')}
						label="Bezeichnung"
						hint="Zum Beispiel: Farbe vorher"
						maxLength={120}
						autoComplete="off"
						optional
					/>
					{mayHealth ? (
						<div className={panel.full}>
							<Tick
								name="health"
								label="Betrifft die Gesundheit: nur für Mitglieder mit diesem Recht, jeder Blick wird festgehalten."
								checked={tickOf(reply, 'health')}
							/>
						</div>
					) : (
						<p className={`${panel.soft} ${panel.full}`}>Angaben zur Gesundheit gehören nicht hierher.</p>
					)}
					<Button kind="secondary" name="intent" value="file" className={panel.send}>
						Hochladen
					</Button>
				</Form>
			) : null}
		</Panel>
	)
}

function FileLink({ customer, file, zone }: { customer: string; file: File; zone: string }) {
	const { id, name, type, bytes, health, added_at, added_by } = file
	const href = adminPaths.customerFile(customer, id)
	const photo = type === 'image/webp'
	return (
		<>
			{/* Showing what is of health would be a look at it. */}
			{photo && !health ? (
				<img src={href} alt="" loading="lazy" width="64" height="64" className={styles.thumb} />
			) : null}
			<span className={panel.words}>
				<span>
					<a href={href} target="_blank" rel="noreferrer">
						{name}
					</a>{' '}
					{health ? <Badge kind="waiting">Gesundheit</Badge> : null}
				</span>
				<span className={panel.soft}>
					{photo ? 'Foto' : 'PDF'}, {sizeText(bytes)} · {formatDate(added_at, zone)}, {added_by || 'gelöschtes Konto'}
				</span>
			</span>
		</>
	)
}
