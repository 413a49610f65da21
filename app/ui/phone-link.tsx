/** A number to call, as the business writes it. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
	return (
		<a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={className}>
			{phone}
		</a>
	)
}
