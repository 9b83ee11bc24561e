import { type ComponentPropsWithoutRef, forwardRef, useEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names";

export interface CheckboxProps extends Omit<ComponentPropsWithoutRef<"input">, "type"> {
	/** Some but not all of the items that it represents. */
	indeterminate?: boolean;
}

/** A native checkbox with our look. Give it a label around it, or an `aria-label`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
	{ indeterminate = false, className, ...rest },
	ref,
) {
	const own = useRef<HTMLInputElement | null>(null);
	useEffect(() => {
		if (own.current) own.current.indeterminate = indeterminate;
	}, [indeterminate]);
	return (
		<input
			{...rest}
			type="checkbox"
			ref={(element) => {
				own.current = element;
				if (typeof ref === "function") ref(element);
				else if (ref) ref.current = element;
			}}
			className={classNames("checkbox", className)}
		/>
	);
});
