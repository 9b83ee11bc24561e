import type { ComponentPropsWithoutRef } from "react";
import { controlClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";

export type TextareaFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldProps | "children">;

export const TextareaField = (props: TextareaFieldProps) => {
	const { field, control } = splitField(props);
	return (
		<Field {...field}>
			{(wiring) => (
				<textarea
					rows={4}
					{...control}
					{...wiring}
					className={controlClass("field-sizing-content max-h-80 min-h-22 resize-y py-2")}
				/>
			)}
		</Field>
	);
};
