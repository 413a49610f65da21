type Props = { phone: string; className?: string; 'aria-label'?: string }

/** A number to call, as it was written. */
export function PhoneLink({ phone, ...rest }: Props) {
	return (
		<a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} {...rest}>
			{phone}
		</a>
	)
}
