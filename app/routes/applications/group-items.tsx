import type { Choice } from "#app/ui/form/choice";
import { FieldErrors } from "#app/ui/form/field";

interface GroupItemsProps {
	field: { name: string; initialValue?: unknown; errors?: string[] | undefined };
	/** Each with its group as the hint; those that are disabled only where they are carried. */
	choices: readonly Choice[];
}

/** Boxes for the group items that an application carries, by group. */
export const GroupItems = ({ field: { name, initialValue, errors = [] }, choices }: GroupItemsProps) => {
	const carried = [initialValue ?? []].flat();
	const offered = choices.filter(({ value, disabled }) => !disabled || carried.includes(value));
	const groups = [...new Set(offered.map(({ hint }) => hint))];
	return (
		<div className="grid gap-4">
			<h2 className="text-lg">Group items</h2>
			{errors.length > 0 && <FieldErrors errors={errors} />}
			<div className="grid gap-4 sm:grid-cols-2">
				{groups.map((group) => (
					<fieldset key={group} className="min-w-0">
						<legend className="mb-1.5 font-medium">{group}</legend>
						{offered
							.filter(({ hint }) => hint === group)
							.map(({ value, label }) => (
								<label key={value} className="flex min-h-7 items-center gap-2.5">
									<input
										type="checkbox"
										name={name}
										value={value}
										defaultChecked={carried.includes(value)}
										className="checkbox"
									/>
									{label}
								</label>
							))}
					</fieldset>
				))}
			</div>
		</div>
	);
};
