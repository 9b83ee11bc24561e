/** Repeats the parameters of an address as hidden fields, for a form that changes one of them. */
export const KeptFields = ({ search }: { search: string }) =>
	[...new URLSearchParams(search)].map(([name, value]) => (
		<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
	));
