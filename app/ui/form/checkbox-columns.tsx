import { Checkbox } from "#app/ui/checkbox";
import type { Choice } from "#app/ui/form/choice";
import { FieldErrors } from "#app/ui/form/field";

interface CheckboxColumnsProps {
	name: string;
	legend: string;
	choices: readonly Choice[];
	chosen: readonly string[];
	errors?: readonly string[] | undefined;
	/** Where there is nothing to choose from. */
	emptyText?: string;
}

/** Many choices of which any number counts, in columns that scroll. */
export const CheckboxColumns = ({ name, legend, choices, chosen, errors = [], emptyText }: CheckboxColumnsProps) => {
	const isWrong = errors.length > 0;
	return (
		<fieldset aria-describedby={isWrong ? `${name}-errors` : undefined} className="min-w-0">
			<legend className="mb-1 font-medium">{legend}</legend>
			<div className="max-h-64 overflow-y-auto rounded-md border border-line p-1 sm:columns-2">
				{choices.map(({ value, label }) => (
					<label
						key={value}
						htmlFor={`${name}-${value}`}
						className="flex min-h-8 break-inside-avoid items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover"
					>
						<Checkbox
							id={`${name}-${value}`}
							name={name}
							value={value}
							defaultChecked={chosen.includes(value)}
							aria-invalid={isWrong || undefined}
						/>
						{label}
					</label>
				))}
				{choices.length === 0 && <p className="px-2 py-1 text-text-2">{emptyText}</p>}
			</div>
			{isWrong && <FieldErrors id={`${name}-errors`} errors={errors} />}
		</fieldset>
	);
};
