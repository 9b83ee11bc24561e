import { type ComponentPropsWithoutRef, useId, useState } from "react";
import { Checkbox } from "#app/ui/checkbox";
import { classNames } from "#app/ui/class-names";
import { inputClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";
import { useHydrated } from "#app/ui/use-hydrated";

export type PasswordFieldProps = FieldProps &
	Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "children" | "type"> & {
		/** Leaves out the checkbox: a form of two passwords has one, beside the first. */
		withoutShow?: boolean;
		/** Shown or hidden by another field's checkbox. */
		shown?: boolean;
		onShownChange?: (shown: boolean) => void;
	};

/** A password, with 'Show password' (§2) where JavaScript runs. */
export const PasswordField = (props: PasswordFieldProps) => {
	const { field, control } = splitField(props);
	const { withoutShow = false, shown, onShownChange, ...input } = control;
	const [ownShown, setOwnShown] = useState(false);
	const hydrated = useHydrated();
	const isShown = shown ?? ownShown;
	const ownId = useId();
	const id = field.id ?? ownId;
	return (
		<div className="grid gap-2">
			<Field {...field} id={id}>
				{(wiring) => (
					<input
						autoComplete="current-password"
						spellCheck={false}
						autoCapitalize="none"
						{...input}
						{...wiring}
						type={isShown ? "text" : "password"}
						className={inputClass}
					/>
				)}
			</Field>
			{!withoutShow && (
				// why: it keeps its place while it cannot work, so that nothing jumps.
				<div className={classNames("flex items-center gap-2", !hydrated && "invisible")}>
					<Checkbox
						id={`${id}-show`}
						checked={isShown}
						disabled={!hydrated}
						onChange={(event) => {
							setOwnShown(event.target.checked);
							onShownChange?.(event.target.checked);
						}}
					/>
					<label htmlFor={`${id}-show`}>Show password</label>
				</div>
			)}
		</div>
	);
};
