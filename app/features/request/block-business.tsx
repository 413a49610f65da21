import { AskedFirst } from '#app/ui/asked-first.tsx'

/** The way not to meet a business again. */
export function BlockBusiness({ location, name }: { location: string; name: string }) {
	return (
		<AskedFirst summary="Blockieren" about={name} label="Betrieb blockieren" intent="block" fields={{ location }} quiet>
			{name} sieht dann keinen Ihrer Suchaufträge mehr und kann Ihnen weder schreiben noch etwas anbieten. Offene
			Angebote von dort sind abgelehnt. Der Betrieb erfährt davon nichts, und Sie können es hier wieder aufheben.
		</AskedFirst>
	)
}
