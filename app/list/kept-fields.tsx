/** An address's parameters as hidden fields: what a form that changes one of them keeps of the rest. */
export const KeptFields = ({ search }: { search: string }) =>
	[...new URLSearchParams(search)].map(([name, value]) => (
		<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
	));
