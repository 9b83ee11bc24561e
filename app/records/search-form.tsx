import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { Button } from "#app/ui/button";
import { inputClass } from "#app/ui/form/control-class";

interface SearchFormProps {
	action: string;
	label: string;
	placeholder: string;
	typed: string;
	/** Parameters of the address that a search keeps. */
	keep?: readonly (readonly [name: string, value: string])[];
}

export const SearchForm = ({ action, label, placeholder, typed, keep = [] }: SearchFormProps) => (
	<Form method="get" action={action} role="search" className="flex w-110 max-w-full gap-2">
		{keep.map(([name, value]) => (
			<input key={name} type="hidden" name={name} value={value} />
		))}
		<input
			key={typed}
			id="list-search"
			type="search"
			name="q"
			aria-label={label}
			placeholder={placeholder}
			defaultValue={typed}
			maxLength={200}
			className={inputClass}
		/>
		<Button icon={Search}>Search</Button>
	</Form>
);
