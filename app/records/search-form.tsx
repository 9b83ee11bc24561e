import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import type { Choice } from "#app/ui/form/choice";
import { controlClass, inputClass } from "#app/ui/form/control-class";

interface SearchFormProps {
	action: string;
	label: string;
	placeholder: string;
	typed: string;
	/** Filters beside the text; one is used as soon as it is chosen. */
	filters?: readonly { name: string; label: string; options: readonly Choice[]; chosen: string | undefined }[];
	/** Parameters of the address that a search keeps. */
	keep?: readonly (readonly [name: string, value: string])[];
}

export const SearchForm = ({ action, label, placeholder, typed, filters = [], keep = [] }: SearchFormProps) => (
	<Form
		method="get"
		action={action}
		role="search"
		className={classNames("flex max-w-full gap-2", filters.length > 0 ? "flex-wrap" : "w-110")}
	>
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
			className={filters.length > 0 ? controlClass("h-9 sm:max-w-80") : inputClass}
		/>
		{filters.map(({ name, label, options, chosen = "" }) => (
			<select
				key={`${name} ${chosen}`}
				name={name}
				aria-label={label}
				defaultValue={chosen}
				onChange={(event) => event.currentTarget.form?.requestSubmit()}
				className={controlClass("select-arrow h-9 sm:max-w-60 appearance-none pr-8 text-ellipsis")}
			>
				<option value="">{label}: all</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		))}
		<Button icon={Search}>Search</Button>
	</Form>
);
