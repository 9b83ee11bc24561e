import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";
import { type Icon, iconProps } from "#app/ui/icon";

export type TextFieldProps = FieldProps &
	Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "children"> & {
		/** Inside the field, before the text. */
		icon?: Icon;
	};

/** One line of text, or what `type` says: email, date, number, search. */
export const TextField = (props: TextFieldProps) => {
	const { field, control } = splitField(props);
	const { icon: Glyph, ...input } = control;
	return (
		<Field {...field}>
			{(wiring) => (
				<div className="relative">
					{Glyph && (
						<span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-text-3">
							<Glyph {...iconProps} />
						</span>
					)}
					<input type="text" {...input} {...wiring} className={classNames(inputClass, Glyph && "pl-8.5")} />
				</div>
			)}
		</Field>
	);
};
