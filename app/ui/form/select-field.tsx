import type { ComponentPropsWithoutRef } from "react";
import type { Choice } from "#app/ui/form/choice";
import { selectClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";

export type SelectFieldProps = FieldProps &
	Omit<ComponentPropsWithoutRef<"select">, keyof FieldProps | "children" | "multiple"> & {
		options: readonly Choice[];
		/** A first entry with no value: 'Choose a location'. */
		placeholder?: string;
	};

/** The browser's own select: for short lists. A combobox field searches long ones. */
export const SelectField = (props: SelectFieldProps) => {
	const { field, control } = splitField(props);
	const { options, placeholder, ...select } = control;
	return (
		<Field {...field}>
			{(wiring) => (
				<select {...select} {...wiring} className={selectClass}>
					{placeholder !== undefined && <option value="">{placeholder}</option>}
					{options.map((option) => (
						<option key={option.value} value={option.value} disabled={option.disabled}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
};
