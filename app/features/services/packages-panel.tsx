import { Form } from 'react-router'
import { formatPrice, priceText } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { PackageForm } from './package-form.tsx'
import type { ServicePackage } from './packages.server.ts'
import type { AdminService } from './services.server.ts'

type Props = { packages: ServicePackage[]; services: AdminService[]; mayManage: boolean; refusal?: Refusal }

/** The packages of a location, each with its form, and a form for another one. */
export function PackagesPanel({ packages, services, mayManage, refusal }: Props) {
	return (
		<Panel title="Pakete">
			<p className={styles.soft}>
				Mehrere Leistungen nacheinander zu einem eigenen Preis. Wer ein Paket bucht, bekommt einen Termin mit allen
				Leistungen.
			</p>
			{packages.length > 0 ? (
				<ul className={styles.list}>
					{packages.map((one) => (
						<li key={one.id}>
							{mayManage ? (
								<details className={styles.edit} open={replyTo(refusal, `package${one.id}`) ? true : undefined}>
									<summary>
										<Row known={one} services={services} />
									</summary>
									<PackageForm {...{ services, refusal }} known={one} />
									<Form method="post" className={styles.remove} preventScrollReset>
										<input type="hidden" name="id" value={one.id} />
										<Button
											kind="plain"
											name="intent"
											value="package-remove"
											aria-label={`Paket ${one.name} entfernen`}
										>
											Entfernen
										</Button>
										<span className={styles.soft}>Gebuchte Termine behalten ihren Preis.</span>
									</Form>
								</details>
							) : (
								<Row known={one} services={services} />
							)}
						</li>
					))}
				</ul>
			) : null}
			{mayManage ? (
				<details className={styles.edit} open={replyTo(refusal, 'package') ? true : undefined}>
					<summary>Paket hinzufügen</summary>
					<PackageForm {...{ services, refusal }} key={packages.length} />
				</details>
			) : null}
		</Panel>
	)
}

function Row({ known, services }: { known: ServicePackage; services: AdminService[] }) {
	const parts = known.services.map((id) => services.find((service) => service.id === id))
	const sum = parts.reduce((cents, part) => cents + (part?.price_cents ?? 0), 0)
	return (
		<span className={styles.row}>
			<strong>{known.name}</strong>
			<span className={styles.soft}>
				{parts.map((part) => part?.name ?? 'Leistung im Archiv').join(' + ')} · {priceText(known.cents)} · einzeln{' '}
				{formatPrice(sum)}
			</span>
			{known.active ? null : <Badge kind="waiting">Pausiert</Badge>}
		</span>
	)
}
